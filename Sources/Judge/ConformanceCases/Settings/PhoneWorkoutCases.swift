internal import ConformanceKit
internal import ConformanceWire

/// What a phone makes of what is wanted of its watches' workouts, and of what they tell.
enum PhoneWorkoutCases {
  static let all = ordering + refusing + shown + rules

  private static let watch: Value = "Judge's watch"
  private static let start = "Store/StartWatchWorkout"
  private static let plan: Value = ["activity": 37, "location": 2]

  private static let ordering = [
    at("order-is-told", "ORDER-MADE") { peer, session, node in
      let call = try node.judgedOwner().start(start, ["plan": plan])
      let order = try order(peer, session)
      let id = try peer.device.id.bytes
      try Deviation.unless(
        order["watch"] == .bytes(id) && order["plan"] == plan && order["kind"].number == 2
          && order["app"].string.isEmpty && order["uuid"].data.isEmpty,
        "an order to begin that workout, for this watch", "\(order)")
      try answer(order, .done, nil, peer, session)
      let told = try call.following()["watch"]
      try Deviation.unless(told == watch, "the name of the watch", told.string)
    },
    at("order-is-taken-back", "ORDER-MADE") { peer, session, node in
      let call = try node.judgedOwner().start(start, ["plan": plan])
      try answer(try order(peer, session), .done, nil, peer, session)
      _ = try call.following()
      let left = try WorkoutOrders.orders(in: try peer.hearUntil("settings", in: session))
      try Deviation.unless(left == nil, "no order that was answered", "\(left?.count ?? 0)")
    },
    at("change-is-ordered", "STORE-WORKOUT-FAR") { peer, session, node in
      let running = WorkoutOrders.session([.started])
      try report(running, peer, session)
      let call = try node.judgedOwner().start(
        "Store/ChangeWorkout", ["uuid": running["uuid"], "kind": 3])
      let order = try order(peer, session)
      try Deviation.unless(
        order["kind"].number == 3 && order["uuid"] == running["uuid"] && !order["plan"].isPresent,
        "an order to pause that session", "\(order)")
      let paused = WorkoutOrders.session([.started, .paused])
      try answer(order, .done, paused, peer, session)
      let told = try call.following()["session"]
      try Deviation.unless(
        told == paused, "the session as the watch tells it",
        WorkoutOrders.moments(of: told))
    },
    at("followed", "STORE-WORKOUT-FAR") { peer, session, node in
      let kinds: [WorkoutOrders.Kind] = [.started, .paused, .ended]
      try report(WorkoutOrders.session([.started]), peer, session)
      let feed = try node.judgedOwner().start(
        "Store/FollowWorkout", ["uuid": WorkoutOrders.session([])["uuid"]])
      for count in 1...kinds.count {
        let expected = WorkoutOrders.session(Array(kinds.prefix(count)))
        if count > 1 { try report(expected, peer, session) }
        let told = try feed.following()["session"]
        try Deviation.unless(
          told == expected, "the session as the watch tells it",
          WorkoutOrders.moments(of: told))
      }
      try Deviation.unless(
        try feed.next(by: feed.deadline) == nil, "the end of the call after ENDED",
        "another message")
    },
  ]

  private static let refusing =
    [
      ("app-is-not-there", .noApp, .notFound), ("app-has-no-command", .noCommand, .precondition),
      ("app-does-not-start", .notStarted, .unavailable),
    ].map { (path: String, outcome: WorkoutOrders.Outcome, refusal: Refusal) in
      at("refused/\(path)", "STORE-WORKOUT-WATCH", needs: [.owner, .app]) { peer, session, node in
        let app = try node.app(token: try node.makeApp("app.first"))
        let call = try app.start(start, ["plan": plan])
        let order = try order(peer, session)
        try Deviation.unless(
          order["app"].string == "app.first", "the app that wants it", order["app"].string)
        try answer(order, outcome, nil, peer, session)
        try call.expect(refusal)
      }
    } + [
      at("refused/no-such-watch", "STORE-WORKOUT-WATCH") { _, _, node in
        try node.judgedOwner().expect(.notFound, of: start, ["plan": plan, "watch": "ankle"])
      },
      Case(
        "settings/workouts/refused/by-a-watch", "STORE-WORKOUT-WATCH", of: .watch, needs: [.owner]
      ) { stage in
        try stage.node().judgedOwner().expect(.precondition, of: start, ["plan": plan])
      },
    ]

