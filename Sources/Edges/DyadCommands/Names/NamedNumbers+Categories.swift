package import HealthModel

extension NamedNumbers {
  /// The values of a category type; `nil` for a type whose values have no names.
  package static func values(of type: ObjectType) -> NamedNumbers? { categories[type] }

  private static let categories: [ObjectType: NamedNumbers] = {
    var categories: [ObjectType: NamedNumbers] = [:]
    for type in ObjectType.all {
      guard let description = type.description, let values = description.categoryValues else {
        continue
      }
      categories[type] = NamedNumbers(description.categoryNames, from: values.lowerBound)
    }
    return categories
  }()
}
