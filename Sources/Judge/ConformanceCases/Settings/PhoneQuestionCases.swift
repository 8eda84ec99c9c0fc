internal import ConformanceKit
internal import ConformanceWire

/// What a phone does with the questions of a watch.
enum PhoneQuestionCases {
  private static let app = "app.first"

  static let all = [
    asking("shown-to-the-owner", "QUESTION-SHOWN") { peer, session, node in
      try ask([QuestionRules.question(1)], peer, session)
      try expectOne(try open(node))
    },
    asking("of-a-hello-is-shown", "QUESTION-SHOWN") { peer, session, node in
      var hello = peer.hello()
      hello["hello"]["questions"] = [QuestionRules.question(1)]
      try session.say(hello)
      _ = try peer.hearUntil("welcome", in: session)
      try expectOne(try open(node))
    },
    asking("replaced-by-questions", "SYNC-HELLO-QUESTIONS") { peer, session, node in
      try ask([QuestionRules.question(1, app: "app.old")], peer, session)
      try ask([QuestionRules.question(2)], peer, session)
      try expectOne(try open(node))
    },
    asking("replaced-by-hello", "SYNC-HELLO-QUESTIONS") { peer, session, node in
      try ask([QuestionRules.question(1)], peer, session)
      try peer.greet(session)
      let left = try open(node)
      try Deviation.unless(
        left.isEmpty, "no request after a hello without questions", "\(left.count)")
    },
    asking("withdrawn", "SYNC-HELLO-QUESTIONS") { peer, session, node in
      try ask([QuestionRules.question(1)], peer, session)
      try ask([], peer, session)
      let left = try open(node)
      try Deviation.unless(left.isEmpty, "no request that was withdrawn", "\(left.count)")
    },
    asking("approved", "SETTINGS-DECIDED") { peer, session, node in
      try ask([QuestionRules.question(7)], peer, session)
      try node.decide(app, approving: true)
      try expect(share: 2, read: 2, isAnswered: true, peer, session)
    },
    asking("denied", "SETTINGS-DECIDED") { peer, session, node in
      try ask([QuestionRules.question(7)], peer, session)
      try node.decide(app, approving: false)
      try expect(share: 1, read: 1, isAnswered: true, peer, session)
    },
    asking("decided-in-part", "SETTINGS-DECIDED") { peer, session, node in
      try ask([QuestionRules.question(7)], peer, session)
      try node.owner(
        "Operator/Decide",
        [
          "id": try open(node).first?["id"] ?? .absent,
          "decisions": [["type": .text(Sample.heartRateType), "share": true]],
        ])
      try expect(share: 2, read: 0, isAnswered: false, peer, session)
      try expectOne(try open(node))
    },
    asking("revoked", "SETTINGS-DECIDED") { peer, session, node in
      try ask([QuestionRules.question(7)], peer, session)
      try node.decide(app, approving: true)
      try expect(share: 2, read: 2, isAnswered: true, peer, session)
      try peer.greet(session)
      try node.revoke(app)
      try expect(share: 1, read: 1, isAnswered: nil, peer, session)
    },
    asking("companion-is-waited-for", "STORE-ACCESS-COMPANION", needs: [.owner, .app]) {
      peer, session, node in
      let whole = try node.app(token: try node.makeApp("app"))
      // Before there is anything it is over at once, and for others always.
      _ = try whole.call("Store/HandleAuthorization")
      try ask([QuestionRules.question(7)], peer, session)
      _ = try node.app(token: try node.makeApp("ap")).call("Store/HandleAuthorization")
      let call = try whole.start("Store/HandleAuthorization")
      try node.decide(app, approving: false)
      _ = try call.following()
    },
    asking("number-goes-up", "SETTINGS-NUMBER-UP") { peer, session, node in
      let before = peer.settings["version"]["number"].number
      try ask([QuestionRules.question(7)], peer, session)
      try node.decide(app, approving: true)
      let version = try peer.hearUntil("settings", in: session)["version"]
      try Deviation.unless(
        version["number"].number > before && version["incarnation"].isPresent,
        "a higher number than \(before), and who decided", "number \(version["number"].number)")
    },
  ]

  private static func asking(
    _ path: String, _ clause: String, needs: Set<Need> = [.owner],
    _ body: @escaping @Sendable (Peer, Session, Node) throws -> Void
  ) -> Case {
    Case("settings/answering/\(path)", clause, of: .phone, needs: needs) { stage in
      let peer = try stage.peer()
      try body(peer, try peer.ready(), try stage.node())
    }
  }

  /// Tells all open questions, and sees them processed.
  private static func ask(_ questions: [Value], _ peer: Peer, _ session: Session) throws {
    try session.say(
      Message("SyncMessage", ["questions": ["questions": .list(questions)]]))
    try peer.sync(session)
  }

  private static func open(_ node: Node) throws -> [Value] {
    try node.owner("Operator/ListRequests")["requests"].items
  }

  private static func expectOne(_ requests: [Value]) throws {
    try Deviation.unless(
      requests.count == 1 && requests[0]["bundle_identifier"].string == app
        && requests[0]["device"].string == "Judge's watch"
        && requests[0]["name"].string == "First"
        && requests[0]["share_reason"].string == "To keep it."
        && requests[0]["read_reason"].string == "To show it.",
      "the one request, of the watch's app", "\(requests)")
  }

  /// Hears a record with what was decided.
  private static func expect(
    share: Int64, read: Int64, isAnswered: Bool?, _ peer: Peer, _ session: Session
  ) throws {
    let settings = try peer.hearUntil("settings", in: session)
    peer.settings = settings
    let rows = try Accesses.rows(settings["accesses"])
    let shared = rows.first { $0.app == app && $0.type == Sample.heartRateType }?.share ?? 0
    let seen = rows.first { $0.app == app && $0.type == Sample.sleepType }?.read ?? 0
    try Deviation.unless(
      shared == share && seen == read, "sharing \(share) and reading \(read)",
      "sharing \(shared) and reading \(seen)")
    guard let isAnswered else { return }
    let answered = settings["answered"].items.contains { $0.word == 7 }
    try Deviation.unless(
      answered == isAnswered, isAnswered ? "the question among those answered" : "it still open",
      answered ? "it among those answered" : "it is not named")
  }
}
