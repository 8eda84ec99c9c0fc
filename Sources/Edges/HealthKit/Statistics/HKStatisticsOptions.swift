internal import HealthModel

/// What to work out of the quantities of a type.
public struct HKStatisticsOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// The options of these bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Also for each source by itself.
  public static let separateBySource = Self(rawValue: 1 << 0)
  /// The average of discrete quantities.
  public static let discreteAverage = Self(rawValue: 1 << 1)
  /// The least of discrete quantities.
  public static let discreteMin = Self(rawValue: 1 << 2)
  /// The greatest of discrete quantities.
  public static let discreteMax = Self(rawValue: 1 << 3)
  /// The sum of cumulative quantities.
  public static let cumulativeSum = Self(rawValue: 1 << 4)
  /// The quantity that ended last.
  public static let mostRecent = Self(rawValue: 1 << 5)
  /// How long the time is that the samples cover.
  public static let duration = Self(rawValue: 1 << 6)
  /// The older name of `mostRecent`.
  public static var discreteMostRecent: Self { mostRecent }
}

extension HKStatisticsOptions {
  /// What the engine works out of it: all but the duration.
  var engine: StatisticsOptions { StatisticsOptions(rawValue: subtracting(.duration).rawValue) }
}
