internal import ConformanceKit
internal import ConformanceWire

/// A rule of a field, and how a message that keeps all the others breaks it.
struct BrokenRule: Sendable {
  /// The last words of the case's path.
  let name: String
  /// The clause that has the rule.
  let clause: String
  /// The role of the nodes that hear such a message; `nil` for both.
  let target: Role?
  /// Breaks it.
  let change: @Sendable (inout Value) -> Void

  init(
    _ name: String, _ clause: String, of target: Role? = nil,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) {
    self.name = name
    self.clause = clause
    self.target = target
    self.change = change
  }
}
