internal import ConformanceKit
internal import ConformanceWire

/// Which cursors serve, and what a cursor replaces.
enum CursorCases {
  static let all = [
    Case("sharing/cursor/beginning-serves", "SYNC-CURSOR-TAG", of: .phone) { stage in
      let peer = try stage.peer()
      let welcome = try peer.begin().introduction
      try Deviation.unless(
        !welcome["must_reconcile"].isTrue, "no reconciliation, as the beginning of a log serves",
        "must_reconcile")
    },
    Case("sharing/cursor/beginning-serves-a-watch", "SYNC-CURSOR-TAG", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      try peer.settleEither(session)
    },
    tag("of-another-writer", of: .phone) { ["position": $0["position"], "incarnation": 77] },
    tag("beyond-the-head", of: .phone) {
      [
        "position": .integer($0["position"].number + 1_000_000),
        "incarnation": $0["incarnation"],
      ]
    },
    tag("of-another-writer", of: .watch) { ["position": $0["position"], "incarnation": 77] },
    tag("beyond-the-head", of: .watch) {
      [
        "position": .integer($0["position"].number + 1_000_000),
        "incarnation": $0["incarnation"],
      ]
    },
    Case("sharing/cursor/that-was-told-serves", "SYNC-CURSOR-TAG", of: .phone, needs: [.owner]) {
      stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      try stage.node().delete(samples[0])
      try peer.ready().settled(by: peer)
      let welcome = try peer.begin().introduction
      try Deviation.unless(
        !welcome["must_reconcile"].isTrue, "no reconciliation with a cursor that was told",
        "must_reconcile")
    },
    Case("sharing/cursor/lower-replaces", "SYNC-CURSOR-REPLACES", needs: [.owner]) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      try stage.node().delete(samples[0])
      try peer.ready().settled(by: peer)
      peer.cursor = ["position": 0]
      try peer.ready().settled(by: peer)
      let told = try peer.heardDeaths.map(\.dot)
      try Deviation.unless(
        told == [samples[0].dot], "the death again, to a peer whose cursor went back",
        "\(told.count) deaths")
    },
  ]

  /// A cursor that does not serve: the watch has to reconcile.
  private static func tag(
    _ word: String, of role: Role, _ change: @escaping @Sendable (Value) -> Value
  ) -> Case {
    Case(
      "sharing/cursor/\(word)-to-a-\(role.word)", "SYNC-CURSOR-TAG", of: role, needs: [.owner]
    ) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      try stage.node().delete(samples[0])
      try peer.ready().settled(by: peer)
      peer.cursor = change(peer.cursor)
      let session = try peer.open()
      if role == .phone {
        try session.say(peer.hello())
        let welcome = try session.expect("welcome")
        try Deviation.unless(
          welcome["must_reconcile"].isTrue, "a welcome that makes the watch reconcile",
          "one that does not")
      } else {
        peer.note(try session.expect("hello"))
        try session.say(peer.welcomeMessage())
        _ = try session.expect("reconcile", passing: ["questions"])
      }
    }
  }
}
