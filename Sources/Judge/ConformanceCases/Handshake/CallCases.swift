internal import ConformanceKit
internal import ConformanceWire

/// Who calls whom, and what becomes of a second call.
enum CallCases {
  static let all = taken + order + again

  private static let taken = [
    Case("handshake/call/taken-before-anything-is-said", "SYNC-CALL-TAKEN", of: .phone) { stage in
      let session = try stage.peer().open()
      let status = try session.call.receiveMetadata().value(":status")
      try Deviation.unless(status == "200", "response headers with status 200", "\(status ?? "")")
    },
    Case("handshake/call/nothing-is-said-before-it-is-taken", "SYNC-CALL-TAKEN", of: .watch) {
      stage in
      let peer = try stage.peer()
      let session = try peer.takeCall(answers: false)
      try session.link.ping()
      try Deviation.unless(
        session.call.stream.takeData().isEmpty, "nothing before the call is taken",
        "bytes of a message")
      try session.call.sendHeaders()
      _ = try session.expect("hello")
    },
    Case("handshake/call/pairing-not-finished", "SYNC-CALL-PENDING", needs: [.window]) { stage in
      let device = try stage.stranger()
      let code = try device.node.pairingCode()
      let connection = try NodeConnection(
        to: device.node.address, as: device.identity, stage.scene)
      try connection.pair(try device.description(), code: code).run()
      let end = try refusal(of: device)
      try Deviation.unless(end.code == 14, "UNAVAILABLE until pairing is finished", "\(end)")
    },
  ]

  private static let order = [
    Case("handshake/call/second-session-ends-the-first", "SYNC-SESSION-ONE", of: .phone) { stage in
      let peer = try stage.peer()
      let first = try peer.ready()
      let second = try peer.ready()
      try first.expectEnd(.superseded)
      try peer.ask(second)
    },
    Case("handshake/call/watchs-takes-the-place-of-the-phones", "SYNC-CALL-ONE", of: .phone) {
      stage in
      let peer = try stage.peer()
      let first: Session
      do {
        first = try peer.takeCall()
      } catch WireError.silence {
        throw NotHere("the phone does not call")
      }
      try peer.greet(first)
      let second = try peer.ready()
      try first.expectEnd(.superseded)
      try peer.ask(second)
    },
    Case("handshake/call/phones-is-refused-by-a-watch-that-calls", "SYNC-CALL-ONE", of: .watch) {
      stage in
      let peer = try stage.peer()
      // It calls, and waits for the call to be taken.
      let session = try peer.takeCall(answers: false)
      try expectAborted(try refusal(of: peer.device))
      try session.call.sendHeaders()
      _ = try session.expect("hello")
    },
    Case("handshake/call/phones-is-refused-in-a-session", "SYNC-CALL-ONE", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      try expectAborted(try refusal(of: peer.device))
      try peer.ask(session)
    },
    Case("handshake/call/phones-second-ends-its-first", "SYNC-CALL-ONE", of: .watch) { stage in
      let peer = try stage.peer()
      try peer.takeCall(answers: false).call.end(14, "not now")
      let first = try callWatch(peer)
      try peer.welcome(first)
      let second = try callWatch(peer)
      try first.expectEnd(.superseded)
      try peer.welcome(second)
      try peer.ask(second)
    },
  ]

