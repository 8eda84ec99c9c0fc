internal import ConformanceKit
internal import ConformanceWire

/// The rules of the fields of a record: each is broken once, in what a phone tells and in what a watch
/// presents in its hello.
enum RecordRules {
  static let all = broken + kept

  private static let broken = rules.map {
    $0.asCase("settings/rules") { stage, rule in
      let (session, valid) = try tell(on: stage, try stage.peer())
      try session.say(changed(valid, rule), insteadOf: valid)
      try session.expectEnd(.violation)
    }
  }

  private static let kept = bounds.map {
    $0.asCase("settings/bounds") { stage, rule in
      let peer = try stage.peer()
      // What nobody decided yet, and a phone knows: it tells its own instead.
      if stage.target == .phone { try peer.learnSettings() }
      let (session, valid) = try tell(on: stage, peer, number: stage.target == .phone ? 0 : nil)
      try session.say(changed(valid, rule))
      var heard = Message("SyncMessage")
      var kind = "compare"
      // A watch that was ready may have asked something before.
      while ["compare", "acknowledgement"].contains(kind) {
        heard = try session.hear("an answer to a record that keeps to the rules")
        kind = SyncKind.of(heard)
      }
      // One of another number is taken as well, and asked about.
      let isAsked =
        kind == "ended" && stage.target == .phone
        && heard["ended"]["reason"].number == Int64(EndReason.brake.rawValue)
      try Deviation.unless(
        isAsked || ["hello", "welcome", "settings"].contains(kind),
        "a record that keeps to the rules to be taken", "'\(kind)'")
    }
  }

  /// A session in which the node is about to be told a record, and the message that does it.
  private static func tell(
    on stage: Stage, _ peer: Peer, number: Int64? = nil
  ) throws -> (Session, Message) {
    switch stage.target {
    case .phone:
      let session = try peer.open()
      var hello = peer.hello()
      hello["hello"]["settings"] = record(number ?? 1, of: peer)
      return (session, hello)
    case .watch:
      let session = try peer.ready()
      return (session, Message("SyncMessage", ["settings": record(number ?? 2, of: peer)]))
    }
  }

  /// The message with its record changed.
  private static func changed(_ message: Message, _ rule: Rule) -> Message {
    var message = message
    if message["hello"].isPresent {
      rule.change(&message["hello"]["settings"])
    } else {
      rule.change(&message["settings"])
    }
    return message
  }

  private static func record(_ number: Int64, of peer: Peer) -> Value {
    [
      "version": version(number, of: peer),
      "scope": ["is_exclusion": true, "types": [.text(Sample.documentType)]],
      "accesses": Accesses.value([
        Accesses.Row("app.first", Sample.heartRateType),
        Accesses.Row("app.second", Sample.sleepType),
      ]), "lease": 604_800, "answered": [5, 6],
    ]
  }

  private static func version(_ number: Int64, of peer: Peer) -> Value {
    number == 0
      ? ["number": 0]
      : ["number": .integer(number), "incarnation": .unsigned(peer.incarnation)]
  }

