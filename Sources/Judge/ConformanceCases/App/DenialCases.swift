internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// What was denied to an app never shows: its answers are those of a node without what is hidden.
enum DenialCases {
  private static let heart = AppCases.heart

  static let all =
    [("nothing", 1, 1), ("own-alone", 2, 1), ("own-undecided", 2, 0)].flatMap { name, share, read in
      requests.map { method, request in
        Case(
          "app/denial/\(method.lowercased())-\(name)", "STORE-DENIAL", needs: [.owner, .app]
        ) { stage in
          let permissions = Permissions(stage)
          try permissions.set([
            Accesses.Row("app.first", heart, share: Int64(share), read: Int64(read))
          ])
          let app = try permissions.app()
          if share == 2 { _ = try app.call("Store/Save", AppCases.save([.news(60)])) }
          try expectSame(app, "Store/" + method, request) {
            try stage.node().save(Run.savable([.news(200, secondsAgo: 1), .news(30)]))
          }
        }
      }
    } + others

  private static let others = [
    Case("app/denial/deletion-shows-nothing", "STORE-CHANGES-HIDDEN", needs: [.owner, .app]) {
      stage in
      let (app, hidden) = try denied(stage)
      try expectSame(app, "Store/Changes", requests[1].1) {
        try stage.node().owner("Store/Delete", SavingCases.object(hidden))
      }
    },
    Case("app/denial/pages-are-not-filled", "STORE-CHANGES-HIDDEN", needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", heart, share: 2, read: 1)])
      let app = try permissions.app()
      try stage.node().save(Run.savable((0..<5).map { _ in .news() }))
      _ = try app.call("Store/Save", AppCases.save([.news()]))
      try stage.node().save(Run.savable((0..<5).map { _ in .news() }))
      var request = requests[1].1
      request["limit"] = 1
      let page = try app.call("Store/Changes", request)
      try Deviation.unless(
        try AppCases.uuids(page["added"].items).count == 1 && !page["has_more"].isTrue,
        "one page with the app's own sample, and no more", page.text)
    },
    Case(
      "app/denial/characteristic", "STORE-DENIAL-CHARACTERISTIC", of: .phone, needs: [.owner, .app]
    ) { stage in
      let type = OwnedRecordCases.values[1].type
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", type, share: 0, read: 1)])
      let app = try permissions.app()
      try expectSame(app, "Store/GetCharacteristic", ["type": .text(type)]) {
        try stage.node().owner(
          "Operator/SetProfile", ["characteristic": OwnedRecordCases.values[1].value])
      }
    },
    Case("app/denial/words-of-a-document", "STORE-DENIAL-WORDS", needs: [.owner, .app]) { stage in
      let permissions = Permissions(stage)
      try permissions.set([
        Accesses.Row("app.first", Sample.documentType, share: 0, read: 1)
      ])
      let app = try permissions.app()
      let (sample, request) = AppDocumentCases.document(ClinicalText().bytes)
      let asked: Value = ["uuid": .bytes(sample.uuid.bytes)]
      let before = try app.expect(.argument, of: "Store/ReadDocument", asked)
      try stage.node().owner("Store/Save", request)
      let after = try app.expect(.argument, of: "Store/ReadDocument", asked)
      try Deviation.unless(
        before.message == after.message, "the same words as for a document that is not there",
        "'\(after.message)'")
    },
    Case("app/denial/members", "STORE-DENIAL-MEMBERS", needs: [.owner, .app]) { stage in
      let body = try members(
        stage,
        [
          Accesses.Row("app.first", Sample.systolicType, share: 0, read: 2),
          Accesses.Row("app.first", Sample.diastolicType, share: 0, read: 1),
        ])
      let types = body["correlation"]["types"].items.map(\.string)
      try Deviation.unless(
        types == [Sample.systolicType] && body["correlation"]["count"].number == 1,
        "a correlation with the one member that the app may see", "\(body)")
    },
    Case("app/denial/no-members", "STORE-DENIAL-MEMBERS", needs: [.owner, .app]) { stage in
      let body = try members(
        stage,
        [
          Accesses.Row("app.first", Sample.systolicType, share: 0, read: 1),
          Accesses.Row("app.first", Sample.diastolicType, share: 0, read: 1),
        ])
      try Deviation.unless(!body.isPresent, "no correlation", "\(body)")
    },
    Case("app/denial/undetermined", "STORE-ERROR-UNDETERMINED", needs: [.owner, .app]) { stage in
      let node = try stage.node()
      let app = try node.app(token: try node.makeApp("app.first"))
      for (method, request) in requests {
        try app.expect(.undetermined, of: "Store/" + method, request)
      }
      try app.expect(.undetermined, of: "Store/Save", AppCases.save([.news()]))
      try app.expect(.undetermined, of: "Store/Delete", SavingCases.object(.news()))
    },
    Case("app/denial/sharing-is-told", "STORE-ERROR-DENIED", needs: [.owner, .app]) { stage in
      let (app, hidden) = try denied(stage)
      try app.expect(.denied, of: "Store/Save", AppCases.save([.news()]))
      try app.expect(.denied, of: "Store/Delete", SavingCases.object(hidden))
    },
  ]

  private static let requests: [(String, Value)] = [
    ("Query", ["type": .text(heart)]), ("Changes", ["types": [.text(heart)]]),
    ("Statistics", ["type": .text(heart), "most_recent": true, "discrete_max": true]),
    ("ListSources", ["type": .text(heart)]),
  ]

  /// An app that may do nothing with a type, and a sample of it.
  private static func denied(_ stage: Stage) throws -> (LocalCaller, Sample) {
    let permissions = Permissions(stage)
    try permissions.set([Accesses.Row("app.first", heart, share: 1, read: 1)])
    let sample = Sample.news()
    try stage.node().save(Run.savable([sample]))
    return (try permissions.app(), sample)
  }

  /// The body of the one correlation that an app sees.
  private static func members(_ stage: Stage, _ rows: [Accesses.Row]) throws -> Value {
    let permissions = Permissions(stage)
    try permissions.set(rows)
    let pressure = Sample.bloodPressure(Entropy.word(), 1, at: Instant.now - 60)
    try stage.node().save(Run.savable(pressure))
    return try AppCases.runs(permissions.app(), ["type": .text(Sample.pressureType)])
      .first?["objects"]["bodies"][0] ?? .absent
  }

  /// Sees that whole answers stay the same but for the clock and what an anchor is sealed in.
  private static func expectSame(
    _ app: LocalCaller, _ method: String, _ request: Value, after change: () throws -> Void
  ) throws {
    let before = try answers(app, method, request)
    try change()
    let after = try answers(app, method, request)
    try Deviation.unless(
      before == after, "the same answer as before: \(before.map(\.text))",
      "\(after.map(\.text))")
  }

  private static func answers(
    _ app: LocalCaller, _ method: String, _ request: Value
  ) throws -> [Message] {
    try app.all(method, request).map { message in
      var message = message
      if message["coverage"].isPresent {
        message["coverage"]["until"] = 0
        message["coverage"]["from"] = 0
        message["coverage"]["age"] = .absent
      }
      if message["anchor"].isPresent {
        message["anchor"] = .bytes([UInt8](repeating: 0, count: message["anchor"].data.count))
      }
      return message
    }
  }
}
