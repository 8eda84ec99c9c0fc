/// Every object type of iOS 8 to 10, most of iOS 11 to 18, and what may be stored under each.
enum TypeCatalogue {
  static let all: [TypeDescription] =
    quantities + dietary + categories + others + laterQuantities + laterCategories + detailed
    + foreign
    + clinical

  /// By identifier.
  static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.type.identifier, $0) })
  /// By the name an `HKObjectType` constant has in Swift, in lower case.
  static let byLowercasedName = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })
}
