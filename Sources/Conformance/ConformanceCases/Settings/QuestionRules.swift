internal import ConformanceKit
internal import ConformanceWire

/// The rules of the fields of questions: each is broken once in `questions`, and once in a hello.
enum QuestionRules {
  static let all = rules.flatMap { rule in
    [
      Case("settings/questions/rules/\(rule.path)", rule.clause, of: .phone) { stage in
        let peer = try stage.peer()
        let session = try peer.ready()
        try session.say(
          Message("SyncMessage", ["questions": ["questions": .list(rule.broken)]]),
          insteadOf: Message("SyncMessage", ["questions": ["questions": [question(1)]]]))
        try session.expectEnd(.violation)
      },
      Case("settings/questions/in-hello/\(rule.path)", "HELLO-QUESTIONS", of: .phone) { stage in
        let peer = try stage.peer()
        let session = try peer.open()
        var (valid, broken) = (peer.hello(), peer.hello())
        valid["hello"]["questions"] = [question(1)]
        broken["hello"]["questions"] = .list(rule.broken)
        try session.say(broken, insteadOf: valid)
        try session.expectEnd(.violation)
      },
    ]
  }

  /// What breaks a rule.
  private struct Rule {
    let path: String
    let clause: String
    let broken: [Value]

    init(_ path: String, _ clause: String, _ broken: [Value]) {
      self.path = path
      self.clause = clause
      self.broken = broken
    }

    init(_ path: String, _ clause: String, _ change: (inout Value) -> Void) {
      var question = QuestionRules.question(1)
      change(&question)
      self.init(path, clause, [QuestionRules.question(2), question])
    }
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
    Rule("app-empty", "QUESTION-APP-EMPTY") { $0["app"] = "" },
    Rule("app-too-long", "QUESTION-APP-LENGTH") { $0["app"] = RecordRules.text(1025) },
    Rule("share-too-many", "QUESTION-SHARE-BOUND") { $0["share"] = Value(types(1025)) },
    Rule("share-twice", "QUESTION-SHARE-ONCE") {
      $0["share"] = [.text(Sample.sleepType), .text(Sample.sleepType)]
    },
    Rule("share-type-too-long", "QUESTION-TYPE-LENGTH") { $0["share"] = [RecordRules.text(1025)] },
    Rule("read-type-too-long", "QUESTION-TYPE-LENGTH") { $0["read"] = [RecordRules.text(1025)] },
    Rule("read-too-many", "QUESTION-READ-BOUND") { $0["read"] = Value(types(1025)) },
    Rule("read-twice", "QUESTION-READ-ONCE") {
      $0["read"] = [.text(Sample.sleepType), .text(Sample.sleepType)]
    },
    Rule("asked-at-no-number", "QUESTION-ASKED-FINITE") { $0["asked_at"] = .double(.nan) },
    Rule("asked-at-endless", "QUESTION-ASKED-FINITE") { $0["asked_at"] = .double(.infinity) },
    Rule("name-too-long", "QUESTION-TEXT-LENGTH") { $0["name"] = RecordRules.text(257) },
    Rule("share-reason-too-long", "QUESTION-TEXT-LENGTH") {
      $0["share_reason"] = RecordRules.text(257)
    },
    Rule("read-reason-too-long", "QUESTION-TEXT-LENGTH") {
      $0["read_reason"] = RecordRules.text(257)
    },
    Rule("too-many", "QUESTION-BOUND", (1...65).map { question($0) }),
    Rule("id-twice", "QUESTION-ID-ONCE", [question(1), question(2), question(1)]),
    // Each list keeps to its own bound, and the same types count in each.
    Rule(
      "too-many-types", "SYNC-QUESTIONS-TYPES",
      [1, 2].map { question($0, share: types(1024), read: types(1024)) } + [question(3)]),
  ]

  private static func types(_ count: Int) -> [String] { (0..<count).map { "t\($0)" } }
}
