internal import HealthModel

/// Units in sentences.
enum UnitWords {
  /// So many are enough to find the one that was meant.
  private static let most = 8

  /// Units that fit a type: "kg, g, lb".
  static func list(of type: ObjectType) -> String {
    let units = type.description?.fittingUnits.prefix(most).map(\.unitString) ?? []
    return units.isEmpty ? "No unit" : units.joined(separator: ", ")
  }
}
