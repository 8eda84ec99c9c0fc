internal import ConformanceKit
internal import ConformanceWire

/// What holds of all calls of the store: what errors say, what anchors are, and how calls that go on end.
enum StoreRuleCases {
  private static let heart = AppCases.heart
  private static let types: Value = ["types": [.text(heart)]]

  static let all = errors + anchors + shutdowns + [limit, plainLimit]

  /// Requests that nobody may make, of each kind that the store refuses by itself.
  private static let wrong: [(method: String, request: Value)] = [
    ("Store/Query", ["type": .text(heart), "max_age": -1.0]), ("Store/Changes", ["types": []]),
    ("Store/Statistics", ["type": .text(heart), "most_recent": true, "max_age": -1.0]),
    ("Store/Delete", ["objects": [["uuids": .bytes([1, 2, 3])]]]),
    ("Store/Save", ["runs": [["type": .text(heart), "count": 1]]]),
    ("Store/Observe", ["types": []]),
  ]

  private static let errors = [
    AppCases.owned("app/error/number-of-what-nobody-may-say", "STORE-ERROR-TRAILER") { owner, _ in
      for (method, request) in wrong { try expect("3", owner, method, request) }
    },
    Case("app/error/number-of-what-was-denied", "STORE-ERROR-TRAILER", needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", heart, share: 1, read: 1)])
      let app = try permissions.app()
      try expect("4", app, "Store/Save", AppCases.save([.news()]))
      try expect("4", app, "Store/Delete", SavingCases.object(.news()))
    },
    Case("app/error/number-of-what-was-not-decided", "STORE-ERROR-TRAILER", needs: [.owner, .app]) {
      stage in
      let node = try stage.node()
      let app = try node.app(token: try node.makeApp("app.first"))
      try expect("5", app, "Store/Save", AppCases.save([.news()]))
      try expect("5", app, "Store/Query", ["type": .text(heart)])
    },
  ]

  /// Sees a call refused with a number of HealthKit's.
  private static func expect(
    _ number: String, _ caller: LocalCaller, _ method: String, _ request: Value
  ) throws {
    do {
      _ = try caller.all(method, request)
    } catch let failure as CallFailure {
      let told = failure.end.trailer("dyad-error")
      return try Deviation.unless(
        told == number, "\(method) to be refused with dyad-error: \(number)",
        told.map { "dyad-error: \($0)" } ?? "\(failure.end) without dyad-error")
    }
    throw Deviation(expected: "\(method) to be refused", observed: "an answer")
  }

  private static let anchors = [
    AppCases.granted("app/anchor/given-back-again-and-again", "STORE-ANCHOR-OPAQUE") {
      app, _, stage in
      let anchor = try AnchorCases.anchor(app)
      let samples = (0..<2).map { _ in Sample.news() }
      try stage.node().save(Run.savable(samples))
      // An anchor says where a reader stood, whatever was read since.
      for time in 1...3 {
        let page = try app.call("Store/Changes", from(anchor))
        let told = Set(try AppCases.uuids(page["added"].items))
        try Deviation.unless(
          told == Set(samples.map(\.uuid.bytes)),
          "both samples that were saved since, time \(time)",
          "\(told.count)")
      }
    },
    AppCases.granted("app/anchor/old-one-beside-a-new-one", "STORE-ANCHOR-OPAQUE") {
      app, _, stage in
      let old = try AnchorCases.anchor(app)
      try stage.node().save(Run.savable([.news()]))
      let new = try app.call("Store/Changes", from(old))["anchor"].data
      try stage.node().save(Run.savable([.news()]))
      let counts = try [old, new].map {
        try AppCases.uuids(app.call("Store/Changes", from($0))["added"].items).count
      }
      try Deviation.unless(
        counts == [2, 1], "2 samples since the old anchor, and 1 since the new one", "\(counts)")
    },
  ]

  private static func from(_ anchor: [UInt8]) -> Value {
    var request = types
    request["anchor"] = .bytes(anchor)
    return request
  }

  private static let shutdowns = [
    ("Follow", types), ("Observe", types),
    ("FollowStatistics", ["type": .text(heart), "discrete_max": true]),
  ].map { (method: String, request: Value) in
    AppCases.granted(
      "app/feed/ended-with-the-node-\(method.lowercased())", "STORE-FEED-SHUTDOWN",
      needs: [.owner, .app, .restart]
    ) { app, _, stage in
      let feed = try app.start("Store/" + method, request)
      _ = try feed.following()
      try stage.node().askToEnd()
      try feed.expect(.unavailable)
    }
  }

  /// One sample more than a save may have in plain words.
  private static let plainLimit = AppCases.owned(
    "app/save/too-many-plain-samples", "STORE-LIMIT-PLAIN"
  ) { owner, _ in
    let plain: Value = [
      "type": "heartRate", "quantity": 1.5, "start": .double(Instant.now.rounded(.down) - 60),
    ]
    try owner.expect(
      .argument, of: "Store/Save", ["samples": .list([Value](repeating: plain, count: 65_537))],
      insteadOf: ["samples": [plain]])
  }

  /// One sample more than a save may have, in runs that are each in order.
  private static let limit = AppCases.owned("app/save/too-many-samples", "STORE-LIMIT-SAMPLES") {
    owner, _ in
    let rows = 4096
    let base = Run.savable((1...UInt64(rows)).map { .heartRate(5, $0, at: Instant.now - 60) })[0]
    let call = try owner.start("Store/SaveMany", AppCases.save([.news()]))
    if !owner.scene.interference.mends {
      for index in 0..<256 {
        var run = base
        let uuids = (0..<rows).map { UUID(base: UInt64(index + 1) << 20, counter: UInt64($0)) }
        run["uuids"] = Column.uuids(uuids, isRaw: false)
        try call.send(["runs": [run]])
      }
    }
    try call.finish()
    try call.expect(.argument)
  }
}
