internal import ConformanceKit
internal import ConformanceWire

/// What apps of a watch ask its phone.
enum WatchQuestionCases {
  private static let app = "app.first"

  static let all = [
    Case("settings/asking/told-at-once", "QUESTION-TOLD", of: .watch, needs: [.owner, .app]) {
      stage in
      let (peer, session, caller) = try begin(on: stage)
      _ = try caller.call("Store/RequestAuthorization", request)
      let questions = try peer.hearUntil("questions", in: session)["questions"].items
      try expectAsked(questions)
    },
    Case("settings/asking/told-in-hello", "QUESTION-TOLD", of: .watch, needs: [.owner, .app]) {
      stage in
      let caller = try stage.node().app(token: try stage.node().makeApp(app))
      _ = try caller.call("Store/RequestAuthorization", request)
      try expectAsked(try stage.peer().open().expect("hello")["questions"].items)
    },
    Case(
      "settings/asking/kept-over-a-crash", "QUESTION-TOLD", of: .watch,
      needs: [.owner, .app, .restart]
    ) { stage in
      let caller = try stage.node().app(token: try stage.node().makeApp(app))
      _ = try caller.call("Store/RequestAuthorization", request)
      try stage.node().restart(kill: true)
      try expectAsked(try stage.peer().open().expect("hello")["questions"].items)
    },
    Case(
      "settings/asking/answer-closes-it", "SETTINGS-ANSWERED", of: .watch, needs: [.owner, .app]
    ) { stage in
      let (peer, session, caller) = try begin(on: stage)
      _ = try caller.call("Store/RequestAuthorization", request)
      let asked = try peer.hearUntil("questions", in: session)["questions"]
      let hello = try answer(asked, peer, session, share: 2, read: 1)
      try Deviation.unless(
        hello["questions"].items.isEmpty, "a hello without the question that was answered",
        "\(hello["questions"].items.count) questions")
    },
    Case(
      "settings/asking/other-answer-closes-nothing", "SETTINGS-ANSWERED", of: .watch,
      needs: [.owner, .app]
    ) { stage in
      let (peer, session, caller) = try begin(on: stage)
      _ = try caller.call("Store/RequestAuthorization", request)
      let asked = try peer.hearUntil("questions", in: session)["questions"]
      let hello = try peer.decide(in: session) {
        $0["answered"] = [.unsigned(asked[0]["id"].word ^ 1)]
      }
      try expectAsked(hello["questions"].items)
    },
    Case(
      "settings/asking/who-waits-is-told", "STORE-ACCESS-ASKED", of: .watch, needs: [.owner, .app]
    ) { stage in
      let (peer, session, caller) = try begin(on: stage)
      var waiting = request
      waiting["no_wait"] = .absent
      let call = try caller.start("Store/RequestAuthorization", waiting)
      let asked = try peer.hearUntil("questions", in: session)["questions"]
      try answer(asked, peer, session, share: 1, read: 1)
      let response = try call.following()
      try Deviation.unless(
        response["is_decided"].isTrue, "the end of the wait, without what was decided",
        response.text)
    },
    Case(
      "settings/asking/decided-is-not-asked-again", "STORE-ACCESS-ONCE", of: .watch,
      needs: [.owner, .app]
    ) { stage in
      let (peer, session, caller) = try begin(on: stage)
      _ = try caller.call("Store/RequestAuthorization", request)
      let asked = try peer.hearUntil("questions", in: session)["questions"]
      try answer(asked, peer, session, share: 1, read: 1)
      let again = try caller.call("Store/RequestAuthorization", request)
      let hello = try peer.decide(in: session) { _ in }
      try Deviation.unless(
        again["is_decided"].isTrue && hello["questions"].items.isEmpty,
        "no question about what was denied", "\(hello["questions"].items.count) questions")
    },
    Case(
      "settings/asking/nothing-waits-in-vain", "SETTINGS-ANSWERED", of: .watch,
      needs: [.owner, .app]
    ) { stage in
      let (peer, session, caller) = try begin(on: stage)
      _ = try caller.call("Store/RequestAuthorization", request)
      let asked = try peer.hearUntil("questions", in: session)["questions"]
      try answer(asked, peer, session, share: 2, read: 2)
      let open = try stage.node().judgedOwner().call("Operator/ListRequests")["requests"].items
      try Deviation.unless(open.isEmpty, "no request that waits", "\(open.count)")
    },
  ]

  private static let request: Value = [
    "share": [.text(Sample.heartRateType)], "read": [.text(Sample.sleepType)], "no_wait": true,
  ]

  private static func begin(on stage: Stage) throws -> (Peer, Session, LocalCaller) {
    let (peer, session) = try stage.ready()
    try peer.sync(session)
    let node = try stage.node()
    return (peer, session, try node.app(token: try node.makeApp(app)))
  }

  @discardableResult
  private static func answer(
    _ asked: Value, _ peer: Peer, _ session: Session, share: Int64, read: Int64
  ) throws -> Value {
    try peer.decide(in: session) {
      $0["accesses"] = Accesses.value([
        Accesses.Row(app, Sample.heartRateType, share: share, read: 0),
        Accesses.Row(app, Sample.sleepType, share: 0, read: read),
      ])
      $0["answered"] = .list(asked.items.map { $0["id"] })
    }
  }

  private static func expectAsked(_ questions: [Value]) throws {
    try Deviation.unless(
      questions.count == 1 && questions[0]["app"].string == app
        && questions[0]["share"] == [.text(Sample.heartRateType)]
        && questions[0]["read"] == [.text(Sample.sleepType)]
        && questions[0]["share_reason"].string == "To keep it."
        && questions[0]["read_reason"].string == "To show it.",
      "the one question of the app, with its types and reasons", "\(questions)")
  }
}
