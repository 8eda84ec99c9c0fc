private import Synchronization

/// What became of connections since the start.
package final class ConnectionCounts: Sendable {
  private let opened = Atomic<Int>(0)
  private let closed = Atomic<Int>(0)
  private let refused = Atomic<Int>(0)
  private let broken = Atomic<Int>(0)

  package init() {}

  /// There is one more.
  package func countOpened() {
    opened.add(1, ordering: .relaxed)
  }

  /// There is one less.
  package func countClosed() {
    closed.add(1, ordering: .relaxed)
  }

  /// Somebody could not be served.
  package func countRefused() {
    refused.add(1, ordering: .relaxed)
  }

  /// A connection ended otherwise than in order.
  package func countBroken() {
    broken.add(1, ordering: .relaxed)
  }

  /// The counts so far.
  package var snapshot: Snapshot {
    // The ends are read first, so that what is open is never negative.
    let closed = closed.load(ordering: .relaxed)
    return Snapshot(
      opened: opened.load(ordering: .relaxed), closed: closed,
      refused: refused.load(ordering: .relaxed), broken: broken.load(ordering: .relaxed))
  }

  /// What had become of connections at one time.
  package struct Snapshot: Hashable, Sendable {
    package var opened: Int
    package var closed: Int
    package var refused: Int
    package var broken: Int

    package init(opened: Int = 0, closed: Int = 0, refused: Int = 0, broken: Int = 0) {
      self.opened = opened
      self.closed = closed
      self.refused = refused
      self.broken = broken
    }
  }
}
