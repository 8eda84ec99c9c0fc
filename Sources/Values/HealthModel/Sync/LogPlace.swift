/// A place in a node's log of changes: a position, and who wrote it (R10).
package struct LogPlace: Hashable, Sendable {
  /// Counted from 1; 0 is before the first.
  package var position: Int64
  /// `nil` only before the first position.
  package var incarnation: Incarnation?

  package init(position: Int64, incarnation: Incarnation?) {
    self.position = position
    self.incarnation = incarnation
  }

  /// Before every change.
  package static let beginning = Self(position: 0, incarnation: nil)
}

/// A stretch of a node's log: what comes after `start`, up to and with `end` (R8).
package struct LogRange: Hashable, Sendable {
  package var start: LogPlace
  package var end: LogPlace

  package init(start: LogPlace, end: LogPlace) {
    self.start = start
    self.end = end
  }
}
