internal import ConformanceKit
internal import ConformanceWire

/// A phone that was restored, and a watch that has seen later decisions, of which it has no seal: the owner says that
/// they count.
enum ReissueCases {
  private static let (heart, sleep) = (Sample.heartRateType, Sample.sleepType)
  /// The highest number that a record can be told with.
  static let last: Int64 = 1 << 62 - 1

  static let all = [
    reissue("after-a-higher-number") { peer, node, _ in
      let number = peer.settings["version"]["number"].number
      let record = try present(peer, to: node) { $0["version"]["number"] = .integer(number + 5) }
      try expect(record, number: number + 6, notOf: peer)
    },
    reissue("after-the-same-number") { peer, node, _ in
      let number = peer.settings["version"]["number"].number
      let record = try present(peer, to: node) { _ in }
      try expect(record, number: number + 1, notOf: peer)
    },
    reissue("after-a-lower-number") { peer, node, session in
      try PhoneRecordCases.setScope([heart], node)
      peer.settings = try peer.hearUntil("settings", in: session)
      // The watch has not heard of this one.
      try PhoneRecordCases.setScope([heart, sleep], node)
      let number = peer.settings["version"]["number"].number
      let record = try present(peer, to: node) {
        $0["scope"] = TypeScope([sleep, Sample.workoutType]).value
      }
      try expect(record, number: number + 2, notOf: peer)
      try expect(record, scope: TypeScope([sleep]))
    },
    reissue("up-to-the-last-number") { peer, node, _ in
      let record = try present(peer, to: node) { $0["version"]["number"] = .integer(last - 1) }
      try expect(record, number: last, notOf: peer)
    },
    reissue("after-a-number-without-a-scope") { peer, node, _ in
      let number = peer.settings["version"]["number"].number
      let record = try present(peer, to: node) {
        $0["version"]["number"] = .integer(number + 1)
        $0["scope"] = .absent
      }
      try expect(record, number: number + 2, notOf: peer)
      try expect(record, scope: TypeScope(isExclusion: false, []))
    },
    reissue("scope-that-both-allow") { peer, node, session in
      try PhoneRecordCases.setScope([heart, sleep], node)
      peer.settings = try peer.hearUntil("settings", in: session)
      let record = try present(peer, to: node) {
        $0["scope"] = TypeScope([sleep, Sample.workoutType]).value
      }
      try expect(record, scope: TypeScope([sleep]))
    },
    reissue("scope-without-what-one-excludes") { peer, node, session in
      try PhoneRecordCases.setScope([heart], isExclusion: true, node)
      peer.settings = try peer.hearUntil("settings", in: session)
      let record = try present(peer, to: node) {
        $0["scope"] = TypeScope(isExclusion: true, [sleep]).value
      }
      try expect(record, scope: TypeScope(isExclusion: true, [heart, sleep]))
    },
    access("what-both-allow", theirs: [Accesses.Row("app.first", heart)], share: 2, read: 2),
    access(
      "what-the-watch-saw-denied",
      theirs: [Accesses.Row("app.first", heart, share: 1, read: 1)], share: 1, read: 1),
    access(
      "what-the-watch-saw-half-denied",
      theirs: [Accesses.Row("app.first", heart, share: 2, read: 1)], share: 2, read: 1),
    access("what-the-watch-saw-taken-back", theirs: [], share: 0, read: 0),
    Case("settings/reissue/nothing-more", "SYNC-SETTINGS-ANSWER", of: .phone, needs: [.owner]) {
      stage in
      let (peer, node) = (try stage.peer(), try stage.node())
      try peer.ready().end()
      let kept = try Accesses.rows(peer.settings["accesses"])
      let record = try present(peer, to: node) {
        $0["accesses"] = Accesses.value(kept + [Accesses.Row("app.other", heart)])
      }
      let rows = try Accesses.rows(record["accesses"]).filter { $0.app == "app.other" }
      try Deviation.unless(
        !rows.contains { $0.share == 2 || $0.read == 2 },
        "nothing allowed that only the watch says", "\(rows.count) accesses")
    },
    Case(
      "settings/reissue/kept", "SYNC-SETTINGS-ANSWER", of: .phone, needs: [.owner, .restart]
    ) { stage in
      let (peer, node) = (try stage.peer(), try stage.node())
      try peer.ready().end()
      let number = peer.settings["version"]["number"].number
      _ = try present(peer, to: node) { $0["version"]["number"] = .integer(number + 5) }
      // The next one is told from what is kept.
      try node.restart(kill: true)
      peer.settings = ["version": ["number": 0]]
      let session = try peer.open()
      try session.say(peer.hello())
      let told = try session.expect("settings")["version"]["number"].number
      try Deviation.unless(told == number + 6, "number \(number + 6) again", "\(told)")
    },
  ]

