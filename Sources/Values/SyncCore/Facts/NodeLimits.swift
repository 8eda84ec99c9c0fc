package import HealthModel

/// The numbers a node goes by: the product's, unless a simulation makes them small.
package struct NodeLimits: Hashable, Sendable {
  /// What this side can take at a time; a session goes by the smaller of both sides' numbers.
  package var session = SessionLimits(samples: 4_096, bytes: 1 << 20, credit: 8 << 20)
  /// As many dots as one batch names in all, the skipped ones among them.
  package var batchDots = UInt64.max
  /// As many intervals as a vector may have that is told whole at once.
  package var wholeVector = 256
  /// As many live dots as are listed at once; beyond, roots come first.
  package var directDots = 4_096
  /// Spans of days of which roots are told first.
  package var spans = 32
  /// As many deletions, or intervals of skipped dots, as one message has.
  package var partEntries = 4_096
  /// As many intervals as one part of the lists of a reconciliation has.
  package var listEntries = 32_768
  /// Whether a refill also has what the watch does not cover, and so gets as inserts.
  package var refillsAll = false
  /// Whether what a peer sent goes back to it, until it tells a vector that covers it.
  package var sendsBack = false
  /// Nothing ages by a clock that says it is earlier than this, 2025-01-01: it was never set.
  package var clockStart: Double = 757_382_400
  /// How long a tombstone outlives its acknowledgement, in seconds (R12).
  package var retention: Double = 90 * 86_400
  /// How long tombstones wait for apps beyond that.
  package var subscriberPatience: Double = 90 * 86_400
  /// Inferred deletions of one type that need no person (R22): as many, or a part of what there is.
  package var brakeCount = 100
  package var brakeFraction = 0.01
  /// How long before both were last equal the samples ended that a watch deletes without a question, in seconds (R28).
  package var trusted: Double = 7 * 86_400
  /// How exactly it is known when that was.
  package var equalStep: Double = 3_600
  /// The versions of the protocol that it speaks.
  package var versions: ClosedRange<UInt32> = 1...1

  package init() {}
}
