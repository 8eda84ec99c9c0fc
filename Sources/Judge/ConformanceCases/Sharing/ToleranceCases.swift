internal import ConformanceKit
internal import ConformanceWire

/// What ends no session, and facts that come late.
enum ToleranceCases {
  static let all =
    [
      tolerates("the-same-batch-ten-times") { peer in
        let message = peer.batch(of: [peer.heartRate()])
        return [Message](repeating: message, count: 10)
      },
      tolerates("unknown-type") { peer in
        let dot = peer.newDot("TypeThatNobodyKnows")
        return [
          peer.batch(of: [
            Sample(
              dot, uuid: Sample.uuid(dot), start: peer.floor, end: peer.floor, .category(1))
          ])
        ]
      },
      tolerates("death-of-the-unseen") { peer in [peer.burial([peer.heartRate()])] },
      tolerates("year-one-and-year-9999") { peer in
        [
          peer.batch(of: [
            peer.heartRate(at: Instant.beginning), peer.heartRate(at: Instant.end.nextDown),
          ])
        ]
      },
      tolerates("overtaken-view", of: .watch) { peer in
        var message = peer.batch(of: [peer.heartRate()])
        message.value["batch"]["view"] = .unsigned(peer.view ^ 2)
        return [message]
      },
      tolerates("empty-batch") { _ in [Message("SyncMessage", ["batch": [:]])] },
      tolerates("death-of-many-unseen") { peer in
        [peer.burial((0..<4000).map { _ in peer.heartRate() })]
      },
      tolerates("acknowledgement-of-more-than-was-said") { peer in
        [
          .acknowledgement(vector: peer.vector, cursor: peer.cursor, received: 1 << 40)
        ]
      },
      greets("clock-ahead") { $0["now"] = 1e15 }, greets("clock-behind") { $0["now"] = -1e15 },
      Case("sharing/never-fatal/ordinal-back", "SYNC-NEVER-FATAL", of: .phone) { stage in
        let peer = try stage.peer()
        for ordinal in [9, 3, 0] as [UInt64] {
          peer.ordinal = ordinal
          try peer.tell { [peer.batch([peer.heartRate()])] }
        }
        try peer.tell { [] }
        try Deviation.unless(
          try peer.look().rows.count == 3, "three samples, whatever the ordinals", "others")
      },
      Case("sharing/never-fatal/overtaken-settings", "SYNC-NEVER-FATAL", of: .watch) { stage in
        let peer = try stage.peer()
        let old = peer.settings
        peer.decide(["types": [.text(Sample.heartRateType)]])
        let session = try peer.ready()
        try session.say(Message("SyncMessage", ["settings": old]))
        // The watch says hello to settings, also to those that it ignores.
        peer.note(
          try session.expect("hello", passing: ["acknowledgement", "questions", "compare"]))
        try session.say(peer.welcomeMessage())
        let sample = peer.heartRate()
        try peer.deliver(peer.batch([sample]), in: session)
        try session.end()
        let hello = try peer.begin().introduction
        try Deviation.unless(
          hello["settings"]["version"] == peer.settings["version"],
          "the record with the higher number", "another one")
      },
      late("inserts", of: .phone) { peer, sample in
        [peer.batch([sample])]
      } holds: {
        $0
      },
      late("deaths", of: .phone) { peer, sample in
        [peer.batch([sample]), peer.burial([sample])]
      } holds: { _ in
        []
      },
      late("inserts", of: .watch) { peer, sample in
        [peer.batch([sample])]
      } holds: {
        $0
      },
      late("deaths", of: .watch) { peer, sample in
        [peer.batch([sample]), peer.burial([sample])]
      } holds: { _ in
        []
      },
    ]

  /// Messages that change little or nothing, and a sample after them.
  private static func tolerates(
    _ word: String, of role: Role? = nil,
    _ make: @escaping @Sendable (Peer) -> [Message]
  ) -> Case {
    Case("sharing/never-fatal/\(word)", "SYNC-NEVER-FATAL", of: role) { stage in
      let (peer, session) = try stage.ready()
      for message in make(peer) {
        try session.say(message)
        try peer.noteTold(message)
      }
      try peer.awaitAcknowledgement(in: session)
      let sample = peer.sleep()
      try peer.deliver(peer.batch([sample]), in: session)
      try session.expectAlive()
      try session.end()
      let held = try peer.look()
      try Deviation.unless(
        held.rows[sample.dot] == sample, "a sample that came after it in the same session", "none")
    }
  }

  /// A hello or a welcome with something odd in it.
  private static func greets(
    _ word: String, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Case {
    Case("sharing/never-fatal/\(word)", "SYNC-NEVER-FATAL") { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      let (session, _) = try peer.begin { message in
        for kind in ["hello", "welcome"] where message[kind].isPresent {
          change(&message.value[kind])
        }
      }
      try peer.deliver(peer.batch([sample]), in: session)
      try session.end()
      try peer.look().expect([sample], "a sample of a session with a peer whose clock is off")
    }
  }

  /// Facts that come before the handshake is through, as those of an earlier session do.
  private static func late(
    _ word: String, of role: Role, _ make: @escaping @Sendable (Peer, Sample) -> [Message],
    holds: @escaping @Sendable ([Sample]) -> [Sample]
  ) -> Case {
    Case("sharing/late/\(word)-to-a-\(role.word)", "SYNC-LATE-FACTS", of: role) { stage in
      let peer = try stage.peer()
      try peer.tell { [] }
      let sample = peer.heartRate()
      let session = try peer.open()
      if role == .watch { peer.note(try session.expect("hello")) }
      for message in make(peer, sample) { try session.say(message) }
      // The handshake after it shows that it was processed.
      if role == .phone {
        try session.say(peer.hello())
        _ = try session.expect("welcome", passing: ["acknowledgement"])
      } else {
        try session.say(peer.welcomeMessage())
        try peer.settleEither(session)
      }
      try session.end()
      try peer.look().expect(
        holds([sample]), "what is left by facts that came before the handshake was through")
    }
  }
}
