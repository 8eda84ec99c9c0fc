internal import ConformanceKit
internal import ConformanceWire

/// A batch that breaks one rule, and what has to come of it: the session ends, and nothing of it is applied.
struct BrokenBatch: Sendable {
  let path: String
  let clause: String
  let target: Role?
  let valid: WellFormed.Making
  let spoil: @Sendable (inout Message) -> Void

  /// Breaks something of the batch.
  init(
    _ path: String, _ clause: String, of target: Role? = nil,
    _ valid: @escaping WellFormed.Making = WellFormed.hearts,
    _ spoil: @escaping @Sendable (inout Value) -> Void
  ) {
    self.init(message: path, clause, of: target, valid) { spoil(&$0.value["batch"]) }
  }

  /// Breaks something of the message.
  init(
    message path: String, _ clause: String, of target: Role? = nil,
    _ valid: @escaping WellFormed.Making,
    _ spoil: @escaping @Sendable (inout Message) -> Void
  ) {
    self.path = "batch/" + path
    self.clause = clause
    self.target = target
    self.valid = valid
    self.spoil = spoil
  }

  /// Breaks something of the first run.
  static func run(
    _ path: String, _ clause: String, _ valid: @escaping WellFormed.Making = WellFormed.hearts,
    _ spoil: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    Self(path, clause, valid) { spoil(&$0["runs"][0]) }
  }

  /// Breaks something of the first body.
  static func body(
    _ path: String, _ clause: String, _ valid: @escaping WellFormed.Making,
    _ spoil: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    Self(path, clause, valid) { spoil(&$0["runs"][0]["objects"]["bodies"][0]) }
  }

  /// Breaks something of the first metadata column.
  static func metadata(
    _ path: String, _ clause: String, _ spoil: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    Self(path, clause, WellFormed.metadata) { spoil(&$0["runs"][0]["metadata"][0]) }
  }

  /// Breaks something of the first run of deletions.
  static func death(
    _ path: String, _ clause: String, _ valid: @escaping WellFormed.Making = WellFormed.burial,
    _ spoil: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    Self(path, clause, valid) { spoil(&$0["deletions"][0]) }
  }

  /// Sends it to a node that holds one sample, which has to be all it holds afterwards.
  var asCase: Case {
    Case(path, clause, of: target) { stage in
      let peer = try stage.peer()
      let session = try peer.ready()
      let witness = peer.heartRate(71)
      try peer.deliver(peer.batch([witness]), in: session)
      let told = peer.told
      let valid = self.valid(peer, witness)
      var broken = valid
      spoil(&broken)
      try session.say(broken, insteadOf: valid)
      try session.expectRefusal(acknowledged: told)
      try peer.expectOnly(witness)
    }
  }
}

extension Session {
  /// Sees the session end with VIOLATION, without an acknowledgement of more than what was told before.
  func expectRefusal(acknowledged told: Int) throws {
    let awaited = "the session to end with VIOLATION"
    while true {
      let message = try hear(awaited)
      switch SyncKind.of(message) {
      case "acknowledgement" where message["acknowledgement"]["received"].word > UInt64(told):
        throw Deviation(expected: awaited, observed: "it acknowledged the message")
      case "ended":
        let reason = EndReason(rawValue: Int(message["ended"]["reason"].number))
        guard reason == .violation else {
          throw Deviation(expected: awaited, observed: "it ended with \(reason?.name ?? "nothing")")
        }
        guard case .end = try receive() else {
          throw Deviation(expected: "the end of the call", observed: "a message after 'ended'")
        }
        return endAfterLastWord()
      default: continue
      }
    }
  }
}

extension Peer {
  /// Sees that the node holds one sample, and that nothing is dead.
  func expectOnly(_ sample: Sample) throws {
    let (held, _) = try observe()
    guard held.dots == [sample.dot], held.deaths.isEmpty else {
      throw Deviation(
        expected: "nothing of the refused message to be applied",
        observed: "\(held.rows.count) samples and \(held.deaths.count) deaths, where 1 and 0 were")
    }
  }
}
