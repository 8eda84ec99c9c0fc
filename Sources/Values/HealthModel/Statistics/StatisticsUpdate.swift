/// What became different in the statistics that somebody follows.
package struct StatisticsUpdate: Hashable, Sendable {
  /// Whether it is the whole answer, and what was told before it is void.
  package var isWhole: Bool
  /// The buckets that have something else than before, in order; each takes the place of the one that
  /// began where it begins.
  package var changed: [Statistics]
  /// Where the buckets begin that have nothing any more, in order.
  package var emptied: [Double]

  package init(isWhole: Bool = false, changed: [Statistics] = [], emptied: [Double] = []) {
    self.isWhole = isWhole
    self.changed = changed
    self.emptied = emptied
  }

  /// Whether it says nothing.
  package var isEmpty: Bool { !isWhole && changed.isEmpty && emptied.isEmpty }
}
