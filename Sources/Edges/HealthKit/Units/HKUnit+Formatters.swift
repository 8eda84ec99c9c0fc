internal import HealthModel

// Foundation's formatters have units of their own.
extension HKUnit {
  private static let masses: [(MassFormatter.Unit, EngineUnit)] = [
    (.gram, .gram()), (.kilogram, .gram(.kilo)), (.ounce, .ounce), (.pound, .pound),
    (.stone, .stone),
  ]
  private static let lengths: [(LengthFormatter.Unit, EngineUnit)] = [
    (.millimeter, .meter(.milli)), (.centimeter, .meter(.centi)), (.meter, .meter()),
    (.kilometer, .meter(.kilo)), (.inch, .inch), (.foot, .foot), (.yard, .yard), (.mile, .mile),
  ]
  private static let energies: [(EnergyFormatter.Unit, EngineUnit)] = [
    (.joule, .joule()), (.kilojoule, .joule(.kilo)), (.calorie, .calorie),
    (.kilocalorie, .kilocalorie),
  ]

  fileprivate static func engine(of unit: MassFormatter.Unit) -> EngineUnit? {
    masses.first { $0.0 == unit }?.1
  }
  fileprivate static func engine(of unit: LengthFormatter.Unit) -> EngineUnit? {
    lengths.first { $0.0 == unit }?.1
  }
  fileprivate static func engine(of unit: EnergyFormatter.Unit) -> EngineUnit? {
    energies.first { $0.0 == unit }?.1
  }

  /// The formatter's unit for a mass; stops for any other unit.
  public class func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit {
    guard let found = masses.first(where: { $0.1 == unit.unit }) else {
      stop("no mass formatter unit for \(unit.unitString)")
    }
    return found.0
  }

  /// The formatter's unit for a length; stops for any other unit.
  public class func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit {
    guard let found = lengths.first(where: { $0.1 == unit.unit }) else {
      stop("no length formatter unit for \(unit.unitString)")
    }
    return found.0
  }

  /// The formatter's unit for an energy; stops for any other unit.
  public class func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit {
    guard let found = energies.first(where: { $0.1 == unit.unit }) else {
      stop("no energy formatter unit for \(unit.unitString)")
    }
    return found.0
  }
}

extension InitializedByFactory where Self: HKUnit {
  /// The unit of a mass formatter.
  public init(from massFormatterUnit: MassFormatter.Unit) {
    guard let unit = HKUnit.engine(of: massFormatterUnit) else { stop("no unit of a mass") }
    self.init(sharing: unit)
  }

  /// The unit of a length formatter.
  public init(from lengthFormatterUnit: LengthFormatter.Unit) {
    guard let unit = HKUnit.engine(of: lengthFormatterUnit) else { stop("no unit of a length") }
    self.init(sharing: unit)
  }

  /// The unit of an energy formatter.
  public init(from energyFormatterUnit: EnergyFormatter.Unit) {
    guard let unit = HKUnit.engine(of: energyFormatterUnit) else { stop("no unit of an energy") }
    self.init(sharing: unit)
  }
}