  private static let again = [
    Case(
      "handshake/call/again-after-pauses", "SYNC-CALL-AGAIN", of: .watch, needs: [.clock, .owner]
    ) { stage in
      let peer = try stage.peer()
      let node = try stage.node()
      // Twice in vain: 1 to 1.5 seconds, then 2 to 3.
      for pause in [1.0, 2.0] {
        try peer.takeCall(answers: false).call.end(14, "not now")
        try expectPause(pause, node)
        try node.advanceClock(pause * 1.5)
      }
      try peer.takeCall(answers: false).call.end(14, "not now")
      try expectPause(4, node)
    },
    Case(
      "handshake/call/again-from-the-first-pause", "SYNC-CALL-AGAIN", of: .watch,
      needs: [.clock, .owner]
    ) { stage in
      let peer = try stage.peer()
      let node = try stage.node()
      for pause in [1.0, 2.0] {
        try peer.takeCall(answers: false).call.end(14, "not now")
        try expectPause(pause, node)
        try node.advanceClock(pause * 1.5)
      }
      let session = try peer.takeCall()
      try peer.welcome(session)
      try peer.ask(session)
      try session.call.end(0)
      try expectPause(1, node)
      try node.advanceClock(1.5)
      _ = try peer.takeCall()
    },
    Case(
      "handshake/call/again-after-brakes", "SYNC-CALL-AGAIN", of: .watch, needs: [.clock, .owner]
    ) { stage in
      let peer = try stage.peer()
      try peer.share((0..<101).map { peer.heartRate(secondsAgo: 3600 + Double($0)) })
      peer.rows = [:]
      for _ in 0..<2 {
        let session = try peer.ready()
        try peer.settleAsPhone(session)
        let talk = Reconciliation(peer, in: session)
        try talk.hear()
        try talk.say(peer.listing([]))
        try session.expectEnd(.brake)
      }
      // Both were ready, and yet it was in vain twice.
      try expectPause(4, stage.node())
    },
    Case(
      "handshake/call/again-after-superseded", "SYNC-CALL-AGAIN", of: .watch,
      needs: [.clock, .owner]
    ) { stage in
      let peer = try stage.peer()
      let node = try stage.node()
      // Each was ready, and pushed out by another device that goes on with a copy of this one's state.
      for pause in [1.0, 2.0, 4.0] {
        let session = try peer.takeCall()
        try peer.welcome(session)
        try peer.ask(session)
        try session.say(Message("SyncMessage", ["ended": ["reason": 7]]))
        try session.call.end(0)
        try expectPause(pause, node)
        try node.advanceClock(pause * 1.5)
      }
    },
  ]

  /// Sees that the node means to call again after a pause that is not much longer than `least`.
  private static func expectPause(_ least: Double, _ node: Node) throws {
    let deadline = Deadline(after: .seconds(5))
    let owner = try node.judgedOwner()
    while !deadline.isOver {
      let status = try owner.call("Operator/GetStatus", [:])
      let peer = status["peers"][0]
      guard peer["next_try"].isPresent else { continue }
      let pause = peer["next_try"].real - status["now"].real
      // Some of it may have gone by, and a status may have looked at the clock before the pause was chosen.
      try Deviation.unless(
        pause <= least * 1.75 && pause > least / 2,
        "another call \(least) to \(least * 1.5) seconds after the last",
        "the next one comes in \(pause) seconds")
      return
    }
    throw Deviation(expected: "another try after a pause", observed: "none is planned")
  }

  /// How a call of the device is refused.
  private static func refusal(of device: Device) throws -> CallEnd {
    let call = try Call.start(try device.link(), "/dyad.v1.Sync/Session")
    switch try call.receive(by: nil) {
    case .end(let end): return end
    case .message:
      throw Deviation(expected: "a call that is refused", observed: "a message on it")
    }
  }

  private static func expectAborted(_ end: CallEnd) throws {
    try Deviation.unless(end.code == 10, "ABORTED, because the watch calls", "\(end)")
  }

  /// Calls the watch until it takes the call, which it refuses while it calls itself.
  private static func callWatch(_ peer: Peer) throws -> Session {
    let deadline = peer.scene.deadline
    while true {
      let link = try peer.device.link()
      let call = try Call.start(link, "/dyad.v1.Sync/Session")
      let fields = try call.receiveMetadata()
      if fields.value("grpc-status") == nil { return Session(call, on: link, peer.scene) }
      link.close()
      try Deviation.unless(
        !deadline.isOver, "a watch that takes a call while it does not call itself",
        "it refuses each")
    }
  }
}
