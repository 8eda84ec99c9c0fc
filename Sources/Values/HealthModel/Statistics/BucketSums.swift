/// What some of the quantities in one bucket come to, as they are gathered in any order.
package struct BucketSums: Sendable {
  /// How many samples count in the bucket, be it with a part of their value or with none.
  package private(set) var count = 0
  package private(set) var sum = ExactSum()
  package private(set) var minimum = Double.infinity
  package private(set) var maximum = -Double.infinity

  package init() {}

  /// Adds a sample with its value, or with the part of it that counts.
  @inline(__always)
  package mutating func add(_ value: Double) {
    count += 1
    sum.add(value)
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
  }

  /// Adds `count` samples by what is known of them together, but for their sum.
  package mutating func add(count: Int, minimum: Double, maximum: Double) {
    self.count += count
    self.minimum = min(self.minimum, minimum)
    self.maximum = max(self.maximum, maximum)
  }

  /// Adds `count` samples of which only the sum matters.
  mutating func add(count: Int, sum: ExactSum) {
    self.count += count
    self.sum.merge(sum)
  }

  /// Adds a part of the sum of samples that are counted apart.
  @inline(__always)
  package mutating func add(component: Double) {
    sum.add(component)
  }

  /// What `options` ask for; nothing where nothing was added.
  package func values(_ options: StatisticsOptions) -> Statistics.Values {
    var values = Statistics.Values()
    guard count > 0 else { return values }
    if options.contains(.discreteAverage) { values.average = sum.value / Double(count) }
    if options.contains(.discreteMin) { values.minimum = minimum }
    if options.contains(.discreteMax) { values.maximum = maximum }
    if options.contains(.cumulativeSum) { values.sum = sum.value }
    return values
  }
}
