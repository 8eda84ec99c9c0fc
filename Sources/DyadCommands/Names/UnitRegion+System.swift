internal import CommandLineCore
internal import HealthModel

extension UnitRegion {
  /// The region that the environment says: of `LC_ALL`, `LC_MEASUREMENT` and `LANG` the first that is set.
  static var system: UnitRegion {
    let names = ["LC_ALL", "LC_MEASUREMENT", "LANG"]
    let locale = names.lazy.compactMap { CurrentProcess.environment($0) }.first { !$0.isEmpty }
    return UnitRegion(locale: locale ?? "")
  }
}

extension HealthData {
  /// The unit in which the owner reads a type: what they chose, or what people of their region use.
  func readingUnit(of type: ObjectType) async throws -> Unit? {
    try await preferredUnit(of: type) ?? type.description?.readingUnit(in: .system)
  }
}
