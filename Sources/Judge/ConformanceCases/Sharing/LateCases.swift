internal import ConformanceKit
internal import ConformanceWire

/// Facts of a view or a session that is over: they count where they are facts, and end nothing where not.
enum LateCases {
  static let all = overtaken + early

  /// Between a hello that is said again and the welcome to it, what was made for the old view still comes.
  private static let overtaken = [
    Case("sharing/late/inserts-for-the-view-before", "SYNC-LATE-FACTS", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let (late, again) = (peer.heartRate(70), peer.heartRate(80))
      let overtaken = peer.batch(of: [late, again])
      try peer.drawNewView(session)
      try peer.deliver(overtaken, in: session)
      try session.say(peer.welcomeMessage())
      try peer.deliver(peer.batch(of: [again]), in: session)
      try session.end()
      try peer.look().expect(
        [again], "what came for the view before is ignored, and taken when it comes for the new one"
      )
    },
    Case("sharing/late/skips-for-the-view-before", "SYNC-LATE-FACTS", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      let overtaken = peer.skip([sample.dot])
      try peer.drawNewView(session)
      try peer.deliver(overtaken, in: session)
      try session.say(peer.welcomeMessage())
      try peer.deliver(peer.batch(of: [sample]), in: session)
      try session.end()
      try peer.look().expect([sample], "a row that was skipped for the view before alone")
    },
    Case("sharing/late/deaths-beside-the-view-before", "SYNC-LATE-FACTS", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let (dead, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.deliver(peer.batch(of: [dead, kept]), in: session)
      let overtaken = peer.burial([dead])
      try peer.drawNewView(session)
      try peer.deliver(overtaken, in: session)
      try session.say(peer.welcomeMessage())
      try peer.sync(session)
      try session.end()
      let held = try peer.look()
      try held.expect([kept], "a death counts, whatever view there was when it was told")
      try held.expectDeaths(of: [dead], "the death, passed on")
    },
    Case("sharing/late/inserts-after-a-new-hello", "SYNC-LATE-FACTS", of: .phone) { stage in
      let (peer, session) = try stage.ready()
      let (dead, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.deliver(peer.batch([dead]), in: session)
      peer.view ^= 2
      try session.say(peer.hello())
      // It says what it has to say without waiting for the welcome.
      for message in [peer.batch([kept]), peer.burial([dead])] {
        try session.say(message)
        try peer.noteTold(message)
      }
      while peer.acknowledged < peer.told {
        let message = try session.hear("an acknowledgement of what came before the welcome")
        if SyncKind.of(message) != "welcome" { try peer.take(message, in: session) }
      }
      try session.end()
      let held = try peer.look()
      try held.expect([kept], "what a watch told before it was welcomed again")
      try held.expectDeaths(of: [dead], "the death, passed on")
    },
    Case("sharing/late/acknowledgement-of-the-session-before", "SYNC-LATE-FACTS", of: .phone) {
      stage in
      let (peer, samples) = try LogCases.filled(stage, count: 3)
      let late = peer.acknowledgementMessage()
      let session = try peer.open()
      try session.say(late)
      // It lost the samples since then, as its handshake says.
      peer.forget()
      peer.floor = Instant.beginning
      peer.known = ["others_from": .double(peer.floor)]
      try peer.greet(session)
      try peer.settleEither(session)
      try Deviation.unless(
        samples.allSatisfy { peer.rows[$0.dot] == $0 },
        "all 3 samples, to a watch whose hello says that it has none", "\(peer.rows.count) of them")
    },
  ]

  private static let early = [
    Case("sharing/late/reconciliation-in-one-part", "SYNC-LATE-FACTS", of: .phone) { stage in
      let peer = try stage.peer()
      let (dead, gone, kept) = (peer.heartRate(70), peer.heartRate(80), peer.heartRate(90))
      try peer.share([dead, gone, kept])
      // It has a whole vector and a list of all days, so it is a fact, whatever is said before and after it.
      let part = peer.listing([kept], deaths: [dead])
      let session = try peer.open()
      try session.say(Message("SyncMessage", ["reconcile": part]))
      try session.say(peer.hello())
      _ = try session.expect("welcome", passing: ["acknowledgement"])
      try session.end()
      let held = try peer.look()
      try held.expect([kept], "a reconciliation in one part counts, whenever it comes")
      try held.expectDeaths(of: [dead], "the death that it had, passed on")
    }
  ]
}

extension Peer {
  /// As a phone, decides something by which the watch draws a new view, and hears its hello; it is not
  /// welcomed yet.
  fileprivate func drawNewView(_ session: Session) throws {
    decide(["is_exclusion": true, "types": [.text(Sample.sleepType)]])
    try session.say(Message("SyncMessage", ["settings": settings]))
    note(try hearUntil("hello", in: session))
  }
}
