/// What a node is in a pair.
package enum NodeRole: UInt8, Hashable, Sendable, CaseIterable {
  /// Owns the history and the decisions.
  case phone = 1
  /// Holds the recent past.
  case watch = 2

  /// The role of the other one.
  package var other: NodeRole { self == .phone ? .watch : .phone }

  /// What people type and read: "phone", "watch".
  package var name: String { self == .phone ? "phone" : "watch" }

  /// Reads ``name``; `nil` for every other text.
  package init?(name: String) {
    guard let role = NodeRole.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }
}