  private static let shown = [
    at("shown-to-the-owner", "REPORT-SHOWN") { peer, session, node in
      let running = WorkoutOrders.session([.started], of: "app.first")
      try report(running, peer, session)
      try expect(running, try node.owner("Store/ListWorkoutSessions"))
    },
    at("of-a-hello-is-shown", "REPORT-SHOWN") { peer, session, node in
      let running = WorkoutOrders.session([.started])
      var hello = peer.hello()
      hello["hello"]["workouts"] = ["session": running]
      try session.say(hello)
      _ = try peer.hearUntil("welcome", in: session)
      try expect(running, try node.owner("Store/ListWorkoutSessions"))
    },
    at("shown-to-its-companion", "REPORT-SHOWN", needs: [.owner, .app]) { peer, session, node in
      let running = WorkoutOrders.session([.started], of: "app.first.watch")
      try report(running, peer, session)
      let companion = try node.app(token: try node.makeApp("app.first"))
      try expect(running, try companion.call("Store/ListWorkoutSessions"))
      for name in ["app.fir", "app.first.other"] {
        let other = try node.app(token: try node.makeApp(name))
        let seen = try other.call("Store/ListWorkoutSessions")["watches"].items
        try Deviation.unless(seen.isEmpty, "no session of another app", "\(seen.count)")
        try other.expect(.argument, of: "Store/FollowWorkout", ["uuid": running["uuid"]])
      }
    },
  ]

  private static let valid: Value = [
    "session": WorkoutOrders.session([.started, .paused]),
    "answers": [WorkoutOrders.answer(1, .done), WorkoutOrders.answer(2, .noApp)],
  ]

  private static let rules = [
    Rule("answer-twice", "REPORT-ANSWER-ONCE") { $0["answers"].append($0["answers"][0]) },
    Rule("answers-too-many", "REPORT-ANSWER-ONCE") {
      $0["answers"] = .list((1...17).map { WorkoutOrders.answer($0, .done) })
    },
    Rule("resumed-before-a-pause", "REPORT-SESSION") {
      $0["session"] = WorkoutOrders.session([.resumed])
    },
    Rule("paused-after-the-end", "REPORT-SESSION") {
      $0["session"] = WorkoutOrders.session([.started, .ended, .paused])
    },
  ].flatMap { rule in
    [
      rule.asCase("settings/workouts/rules", of: .phone) { stage, _ in
        let session = try stage.ready().session
        try session.say(
          Message("SyncMessage", ["questions": ["workouts": rule.changed(valid)]]),
          insteadOf: Message("SyncMessage", ["questions": ["workouts": valid]]))
        try session.expectEnd(.violation)
      },
      Case("settings/workouts/rules/in-hello/\(rule.path)", rule.clause, of: .phone) { stage in
        let (peer, session) = try stage.open()
        var (honest, broken) = (peer.hello(), peer.hello())
        honest["hello"]["workouts"] = valid
        broken["hello"]["workouts"] = rule.changed(valid)
        try session.say(broken, insteadOf: honest)
        try session.expectEnd(.violation)
      },
    ]
  }

  private static func at(
    _ path: String, _ clause: String, needs: Set<Need> = [.owner],
    _ body: @escaping @Sendable (Peer, Session, Node) throws -> Void
  ) -> Case {
    Case("settings/workouts/\(path)", clause, of: .phone, needs: needs) { stage in
      let peer = try stage.peer()
      try body(peer, try peer.ready(), try stage.node())
    }
  }

  /// The one order that the phone tells next, and takes for told.
  private static func order(_ peer: Peer, _ session: Session) throws -> Value {
    let orders = try WorkoutOrders.orders(in: try peer.hearUntil("settings", in: session))
    try Deviation.unless(orders?.count == 1, "one order", "\(orders?.count ?? 0)")
    // After settings a phone waits for the next hello.
    _ = try peer.greet(session)
    return orders?.first ?? .absent
  }

  private static func answer(
    _ order: Value, _ outcome: WorkoutOrders.Outcome, _ workout: Value?, _ peer: Peer,
    _ session: Session
  ) throws {
    var report: Value = ["answers": [WorkoutOrders.answer(order["id"].word, outcome)]]
    if let workout { report["session"] = workout }
    try session.say(Message("SyncMessage", ["questions": ["workouts": report]]))
  }

  /// Tells of a session, and sees it processed.
  private static func report(
    _ workout: Value, _ peer: Peer, _ session: Session
  ) throws {
    try session.say(
      Message("SyncMessage", ["questions": ["workouts": ["session": workout]]]))
    try peer.sync(session)
  }

  private static func expect(_ workout: Value, _ answer: Message) throws {
    let shown = answer["watches"].items
    try Deviation.unless(
      shown.count == 1 && shown[0]["watch"] == watch && shown[0]["session"] == workout,
      "the session of the watch, by its name",
      "\(shown.count), \(WorkoutOrders.moments(of: shown.first?["session"] ?? .absent))")
  }
}
