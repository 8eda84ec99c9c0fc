/// One life of one node: drawn at random at the first write after an open (R2).
package struct Incarnation: Hashable, Sendable, Comparable {
  package var rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
