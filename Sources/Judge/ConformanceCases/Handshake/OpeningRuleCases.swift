internal import ConformanceKit
internal import ConformanceWire

/// What a hello or a welcome may not say, rule by rule.
enum OpeningRuleCases {
  /// A day before year 1, and the first instant after year 9999.
  private static let tooEarly = Instant.beginning - 86_400
  private static let tooLate = Instant.end

  private static let hello = [
    Rule("version-zero", "HELLO-VERSION-LOWEST") { $0["lowest_version"] = 0 },
    Rule("version-order", "HELLO-VERSION-ORDER") { $0["lowest_version"] = 2 },
    Rule("role-zero", "HELLO-ROLE-KNOWN") { $0["role"] = 0 },
    Rule("role-unknown", "HELLO-ROLE-KNOWN") { $0["role"] = 3 },
    Rule("ordinal-too-high", "HELLO-ORDINAL-BOUND") { $0["ordinal"] = .unsigned(1 << 63) },
    Rule("floor-too-early", "HELLO-FLOOR") { $0["floor"] = .double(tooEarly) },
    Rule("floor-too-late", "HELLO-FLOOR") { $0["floor"] = .double(tooLate) },
    Rule("floor-no-number", "HELLO-FLOOR") { $0["floor"] = .double(.nan) },
    Rule("known-left-out", "HELLO-KNOWN") { $0["known"] = .absent },
    Rule("settings-left-out", "HELLO-SETTINGS") { $0["settings"] = .absent },
    Rule("settings-number-too-high", "SYNC-SETTINGS-NUMBER") {
      $0["settings"]["version"] = ["number": .unsigned(1 << 62), "incarnation": 1]
    },
    Rule("question-twice", "HELLO-QUESTIONS") {
      let question: Value = ["id": 5, "app": "app.conformance", "read": ["A"]]
      $0["questions"] = [question, question]
    },
    Rule("now-no-number", "HELLO-NOW-FINITE") { $0["now"] = .double(.nan) },
    Rule("now-infinite", "HELLO-NOW-FINITE") { $0["now"] = .double(-.infinity) },
    Rule("known-from-no-number", "VECTOR-KNOWN-NAN") {
      $0["known"]["others_from"] = .double(.nan)
    },
    Rule("known-type-no-number", "VECTOR-KNOWN-NAN") {
      $0["known"] = ["types": ["A"], "types_from": [.double(.nan)]]
    },
    Rule("known-type-twice", "VECTOR-KNOWN-TYPE-ONCE") {
      $0["known"] = ["types": ["A", "B", "A"], "types_from": [0, 0, 0]]
    },
    Rule("known-without-number", "VECTOR-KNOWN-COUNT") {
      $0["known"] = ["types": ["A", "B"], "types_from": [0]]
    },
    Rule("known-without-type", "VECTOR-KNOWN-COUNT") {
      $0["known"] = ["types": ["A"], "types_from": [0, 0]]
    },
  ]

  private static let welcome = [
    Rule("version-zero", "HELLO-WELCOME-VERSION") { $0["version"] = 0 },
    Rule("now-no-number", "HELLO-WELCOME-NOW") { $0["now"] = .double(.nan) },
    Rule("now-infinite", "HELLO-WELCOME-NOW") { $0["now"] = .double(.infinity) },
    Rule("vector-left-out", "HELLO-WELCOME-VECTOR") { $0["vector"] = .absent },
    Rule("limits-left-out", "HELLO-WELCOME-LIMITS") { $0["limits"] = .absent },
  ]

  private static let helloOnly = [
    Rule("vector-left-out", "HELLO-VECTOR") { $0["vector"] = .absent },
    Rule("limits-left-out", "HELLO-LIMITS") { $0["limits"] = .absent },
  ]

  private static let limits = [
    Rule("no-samples", "HELLO-LIMIT-SAMPLES") { $0["limits"]["samples"] = 0 },
    Rule("no-bytes", "HELLO-LIMIT-BYTES") { $0["limits"]["bytes"] = 0 },
    Rule("too-many-bytes", "HELLO-LIMIT-BYTES-MOST") {
      $0["limits"]["bytes"] = .integer(1 << 40 + 1)
    },
    Rule("no-credit", "HELLO-LIMIT-CREDIT") { $0["limits"]["credit"] = 0 },
    Rule("too-much-credit", "HELLO-LIMIT-CREDIT-MOST") {
      $0["limits"]["credit"] = .integer(1 << 40 + 1)
    },
    Rule("cursor-below-zero", "BATCH-PLACE-BOUND") {
      $0["cursor"] = ["position": -1, "incarnation": 5]
    },
    Rule("cursor-too-high", "BATCH-PLACE-BOUND") {
      $0["cursor"] = ["position": .integer(.max), "incarnation": 5]
    },
    Rule("cursor-without-writer", "BATCH-PLACE-WRITER") { $0["cursor"] = ["position": 5] },
    Rule("cursor-beginning-with-writer", "BATCH-PLACE-BEGINNING") {
      $0["cursor"] = ["position": 0, "incarnation": 5]
    },
  ]

  static let broken =
    (hello + helloOnly).map { $0.asCase("handshake/hello-rule", of: .phone, play) }
    + welcome.map { $0.asCase("handshake/welcome-rule", of: .watch, play) }
    + limits.map { $0.asCase("handshake/limits-rule", play) }

  @Sendable private static func play(_ stage: Stage, _ rule: Rule) throws {
    let (peer, session) = try stage.open()
    let valid = try peer.opening(session)
    var broken = valid
    rule.change(&broken.value[peer.openingKind])
    try session.say(broken, insteadOf: valid)
    try session.expectEnd(.violation, not: peer.openingAnswers)
  }

  /// What is just permitted.
  static let permitted = [
    Case("handshake/limits-rule/most-permitted", "HELLO-LIMIT-BYTES-MOST") { stage in
      let peer = try stage.peer()
      try peer.learnSettings()
      let session = try peer.ready {
        $0["limits"] = ["samples": 1, "bytes": .integer(1 << 40), "credit": .integer(1 << 40)]
      }
      try peer.ask(session)
    },
    Case("handshake/hello-rule/cursor-left-out", "HELLO-CURSOR-NONE") { stage in
      let peer = try stage.peer()
      var session = try peer.ready()
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      try peer.deliver(peer.burial([sample]), in: session)
      try session.end()
      // Whoever is new hears the log from its beginning.
      peer.forget()
      session = try peer.ready { $0["cursor"] = .absent }
      _ = try peer.hear(until: { peer.deaths[sample.dot] != nil }, in: session)
    },
  ]

  static let all = broken + permitted
}
