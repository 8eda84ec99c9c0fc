/// What a node is in a pair.
package enum Role: Int, CaseIterable, Hashable, Sendable {
  /// Owns the history and decides.
  case phone = 1
  /// Holds a window of it.
  case watch = 2

  /// What the node's peer is.
  package var other: Role { self == .phone ? .watch : .phone }

  /// As people write it.
  package var word: String { self == .phone ? "phone" : "watch" }
}
