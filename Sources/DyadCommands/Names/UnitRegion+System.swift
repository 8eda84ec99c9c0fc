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

/// The units in which types are shown without --unit.
enum UnitsShown {
  /// The owner's choice, and else those that people of this region use.
  case forPeople
  /// The owner's choice, and else the usual metric ones, wherever this runs.
  case metric
  /// The owner's choice alone.
  case asChosen
}

extension HealthData {
  /// The units in which samples of types are shown; a type that is not there is shown in its own.
  func unitsShown(of types: [ObjectType], _ shown: UnitsShown) async throws -> [ObjectType: Unit] {
    var units: [ObjectType: Unit] = [:]
    for type in types.flatMap(SampleText.types) {
      guard let description = type.description, description.canonicalUnit != nil else { continue }
      let usual: Unit? =
        switch shown {
        case .forPeople: description.readingUnit(in: .system)
        case .metric: description.readingUnit()
        case .asChosen: nil
        }
      units[type] = try await preferredUnit(of: type) ?? usual
    }
    return units
  }
}
