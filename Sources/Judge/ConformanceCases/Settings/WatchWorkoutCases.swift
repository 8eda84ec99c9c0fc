internal import ConformanceKit
internal import ConformanceWire

/// What a watch does of what its phone wants of workouts, and what it tells of them.
enum WatchWorkoutCases {
  static let all = doing + answering + telling + broken

  private static let doing = [
    ordering("begins", "ORDER-CARRIED-OUT") { peer, session, node in
      let report = try order([order(1, peer)], 1, peer, session)
      try expect([.started], of: report["session"])
      try expect(.done, for: 1, in: report)
      let last = try node.owner("Store/ListWorkoutSessions")["sessions"]["sessions"].items.last
      try Deviation.unless(
        last?["uuid"] == report["session"]["uuid"], "the session among the watch's own", "none")
    },
    ordering("changes", "ORDER-CARRIED-OUT") { peer, session, _ in
      let uuid = try order([order(1, peer)], 1, peer, session)["session"]["uuid"]
      var moments: [WorkoutOrders.Kind] = [.started]
      for (number, kind) in [(2, .paused), (3, .resumed)] as [(UInt64, WorkoutOrders.Kind)] {
        moments.append(kind)
        let report = try order([change(number, kind, uuid, peer)], number, peer, session)
        try expect(moments, of: report["session"])
      }
    },
    ordering("once", "ORDER-CARRIED-OUT") { peer, session, _ in
      let uuid = try order([order(1, peer)], 1, peer, session)["session"]["uuid"]
      try peer.decide(in: session) { _ in }
      let report = try order(
        [order(1, peer), change(2, .paused, uuid, peer)], 2, peer, session)
      try Deviation.unless(
        report["session"]["uuid"] == uuid, "the one session of an order that was told three times",
        "another")
      try expect([.started, .paused], of: report["session"])
    },
    ordering("for-another", "ORDER-ELSEWHERE") { peer, session, _ in
      var other = try order(3, peer)
      other["watch"] = .bytes(Array(repeating: 7, count: 13))
      let report = try order([other, order(4, peer, activity: 57)], 4, peer, session)
      try expect([4], answeredIn: report)
      try Deviation.unless(
        report["session"]["plan"]["activity"].number == 57, "the session that was ordered",
        "one of activity \(report["session"]["plan"]["activity"].number)")
    },
    ordering("companion", "ORDER-COMPANION") { peer, session, node in
      for app in ["app.second.watch", "app.secondary"] { try known(app, "/bin/true", node) }
      let report = try order([order(5, peer, app: "app.second")], 5, peer, session)
      try expect(.done, for: 5, in: report)
    },
  ]

  private static let answering = [
    ordering("app-is-not-there", "REPORT-ANSWERS") { peer, session, node in
      try known("app.secondary", "/bin/true", node)
      let report = try order([order(5, peer, app: "app.second")], 5, peer, session)
      try expect(.noApp, for: 5, in: report)
    },
    ordering("app-has-no-command", "REPORT-ANSWERS") { peer, session, node in
      _ = try node.makeApp("app.first")
      let report = try order([order(5, peer, app: "app.first")], 5, peer, session)
      try expect(.noCommand, for: 5, in: report)
    },
    ordering("app-does-not-start", "REPORT-ANSWERS") { peer, session, node in
      try known("app.first", "/nowhere/app", node)
      let report = try order([order(5, peer, app: "app.first")], 5, peer, session)
      try expect(.notStarted, for: 5, in: report)
    },
    ordering("cannot-happen", "REPORT-ANSWERS") { peer, session, _ in
      let nowhere = Value.bytes(Array(repeating: 9, count: 16))
      let report = try order([change(6, .paused, nowhere, peer)], 6, peer, session)
      try expect(.refused, for: 6, in: report)
    },
    ordering("answered-while-it-is-told", "REPORT-ANSWERS") { peer, session, _ in
      _ = try order([order(1, peer)], 1, peer, session)
      try expect(.done, for: 1, in: try peer.decide(in: session) { _ in }["workouts"])
    },
  ]

  private static let telling = [
    ordering("told-at-once", "REPORT-TOLD") { peer, session, node in
      let uuid = try begin(node)
      var moments: [WorkoutOrders.Kind] = [.started]
      try expect(moments, of: try told(uuid, 1, peer, session))
      moments.append(.paused)
      try node.owner(
        "Store/ChangeWorkout", ["uuid": uuid, "kind": .integer(WorkoutOrders.Kind.paused.rawValue)])
      try expect(moments, of: try told(uuid, 2, peer, session))
    },
    Case("settings/workouts/told-in-hello", "REPORT-TOLD", of: .watch, needs: [.owner]) { stage in
      let uuid = try begin(try stage.node())
      let told = try stage.peer().open().expect("hello")["workouts"]["session"]
      try Deviation.unless(told["uuid"] == uuid, "the session that goes on", "none, or another")
    },
  ]