  private static func reissue(
    _ path: String, _ body: @escaping @Sendable (Peer, Node, Session) throws -> Void
  ) -> Case {
    Case("settings/reissue/\(path)", "SYNC-SETTINGS-ANSWER", of: .phone, needs: [.owner]) {
      stage in
      let (peer, session) = try stage.ready()
      try body(peer, try stage.node(), session)
    }
  }

  /// An app that may do all on the phone, and what the watch has in its place.
  private static func access(
    _ path: String, theirs: [Accesses.Row], share: Int64, read: Int64
  ) -> Case {
    Case(
      "settings/reissue/\(path)", "SYNC-SETTINGS-ANSWER", of: .phone, needs: [.owner, .app]
    ) { stage in
      try Permissions(stage).set([Accesses.Row("app.first", heart)])
      let (peer, node) = (try stage.peer(), try stage.node())
      try peer.ready().end()
      let number = peer.settings["version"]["number"].number
      // What others were allowed on a phone that goes on stays as it is.
      let kept = try Accesses.rows(peer.settings["accesses"]).filter { $0.app != "app.first" }
      let record = try present(peer, to: node) {
        $0["version"]["number"] = .integer(number + 1)
        $0["accesses"] = Accesses.value(kept + theirs)
      }
      let row = try Accesses.rows(record["accesses"]).first {
        $0.app == "app.first" && $0.type == heart
      }
      let told = (row?.share ?? 0, row?.read ?? 0)
      try Deviation.unless(
        told == (share, read), "sharing \(share) and reading \(read)",
        "sharing \(told.0) and reading \(told.1)")
    }
  }

  /// Presents another record than the one in force, about which the owner is asked; returns what the phone decides then.
  @discardableResult
  static func present(
    _ peer: Peer, to node: Node, _ change: (inout Value) -> Void
  ) throws -> Value {
    peer.settings["version"]["incarnation"] = .unsigned(peer.incarnation)
    peer.settings["seal"] = .absent
    change(&peer.settings)
    let session = try peer.open()
    try session.say(peer.hello())
    _ = try session.expectEnd(.brake, not: ["settings", "welcome"])
    try answer(peer, accept: true, node)
    return try hearDecision(peer)
  }

  static func answer(_ peer: Peer, accept: Bool, _ node: Node) throws {
    try node.owner(
      "Operator/AnswerBrake", ["peer": .text(peer.device.name), "accept": .flag(accept)])
  }

  /// Presents the record once more, and is told the phone's.
  static func hearDecision(_ peer: Peer) throws -> Value {
    let session = try peer.open()
    try session.say(peer.hello())
    let record = try session.expect("settings")
    peer.settings = record
    // Nor does it decide otherwise a moment later.
    try session.say(peer.hello())
    _ = try session.expect("welcome")
    return record
  }

  static func expect(_ record: Value, number: Int64, notOf peer: Peer) throws {
    let version = record["version"]
    try Deviation.unless(
      version["number"].number == number && version["incarnation"].isPresent
        && version["incarnation"].word != peer.incarnation,
      "a record of number \(number) by the phone itself", "number \(version["number"].number)")
  }

  static func expect(_ record: Value, scope: TypeScope) throws {
    let told = try TypeScope(record["scope"])
    try Deviation.unless(told == scope, "the scope that both allow", "\(record["scope"])")
  }
}
