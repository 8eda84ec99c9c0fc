internal import CommandLineCore
internal import HealthModel
internal import StoreAccess

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

extension OwnerAccess {
  /// The units in which samples of types are shown; a type that is not there is shown in its own.
  func unitsShown(of types: [ObjectType], _ shown: UnitsShown) async throws -> [ObjectType: Unit] {
    let types = Set(types.flatMap(SampleText.types)).filter {
      $0.description?.canonicalUnit != nil
    }
    guard !types.isEmpty else { return [:] }
    var units = try await preferredUnits(of: types)
    for type in types where units[type] == nil {
      guard let description = type.description else { continue }
      units[type] =
        switch shown {
        case .forPeople: description.readingUnit(in: .system)
        case .metric: description.readingUnit()
        case .asChosen: nil
        }
    }
    return units
  }
}
