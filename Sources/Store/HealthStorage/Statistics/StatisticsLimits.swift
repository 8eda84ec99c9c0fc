/// How much of a statistics query is done at once, and held in memory.
package struct StatisticsLimits: Hashable, Sendable {
  /// As many sums as are worked on at once: buckets, times sources where these are told apart; about 1 MB.
  package var sums = 16_384
  /// As many entries of headers as a merge looks at together, about 10 MB.
  package var entries = 131_072
  /// As many samples as a merge takes at once, about 1 MB; more only where more start at one instant.
  package var rows = 16_384
  /// As many blocks as one step decodes: some milliseconds.
  package var blocks = 32

  package init() {}
}
