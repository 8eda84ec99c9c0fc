internal import ConformanceKit
internal import ConformanceWire

/// Batches that break one rule, and what has to come of each: the session ends, and nothing of it is applied.
extension Case {
  /// Breaks something of the batch.
  static func batch(
    _ path: String, _ clause: String, of target: Role? = nil,
    _ valid: @escaping WellFormed.Making = WellFormed.hearts, _ spoil: @escaping Rule.Change
  ) -> Case {
    batch(message: path, clause, of: target, valid) { spoil(&$0.value["batch"]) }
  }

  /// Breaks something of the message, and sends it to a node that holds one sample, which has to be all it holds
  /// afterwards.
  static func batch(
    message path: String, _ clause: String, of target: Role? = nil,
    _ valid: @escaping WellFormed.Making, _ spoil: @escaping @Sendable (inout Message) -> Void
  ) -> Case {
    Case("batch/" + path, clause, of: target) { stage in
      let (peer, session) = try stage.ready()
      let witness = peer.heartRate(71)
      try peer.deliver(peer.batch([witness]), in: session)
      let told = peer.told
      let valid = valid(peer, witness)
      var broken = valid
      spoil(&broken)
      try session.say(broken, insteadOf: valid)
      try session.expectRefusal(acknowledged: told)
      try peer.expectOnly(witness)
    }
  }

  /// Breaks something of the first run.
  static func batchRun(
    _ path: String, _ clause: String, _ valid: @escaping WellFormed.Making = WellFormed.hearts,
    _ spoil: @escaping Rule.Change
  ) -> Case {
    batch(path, clause, valid) { spoil(&$0["runs"][0]) }
  }

  /// Breaks something of the first body.
  static func batchBody(
    _ path: String, _ clause: String, _ valid: @escaping WellFormed.Making,
    _ spoil: @escaping Rule.Change
  ) -> Case {
    batch(path, clause, valid) { spoil(&$0["runs"][0]["objects"]["bodies"][0]) }
  }

  /// Breaks something of the first metadata column.
  static func batchMetadata(
    _ path: String, _ clause: String, _ spoil: @escaping Rule.Change
  ) -> Case {
    batch(path, clause, WellFormed.metadata) { spoil(&$0["runs"][0]["metadata"][0]) }
  }

  /// Breaks something of the first run of deletions.
  static func batchDeath(
    _ path: String, _ clause: String, _ valid: @escaping WellFormed.Making = WellFormed.burial,
    _ spoil: @escaping Rule.Change
  ) -> Case {
    batch(path, clause, valid) { spoil(&$0["deletions"][0]) }
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
        try Deviation.unless(
          reason == .violation, awaited, "it ended with \(reason?.name ?? "nothing")")
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
    try Deviation.unless(
      held.dots == [sample.dot] && held.deaths.isEmpty,
      "nothing of the refused message to be applied",
      "\(held.rows.count) samples and \(held.deaths.count) deaths, where 1 and 0 were")
  }
}
