internal import ConformanceKit
internal import ConformanceWire

/// A phone that calls a watch which believes that it has a session.
enum StaleCallCases {
  static let all = [
    Case(
      "handshake/call/phones-after-15-seconds", "SYNC-CALL-STALE", of: .watch,
      needs: [.clock, .owner]
    ) { stage in
      let peer = try stage.peer()
      let old = try peer.ready()
      try peer.ask(old)
      try stage.node().advanceClock(16)
      let new = try call(peer)
      try old.expectEnd(.superseded)
      try peer.welcome(new)
      try peer.ask(new)
    },
    Case(
      "handshake/call/phones-after-12-seconds", "SYNC-CALL-STALE", of: .watch,
      needs: [.clock, .owner]
    ) { stage in
      let peer = try stage.peer()
      let old = try peer.ready()
      try peer.ask(old)
      try stage.node().advanceClock(12)
      // What passed since the call, by the machine's clock, is much less than the three that are left.
      let refused = try Call.start(try peer.device.link(), "/dyad.v1.Sync/Session")
      guard case .end(let end) = try refused.receive(by: nil), end.code == 10 else {
        throw Deviation(
          expected: "ABORTED, because the watch has just called", observed: "another answer")
      }
      try peer.ask(old)
    },
  ]

  /// A call of the phone that the watch takes.
  private static func call(_ peer: Peer) throws -> Session {
    (peer.told, peer.acknowledged, peer.heard) = (0, 0, 0)
    let link = try peer.device.link()
    let call = try Call.start(link, "/dyad.v1.Sync/Session")
    let fields = try call.receiveMetadata()
    try Deviation.unless(
      fields.value("grpc-status") == nil,
      "a call of the phone taken in the place of a session that it has lost",
      "it is refused with status \(fields.value("grpc-status") ?? "")")
    return Session(call, on: link, peer.scene)
  }
}
