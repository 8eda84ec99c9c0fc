package import ConformanceWire

/// How cases get ready what they need; what depends on the node under test is a protocol's.
///
/// All but `reach` and `leave` is called on the case's own thread.
package struct Staging: Sendable {
  /// The role of the node under test.
  package var role: Role
  /// What the target has to offer beyond the port of nodes.
  package var offers: Set<Need>
  /// The target in words, for reports.
  package var target: String
  /// Reaches the node once, before anything else.
  package var reach: @Sendable () throws -> Void
  /// Makes the stage of a case, and registers how to end it from outside.
  package var raise: @Sendable (Case, EmergencyStop) throws -> Stage
  /// What an error of a case means that is no verdict by itself; without a stage where none was made.
  package var judge: @Sendable (any Error, Stage?) -> Verdict
  /// What passed on the stage so far.
  package var evidence: @Sendable (Stage) -> [Evidence]
  /// What no report may show.
  package var secrets: @Sendable (Stage) -> [[UInt8]]
  /// Ends the stage's node, and takes away what was made for it.
  package var lower: @Sendable (Stage) -> Void
  /// Leaves the node for good, once all cases are over: what stays behind, in words, if anything does that
  /// need not.
  package var leave: @Sendable () -> String?
  /// Whether cases share the one node, so that no two of them run beside each other.
  package var isShared: Bool

  /// Makes a staging.
  package init(
    role: Role, offers: Set<Need>, target: String,
    reach: @escaping @Sendable () throws -> Void = {},
    raise: @escaping @Sendable (Case, EmergencyStop) throws -> Stage,
    judge: @escaping @Sendable (any Error, Stage?) -> Verdict,
    evidence: @escaping @Sendable (Stage) -> [Evidence] = { _ in [] },
    secrets: @escaping @Sendable (Stage) -> [[UInt8]] = { _ in [] },
    lower: @escaping @Sendable (Stage) -> Void = { _ in },
    leave: @escaping @Sendable () -> String? = { nil }, isShared: Bool = false
  ) {
    self.role = role
    self.offers = offers
    self.target = target
    self.reach = reach
    self.raise = raise
    self.judge = judge
    self.evidence = evidence
    self.secrets = secrets
    self.lower = lower
    self.leave = leave
    self.isShared = isShared
  }
}

extension Staging {
  /// Why the case cannot be asked of this target; `nil` where it can.
  func obstacle(to item: Case) -> String? {
    if let wanted = item.target, wanted != role {
      return "the clause is about a \(wanted.word), and this node is a \(role.word)"
    }
    let missing = Need.allCases.filter { item.needs.contains($0) && !offers.contains($0) }
    guard !missing.isEmpty else { return nil }
    return "the target does not offer \(missing.map(\.phrase).joined(separator: " and "))"
  }
}
