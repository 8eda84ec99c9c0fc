internal import ConformanceKit
internal import ConformanceWire

/// A rule of the protocol's text, and what it is broken by, or kept to just so, in a message that keeps to all
/// others.
struct Rule: Sendable {
  typealias Change = @Sendable (inout Value) -> Void

  /// The last words of the case's path.
  let path: String
  /// The clause that has the rule.
  let clause: String
  let change: Change

  init(_ path: String, _ clause: String, _ change: @escaping Change) {
    self.path = path
    self.clause = clause
    self.change = change
  }

  /// What keeps to the rule, changed.
  func changed(_ valid: Value) -> Value {
    var value = valid
    change(&value)
    return value
  }

  /// The case below a path that plays it.
  func asCase(
    _ folder: String, of target: Role? = nil,
    _ play: @escaping @Sendable (Stage, Rule) throws -> Void
  ) -> Case {
    Case("\(folder)/\(path)", clause, of: target) { try play($0, self) }
  }
}