  /// Each is broken otherwise; a session of the watch's own shows that nothing was done of it by then.
  private static let broken = [
    Rule("too-many", "ORDER-WHOLE") { orders in
      orders = .list(
        (10..<27 as Range<UInt64>).map { number in
          var order = orders[0]
          order["id"] = .unsigned(number)
          return order
        })
    },
    Rule("id-twice", "ORDER-WHOLE") { $0.append($0[0]) },
    Rule("watch-too-short", "ORDER-WHOLE") { $0[0]["watch"] = .bytes([1, 2, 3]) },
    Rule("app-too-long", "ORDER-WHOLE") { $0[0]["app"] = RecordRules.text(1025) },
    Rule("paused-with-a-plan", "ORDER-WHOLE") { $0[0]["kind"] = 3 },
    Rule("started-without-a-plan", "ORDER-WHOLE") { $0[0]["plan"] = .absent },
    Rule("plan-of-what-there-is-not", "ORDER-WHOLE") { $0[0]["plan"]["activity"] = 85 },
    Rule("nothing-to-happen", "ORDER-WHOLE") { $0[0]["kind"] = .absent },
  ].map { rule in
    ordering("rules/\(rule.path)", rule.clause) { peer, session, node in
      let before = try sessions(of: node)
      let valid: Value = [try order(1, peer)]
      try tell(rule.changed(valid), insteadOf: valid, peer, session)
      _ = try begin(node)
      while before.contains(
        try peer.hearUntil("questions", in: session)["workouts"]["session"]["uuid"])
      {}
      let new = try sessions(of: node).filter { !before.contains($0) }
      try Deviation.unless(new.count == 1, "no session but the watch's own", "\(new.count - 1)")
    }
  }

  private static func ordering(
    _ path: String, _ clause: String,
    _ body: @escaping @Sendable (Peer, Session, Node) throws -> Void
  ) -> Case {
    Case("settings/workouts/\(path)", clause, of: .watch, needs: [.owner]) { stage in
      let peer = try stage.peer()
      let session = try peer.ready()
      try peer.sync(session)
      try body(peer, session, try stage.node())
    }
  }

  private static func order(
    _ id: UInt64, _ peer: Peer, app: String = "", activity: Int64 = 37
  ) throws -> Value {
    let call = try peer.device.node.judgedOwner().start("Operator/GetStatus").following()
    let watch = try Deviation.unlessThere(
      DeviceID(call["id"].string), "the id of the watch", call["id"].string)
    return [
      "id": .unsigned(id), "watch": .bytes(watch.bytes), "app": .text(app),
      "plan": ["activity": .integer(activity), "location": 3], "kind": 2,
    ]
  }

  private static func change(
    _ id: UInt64, _ kind: WorkoutOrders.Kind, _ uuid: Value, _ peer: Peer
  ) throws -> Value {
    var order = try order(id, peer)
    order["plan"] = .absent
    order["uuid"] = uuid
    order["kind"] = .integer(kind.rawValue)
    return order
  }

  /// Tells orders, and sees the watch be ready again.
  private static func tell(
    _ orders: Value, insteadOf valid: Value? = nil, _ peer: Peer, _ session: Session
  ) throws {
    peer.settings["version"]["number"] = .integer(peer.settings["version"]["number"].number + 1)
    peer.settings["records"] = [WorkoutOrders.record(orders)]
    var honest = peer.settings
    honest["records"] = [WorkoutOrders.record(valid ?? orders)]
    try session.say(
      Message("SyncMessage", ["settings": peer.settings]),
      insteadOf: Message("SyncMessage", ["settings": honest]))
    peer.note(try peer.hearUntil("hello", in: session))
    try session.say(peer.welcomeMessage())
  }

  /// Tells orders, and hears what the watch tells once it has answered one.
  private static func order(
    _ orders: [Value], _ id: UInt64, _ peer: Peer, _ session: Session
  ) throws -> Value {
    try tell(.list(orders), peer, session)
    while true {
      let report = try peer.hearUntil("questions", in: session)["workouts"]
      if report["answers"].items.contains(where: { $0["id"].word == id }) { return report }
    }
  }

  private static func begin(_ node: Node) throws -> Value {
    try node.owner(
      "Store/ChangeWorkout", ["plan": ["activity": 37, "location": 3], "kind": 2])["session"][
        "uuid"]
  }

  /// What the watch tells of a session that has so many moments.
  private static func told(
    _ uuid: Value, _ moments: Int, _ peer: Peer, _ session: Session
  ) throws -> Value {
    while true {
      let told = try peer.hearUntil("questions", in: session)["workouts"]["session"]
      if told["uuid"] == uuid, told["moments"].items.count >= moments { return told }
    }
  }

  private static func known(_ app: String, _ program: String, _ node: Node) throws {
    try node.owner(
      "Operator/AddApp", ["bundle_identifier": .text(app), "start": [.text(program)]])
  }

  private static func sessions(of node: Node) throws -> [Value] {
    try node.owner("Store/ListWorkoutSessions")["sessions"]["sessions"].items.map { $0["uuid"] }
  }

  private static func expect(_ moments: [WorkoutOrders.Kind], of session: Value) throws {
    let told = session["moments"].items.map(\.["kind"].number)
    try Deviation.unless(
      told == moments.map(\.rawValue), "the moments \(moments.map(\.rawValue))", "\(told)")
  }

  private static func expect(
    _ outcome: WorkoutOrders.Outcome, for id: UInt64, in report: Value
  ) throws {
    let told = report["answers"].items.filter { $0["id"].word == id }.map(\.["outcome"].number)
    try Deviation.unless(told == [outcome.rawValue], "the answer \(outcome)", "\(told)")
  }

  private static func expect(_ ids: [UInt64], answeredIn report: Value) throws {
    let told = report["answers"].items.map(\.["id"].word)
    try Deviation.unless(told == ids, "answers to \(ids)", "to \(told)")
  }
}
