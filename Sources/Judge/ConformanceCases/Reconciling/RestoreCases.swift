internal import ConformanceKit
internal import ConformanceWire

/// Nodes that were restored, on either side, and clones of a watch.
enum RestoreCases {
  static let all = [
    Case("reconciling/restore/the-peer-gets-its-rows-back", "SYNC-RESTORE-NOTHING") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      // It goes back to when it had the heart rate alone.
      peer.restore(to: [heart])
      let session = try peer.ready()
      while peer.rows[steps.dot] == nil {
        try peer.take(try session.hear("a sample that the peer lost by a restore"), in: session)
      }
      try session.end()
      try peer.expect([heart, steps], because: "a restore of the peer loses nothing")
    },
    Case("reconciling/restore/the-peer-hears-of-deaths-again", "SYNC-RESTORE-NOTHING") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      var session = try peer.ready()
      try peer.deliver(peer.burial([steps]), in: session)
      try session.end()
      // It goes back to before that death, and has a row that is dead.
      peer.restore(to: [heart, steps])
      session = try peer.ready()
      while peer.rows[steps.dot] != nil {
        try peer.take(try session.hear("a death that the peer lost by a restore"), in: session)
      }
      try session.end()
      try peer.expect([heart], gone: [steps], because: "a restore of the peer undoes no deletion")
    },
    Case("reconciling/restore/the-peer-writes-on", "SYNC-RESTORE-NOTHING") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      peer.restore(to: [heart])
      let after = peer.steps(80, secondsAgo: 60)
      let session = try peer.ready()
      try peer.deliver(peer.batch([after]), in: session)
      try session.end()
      try peer.expect([heart, steps, after], because: "what was written after a restore is new")
    },
    Case("reconciling/restore/an-ordinal-that-goes-back", "SYNC-RESTORE-NOTHING", of: .phone) {
      stage in
      let peer = try stage.peer()
      peer.ordinal = 40
      try peer.ready().end()
      peer.ordinal = 3
      let session = try peer.ready()
      try peer.settleEither(session)
    },
    Case(
      "reconciling/restore/an-ordinal-that-goes-back-alarms", "SYNC-RESTORE-NOTHING",
      level: .should, of: .phone, needs: [.owner]
    ) { stage in
      let peer = try stage.peer()
      peer.ordinal = 40
      try peer.ready().end()
      peer.ordinal = 3
      _ = try peer.ready()
      let call = try stage.scene.judgedStatus(of: stage.node())
      try Deviation.unless(
        call["peers"][0]["is_alarmed"].isTrue, "an alarm about a peer whose sessions went back",
        "no alarm")
    },
    Case(
      "reconciling/restore/the-node-gets-its-rows-back", "SYNC-RESTORE-NOTHING", needs: [.restart]
    ) { stage in
      let peer = try stage.peer()
      let heart = peer.heartRate(secondsAgo: 3600)
      try peer.share([heart])
      let backup = try Backup(of: stage.node())
      let steps = peer.steps(secondsAgo: 200_000)
      try peer.share([steps])
      try backup.restore()
      let session = try peer.open()
      try Deviation.unless(
        !peer.greetEither(session).covers(steps.dot),
        "a restored node that does not cover what came after the backup", "one that covers it")
      try peer.deliver(peer.batch(of: [steps]), in: session)
      try session.end()
      try peer.expect([heart, steps], because: "the peer has it and sent it again")
    },
    Case(
      "reconciling/restore/a-cursor-beyond-the-restored-log", "SYNC-CURSOR-TAG", of: .phone,
      needs: [.restart]
    ) { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let backup = try Backup(of: stage.node())
      let session = try peer.ready()
      try peer.deliver(peer.burial([steps]), in: session)
      while peer.cursor["position"].number == 0 {
        try peer.take(try session.hear("the death, by the phone's log"), in: session)
      }
      try session.end()
      try backup.restore()
      let next = try peer.open()
      try Deviation.unless(
        peer.greetUntilWelcome(next)["must_reconcile"].isTrue,
        "a welcome that wants a reconciliation, as the watch knows more of the log",
        "a welcome that wants none")
      try peer.reconcile(next)
      try next.end()
      try peer.expect([heart], gone: [steps], because: "the watch told its tombstones")
    },
    Case(
      "reconciling/restore/no-dot-means-two-things", "SYNC-INCARNATION-NEW",
      needs: [.owner, .restart]
    ) { stage in
      let peer = try stage.peer()
      let backup = try Backup(of: stage.node())
      let before = try peer.savedByOwner(61)
      try backup.restore()
      let after = try peer.savedByOwner(62)
      try Deviation.unless(
        before.dot.incarnation != after.dot.incarnation,
        "another incarnation for what is written after a restore",
        "the same as that of what was written before")
    },
    Case("reconciling/clone/one-session-at-a-time", "SYNC-SESSION-ONE", of: .phone) { stage in
      let peer = try stage.peer()
      let first = try peer.ready()
      let clone = try peer.ready()
      try first.expectEnd(.superseded)
      try peer.settleEither(clone)
    },
    Case("reconciling/clone/turn-by-turn", "SYNC-CURSOR-TAG", of: .phone) { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      var session = try peer.ready()
      try peer.deliver(peer.burial([heart]), in: session)
      try session.end()
      // The other one was copied before that, and wrote its own first entry.
      peer.restore(to: [heart, steps])
      session = try peer.open()
      let place = try peer.greetUntilWelcome(session)["cursor"]
      _ = peer.burial([steps])
      try Deviation.unless(
        place["position"].number == 1 && place["incarnation"].word != peer.incarnation,
        "the phone's cursor with who wrote the entry, so that it does not serve the clone",
        "a cursor at position \(place["position"].number)")
      let talk = Reconciliation(peer, in: session)
      try talk.say(peer.listing([heart], deaths: [steps]))
      try talk.finish()
      try session.end()
      try peer.expect([], gone: [heart, steps], because: "each clone deleted one of them")
    },
  ]
}

extension Peer {
  /// Goes back to when it held these samples and nothing else, and knew nothing of the node's log.
  fileprivate func restore(to samples: [Sample]) {
    let (numbers, known) = (numbers, known)
    forget()
    self.numbers = numbers
    self.known = known
    for sample in samples {
      rows[sample.dot] = sample
      vector.insert(sample.dot)
    }
  }

  /// Sees a session through the handshake: the node's vector.
  fileprivate func greetEither(_ session: Session) throws -> Vector {
    let news =
      device.role == .watch
      ? try greetUntilWelcome(session)["vector"] : try welcome(session)["vector"]
    return try Vector(news: news, having: [vector])
  }

  /// A sample that the node's owner saves, as the node tells it.
  func savedByOwner(_ value: Double) throws -> Sample {
    var run = Run.value([heartRate(value)])
    run["dots"] = .absent
    try device.node.save([run])
    let (held, session) = try observe()
    try session.end()
    let row = try Deviation.unlessThere(
      held.rows.values.first(where: { $0.payload == .quantity(value, unit: "count/min") }),
      "the sample that the owner saved", "no such sample")
    return row
  }
}

extension Scene {
  /// What the node's owner sees.
  fileprivate func judgedStatus(of node: Node) throws -> Message {
    let owner = try node.judgedOwner()
    let call = try owner.start("Operator/GetStatus")
    defer { owner.close() }
    let status = try Deviation.unlessThere(
      call.next(by: deadline), "the node's status", "the call ended without one")
    return status
  }
}
