/// What a unit measures, as powers of base dimensions; units of one dimension convert.
///
/// As in HealthKit's unit tables volume, pressure and energy are dimensions of their own, so a litre
/// does not convert to a cubic metre.
package struct Dimension: Hashable, Sendable {
  /// The dimensions that no other one is made of.
  package enum Base: Int, Hashable, Sendable, CaseIterable {
    case count
    case percent
    case length
    case time
    case volume
    case mass
    case pressure
    case energy
    case temperature
    case conductance
    case pharmacology
    case soundLevel
    case hearingLevel
    case frequency
    case electricPotential
    case power
    case opticalPower
    case prism
    case angle
    case illuminance
    case effort
  }

  /// One lane per base; a unit's degree is bounded far below the lane's range.
  private var powers = SIMD32<Int16>(repeating: 0)

  /// The dimension of a plain number.
  package static let none = Dimension()
  /// Numbers of things: `count`.
  package static let count = Dimension(.count)
  /// Shares of a whole: `%`.
  package static let percent = Dimension(.percent)
  /// Lengths: `m`.
  package static let length = Dimension(.length)
  /// Durations: `s`.
  package static let time = Dimension(.time)
  /// Volumes: `L`.
  package static let volume = Dimension(.volume)
  /// Masses: `g`.
  package static let mass = Dimension(.mass)
  /// Pressures: `Pa`.
  package static let pressure = Dimension(.pressure)
  /// Energies: `J`.
  package static let energy = Dimension(.energy)
  /// Temperatures: `K`.
  package static let temperature = Dimension(.temperature)
  /// Electrical conductances: `S`.
  package static let conductance = Dimension(.conductance)
  /// Amounts by their effect: `IU`.
  package static let pharmacology = Dimension(.pharmacology)
  /// Sound levels: `dBASPL`.
  package static let soundLevel = Dimension(.soundLevel)
  /// Hearing levels: `dBHL`.
  package static let hearingLevel = Dimension(.hearingLevel)
  /// Frequencies: `Hz`.
  package static let frequency = Dimension(.frequency)
  /// Voltages: `V`.
  package static let electricPotential = Dimension(.electricPotential)
  /// Powers: `W`.
  package static let power = Dimension(.power)
  /// How strong lenses are: `D`.
  package static let opticalPower = Dimension(.opticalPower)
  /// How strong prisms are: `pD`.
  package static let prism = Dimension(.prism)
  /// Angles: `rad`.
  package static let angle = Dimension(.angle)
  /// Illuminances: `lx`.
  package static let illuminance = Dimension(.illuminance)
  /// Ratings of effort: `appleEffortScore`.
  package static let effort = Dimension(.effort)

  private init() {}

  private init(_ base: Base) {
    powers[base.rawValue] = 1
  }

  /// The power of one base in this dimension.
  package func power(of base: Base) -> Int { Int(powers[base.rawValue]) }

  /// Whether nothing is left to measure.
  package var isNone: Bool { self == .none }

  /// Multiplies by a base raised to a power within a unit's degree.
  mutating func multiply(by base: Base, toPower power: Int) {
    powers[base.rawValue] += Int16(power)
  }
}

extension Dimension: CustomStringConvertible {
  /// For messages, such as "mass·volume^-1".
  package var description: String {
    let parts = Base.allCases.compactMap { base -> String? in
      switch power(of: base) {
      case 0: nil
      case 1: "\(base)"
      case let other: "\(base)^\(other)"
      }
    }
    return parts.isEmpty ? "none" : parts.joined(separator: "·")
  }
}
