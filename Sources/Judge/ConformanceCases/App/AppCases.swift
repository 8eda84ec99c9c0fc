internal import ConformanceKit
internal import ConformanceWire

/// The section "app": what apps of the same machine may rely on.
enum AppCases {
  static let all =
    CallerCases.all + ConditionRules.all + RequestRules.all + SavingRules.all + SavingCases.all
    + DenialCases.all + QueryCases.all + AnchorCases.all + FeedCases.all + SubscriptionCases.all
    + PermissionCases.all + AppDocumentCases.all + DocumentGrantCases.all + ActivityCases.all
    + WorkoutCases.all
    + PlainCases.all + StoreRuleCases.all

  /// What most cases are about.
  static let heart = Sample.heartRateType
  static let sleep = Sample.sleepType
  static let steps = "HKQuantityTypeIdentifierStepCount"

  /// A case with apps of which the first may do all with heart rates.
  static func granted(
    _ path: String, _ clause: String, needs: Set<Need> = [.owner, .app],
    _ body: @escaping @Sendable (LocalCaller, Permissions, Stage) throws -> Void
  ) -> Case {
    Case(path, clause, needs: needs) { stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", heart)])
      try body(try permissions.app(), permissions, stage)
    }
  }

  /// A case about what the owner's socket is answered.
  static func owned(
    _ path: String, _ clause: String,
    _ body: @escaping @Sendable (LocalCaller, Node) throws -> Void
  ) -> Case {
    Case(path, clause, needs: [.owner]) { stage in
      let node = try stage.node()
      try body(try node.judgedOwner(), node)
    }
  }

  /// A case that sends the owner's invalid request, which has to be refused.
  ///
  /// `valid` is the same request without the mistake.
  static func refused(
    _ path: String, _ clause: String, _ method: String, _ broken: Value, insteadOf valid: Value
  ) -> Case {
    owned("app/\(path)", clause) { owner, _ in
      try owner.expect(.argument, of: method, broken, insteadOf: valid)
    }
  }

  static func save(_ samples: [Sample]) -> Value { ["runs": .list(Run.savable(samples))] }

  /// The runs that a query tells.
  static func runs(_ caller: LocalCaller, _ request: Value) throws -> [Value] {
    try caller.all("Store/Query", request).flatMap { $0["runs"].items }
  }

  /// Runs of samples that are told without dots, as samples.
  static func uuids(_ runs: [Value]) throws -> [[UInt8]] {
    try runs.flatMap { try Column.uuids($0, "uuids", rows: Int($0["count"].number)) }
      .map(\.bytes)
  }
}
