/// The permanent name of a sample among nodes: who numbered it, in which type, and the number.
package struct Dot: Hashable, Sendable, Comparable {
  package var incarnation: Incarnation
  package var type: ObjectType
  package var sequence: UInt64

  package init(incarnation: Incarnation, type: ObjectType, sequence: UInt64) {
    self.incarnation = incarnation
    self.type = type
    self.sequence = sequence
  }

  /// Any total order that all nodes share: the lower of two dots holds a twin's row (R23).
  package static func < (left: Self, right: Self) -> Bool {
    if left.incarnation != right.incarnation { return left.incarnation < right.incarnation }
    if left.type != right.type { return left.type.identifier < right.type.identifier }
    return left.sequence < right.sequence
  }
}
