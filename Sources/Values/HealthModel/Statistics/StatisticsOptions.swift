/// What to work out of the quantities of a type; the raw values are HealthKit's.
package struct StatisticsOptions: OptionSet, Hashable, Sendable {
  package var rawValue: UInt

  package init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Also for each source by itself.
  package static let separateBySource = Self(rawValue: 1 << 0)
  package static let discreteAverage = Self(rawValue: 1 << 1)
  package static let discreteMin = Self(rawValue: 1 << 2)
  package static let discreteMax = Self(rawValue: 1 << 3)
  package static let cumulativeSum = Self(rawValue: 1 << 4)
  package static let mostRecent = Self(rawValue: 1 << 5)

  /// Those that need quantities of which each stands for itself.
  package static let discrete: Self = [.discreteAverage, .discreteMin, .discreteMax]
  /// All there are.
  package static let all: Self = [.separateBySource, .discrete, .cumulativeSum, .mostRecent]
}
