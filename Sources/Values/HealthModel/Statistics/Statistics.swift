/// What the quantities of one type come to, in one bucket or all together, in the type's canonical unit.
package struct Statistics: Hashable, Sendable {
  /// What was asked for; `nil` where there is nothing to work it out of.
  package struct Values: Hashable, Sendable {
    package var average: Double?
    package var minimum: Double?
    package var maximum: Double?
    package var mostRecent: MostRecent?
    /// Of all sources together, time that several cover counts once.
    package var sum: Double?

    package init() {}
  }

  /// The quantity that ended last; of several the one that began last, and of those the greatest.
  package struct MostRecent: Hashable, Sendable {
    package var value: Double
    package var start: Double
    package var end: Double

    package init(value: Double, start: Double, end: Double) {
      self.value = value
      self.start = start
      self.end = end
    }
  }

  /// What one source's quantities come to by themselves.
  package struct OfSource: Hashable, Sendable {
    package var source: Source
    package var values: Values

    package init(_ source: Source, _ values: Values) {
      self.source = source
      self.values = values
    }
  }

  /// The bucket's, or the earliest start and the latest end of what there is.
  package var start: Double
  package var end: Double
  package var values: Values
  /// Sorted by source; empty unless asked for.
  package var sources: [OfSource]

  package init(start: Double, end: Double, values: Values = Values(), sources: [OfSource] = []) {
    self.start = start
    self.end = end
    self.values = values
    self.sources = sources
  }
}
