internal import ConformanceKit
internal import ConformanceWire

/// The rules of the fields of questions: each is broken once in `questions`, and once in a hello.
enum QuestionRules {
  static let all = rules.flatMap { rule in
    [
      rule.asCase("settings/questions/rules", of: .phone) { stage, _ in
        let session = try stage.ready().session
        try session.say(
          Message("SyncMessage", ["questions": ["questions": rule.changed(valid)]]),
          insteadOf: Message("SyncMessage", ["questions": ["questions": valid]]))
        try session.expectEnd(.violation)
      },
      Case("settings/questions/in-hello/\(rule.path)", "HELLO-QUESTIONS", of: .phone) { stage in
        let (peer, session) = try stage.open()
        var (honest, broken) = (peer.hello(), peer.hello())
        honest["hello"]["questions"] = valid
        broken["hello"]["questions"] = rule.changed(valid)
        try session.say(broken, insteadOf: honest)
        try session.expectEnd(.violation)
      },
    ]
  }

  private static var valid: Value { [question(2), question(1)] }

  /// A rule of one question among others.
  private static func one(
    _ path: String, _ clause: String, _ change: @escaping Rule.Change
  ) -> Rule {
    Rule(path, clause) { change(&$0[1]) }
  }

  /// A question that keeps to all rules.
  static func question(
    _ id: UInt64, app: String = "app.first", share: [String] = [Sample.heartRateType],
    read: [String] = [Sample.sleepType]
  ) -> Value {
    [
      "id": .unsigned(id), "app": .text(app), "share": Value(share), "read": Value(read),
      "asked_at": .double(Instant.now), "name": "First", "share_reason": "To keep it.",
      "read_reason": "To show it.",
    ]
  }

  private static let rules = [
    one("app-empty", "QUESTION-APP-EMPTY") { $0["app"] = "" },
    one("app-too-long", "QUESTION-APP-LENGTH") { $0["app"] = RecordRules.text(1025) },
    one("share-too-many", "QUESTION-SHARE-BOUND") { $0["share"] = Value(types(1025)) },
    one("share-twice", "QUESTION-SHARE-ONCE") {
      $0["share"] = [.text(Sample.sleepType), .text(Sample.sleepType)]
    },
    one("share-type-too-long", "QUESTION-TYPE-LENGTH") { $0["share"] = [RecordRules.text(1025)] },
    one("read-type-too-long", "QUESTION-TYPE-LENGTH") { $0["read"] = [RecordRules.text(1025)] },
    one("read-too-many", "QUESTION-READ-BOUND") { $0["read"] = Value(types(1025)) },
    one("read-twice", "QUESTION-READ-ONCE") {
      $0["read"] = [.text(Sample.sleepType), .text(Sample.sleepType)]
    },
    one("asked-at-no-number", "QUESTION-ASKED-FINITE") { $0["asked_at"] = .double(.nan) },
    one("asked-at-endless", "QUESTION-ASKED-FINITE") { $0["asked_at"] = .double(.infinity) },
    one("name-too-long", "QUESTION-TEXT-LENGTH") { $0["name"] = RecordRules.text(257) },
    one("share-reason-too-long", "QUESTION-TEXT-LENGTH") {
      $0["share_reason"] = RecordRules.text(257)
    },
    one("read-reason-too-long", "QUESTION-TEXT-LENGTH") {
      $0["read_reason"] = RecordRules.text(257)
    },
    Rule("too-many", "QUESTION-BOUND") { $0 = .list((1...65).map { question($0) }) },
    Rule("id-twice", "QUESTION-ID-ONCE") { $0.append(question(2)) },
    // Each list keeps to its own bound, and the same types count in each.
    Rule("too-many-types", "SYNC-QUESTIONS-TYPES") {
      $0 = .list(
        [1, 2].map { question($0, share: types(1024), read: types(1024)) } + [question(3)])
    },
  ]

  private static func types(_ count: Int) -> [String] { (0..<count).map { "t\($0)" } }
}