  private static let rules = [
    Rule("scope/type-twice", "SETTINGS-SCOPE-ONCE") {
      $0["scope"]["types"] = [.text(Sample.sleepType), .text(Sample.sleepType)]
    },
    Rule("scope/type-too-long", "SETTINGS-SCOPE-LENGTH") {
      $0["scope"]["types"] = [text(1025)]
    },
    Rule("version/number-too-high", "SYNC-SETTINGS-NUMBER") {
      $0["version"]["number"] = .unsigned(1 << 62)
    },
    Rule("version/number-highest-of-all", "SYNC-SETTINGS-NUMBER") {
      $0["version"]["number"] = .unsigned(.max)
    },
    Rule("lease/no-number", "SETTINGS-LEASE-FINITE") { $0["lease"] = .double(.nan) },
    Rule("lease/endless", "SETTINGS-LEASE-FINITE") { $0["lease"] = .double(.infinity) },
    Rule("lease/negative", "SETTINGS-LEASE-SIGN") { $0["lease"] = -1 },
    Rule("answered/too-many", "SETTINGS-ANSWERED-BOUND") {
      $0["answered"] = Value((1...16_385).map { UInt64($0) })
    },
    Rule("answered/twice", "SETTINGS-ANSWERED-ONCE") { $0["answered"] = [7, 8, 7] },
    Rule("seal/too-long", "SETTINGS-SEAL-LENGTH") {
      $0["seal"] = .bytes([UInt8](repeating: 7, count: 257))
    },
    Rule("records/key-empty", "SETTINGS-KEY-EMPTY") {
      $0["records"] = [["key": "", "value": .bytes([1])]]
    },
    Rule("records/key-too-long", "SETTINGS-KEY-LENGTH") {
      $0["records"] = [["key": text(1089), "value": .bytes([1])]]
    },
    Rule("records/too-many", "SETTINGS-RECORDS-BOUND") { $0["records"] = records(1025) },
    Rule("records/twice", "SETTINGS-RECORDS-ONCE") {
      $0["records"] = .list([records(1)[0], records(1)[0]])
    },
    Rule("access/twice", "ACCESS-ONCE") {
      $0["accesses"]["app_indexes"] = Column.ints([0, 0])
      $0["accesses"]["type_indexes"] = Column.ints([1, 1])
    },
    Rule("access/more-apps", "ACCESS-APPS") { $0["accesses"]["apps"] = ["a", "b", "c"] },
    Rule("access/more-types", "ACCESS-TYPES") { $0["accesses"]["types"] = ["a", "b", "c"] },
    Rule("access/app-empty", "ACCESS-APP-EMPTY") { $0["accesses"]["apps"] = ["", "b"] },
    Rule("access/app-too-long", "ACCESS-APP-LENGTH") {
      $0["accesses"]["apps"] = [text(1025), "b"]
    },
    Rule("access/type-too-long", "ACCESS-TYPE-LENGTH") {
      $0["accesses"]["types"] = [text(1025), "b"]
    },
    Rule("access/too-many", "ACCESS-COUNT") { $0["accesses"] = accesses(16_385) },
    Rule("access/app-not-there", "ACCESS-APP-INDEX") {
      $0["accesses"]["app_indexes"] = Column.ints([0, 2])
    },
    Rule("access/app-below-none", "ACCESS-APP-INDEX") {
      $0["accesses"]["app_indexes"] = Column.ints([0, -1])
    },
    Rule("access/too-few-apps", "ACCESS-APP-INDEX") {
      $0["accesses"]["app_indexes"] = Column.ints([0])
    },
    Rule("access/type-not-there", "ACCESS-TYPE-INDEX") {
      $0["accesses"]["type_indexes"] = Column.ints([0, 2])
    },
    Rule("access/too-many-types", "ACCESS-TYPE-INDEX") {
      $0["accesses"]["type_indexes"] = Column.ints([0, 1, 1])
    },
    Rule("access/share-unknown", "ACCESS-SHARE") {
      $0["accesses"]["shares"] = Column.ints([2, 3])
    },
    Rule("access/share-missing", "ACCESS-SHARE") { $0["accesses"]["shares"] = Column.ints([2]) },
    Rule("access/read-unknown", "ACCESS-READ") { $0["accesses"]["reads"] = Column.ints([3, 2]) },
    Rule("access/read-negative", "ACCESS-READ") {
      $0["accesses"]["reads"] = Column.ints([-1, 2])
    },
  ]

  private static let bounds = [
    Rule("scope/type-longest", "SETTINGS-SCOPE-LENGTH") { $0["scope"]["types"] = [text(1024)] },
    Rule("scope/none", "SETTINGS-SCOPE-NONE") { $0["scope"] = .absent },
    Rule("version/number-highest", "SYNC-SETTINGS-NUMBER") {
      $0["version"]["number"] = .unsigned(1 << 62 - 2)
    },
    Rule("lease/none", "SETTINGS-LEASE-SIGN") { $0["lease"] = 0 },
    Rule("answered/most", "SETTINGS-ANSWERED-BOUND") {
      $0["answered"] = Value((1...16_384).map { UInt64($0) })
    },
    Rule("seal/longest", "SETTINGS-SEAL-LENGTH") {
      $0["seal"] = .bytes([UInt8](repeating: 7, count: 256))
    },
    Rule("access/most", "ACCESS-COUNT") { $0["accesses"] = accesses(16_384) },
    Rule("access/app-longest", "ACCESS-APP-LENGTH") {
      $0["accesses"]["apps"] = [text(1024), "b"]
    },
    Rule("access/type-longest", "ACCESS-TYPE-LENGTH") {
      $0["accesses"]["types"] = [text(1024), "b"]
    },
  ]

  static func text(_ count: Int) -> Value { .text(String(repeating: "t", count: count)) }

  static func records(_ count: Int) -> Value {
    .list((0..<count).map { ["key": .text("other/\($0)"), "value": .bytes([1])] })
  }

  /// So many accesses of one app.
  private static func accesses(_ count: Int) -> Value {
    Accesses.value((0..<count).map { Accesses.Row("app.first", "t\($0)") })
  }
}
