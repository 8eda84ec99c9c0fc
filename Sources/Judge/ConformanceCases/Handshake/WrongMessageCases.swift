internal import ConformanceKit
internal import ConformanceWire

/// Messages that may not come at all, or not from this side.
enum WrongMessageCases {
  static let all = bytes + fields + sides + contents + unknownFields

  /// What ends a session wherever it comes, and what it ends it with.
  private static func violation(
    _ path: String, _ clause: String, of target: Role? = nil, _ reason: EndReason = .violation,
    _ bytes: @escaping @Sendable (Peer) -> [UInt8]
  ) -> Case {
    Case("handshake/\(path)", clause, of: target) { stage in
      let (peer, session) = try stage.ready()
      try session.sayBytes(bytes(peer), insteadOf: peer.acknowledgementMessage().encoded())
      try session.say(peer.batch([peer.heartRate()]))
      try session.expectEnd(reason, not: ["acknowledgement"])
    }
  }

  private static func violation(
    _ path: String, _ clause: String, of target: Role? = nil,
    message: @escaping @Sendable (Peer) -> Message
  ) -> Case {
    violation(path, clause, of: target) { message($0).encoded() }
  }

  private static let bytes = [
    violation("malformed/no-protobuf", "SYNC-MALFORMED") { _ in [0xff, 0xff, 0xff, 0xff] },
    violation("malformed/cut-short", "SYNC-MALFORMED") {
      Array($0.acknowledgementMessage().encoded().dropLast())
    },
    violation("malformed/length-too-long", "SYNC-MALFORMED") { _ in [0x3a, 0xff, 0xff, 0x03, 1] },
    violation("malformed/group-without-end", "SYNC-MALFORMED") { peer in
      peer.acknowledgementMessage().encoded() + [0xc3, 0x3e]
    },
    violation("malformed/more-than-1-mib", "SYNC-MALFORMED") { peer in
      var message = peer.acknowledgementMessage()
      message.value.extra = WireWriter.field(1000, [UInt8](repeating: 7, count: 1 << 20))
      return message.encoded()
    },
    violation("unknown/no-kind", "SYNC-UNKNOWN-KIND") { _ in [] },
    violation("unknown/kind", "SYNC-UNKNOWN-KIND") { _ in WireWriter.field(1000, [1, 2, 3]) },
    violation("unknown/end-reason", "SYNC-UNKNOWN-VALUE") { _ in
      Message("SyncMessage", ["ended": ["reason": 99]]).encoded()
    },
    violation("unknown/end-reason-zero", "SYNC-UNKNOWN-VALUE") { _ in
      Message("SyncMessage", ["ended": [:]]).encoded()
    },
    violation("unknown/verdict", "SYNC-UNKNOWN-VALUE", of: .watch) { _ in
      Message("SyncMessage", ["compared": ["verdict": 4]]).encoded()
    },
    violation("unknown/verdict-zero", "SYNC-UNKNOWN-VALUE", of: .watch) { _ in
      Message("SyncMessage", ["compared": [:]]).encoded()
    },
  ]

  private static let fields = [
    violation("malformed/received-too-high", "SYNC-ACK-RECEIVED") { peer in
      var message = peer.acknowledgementMessage()
      message["acknowledgement"]["received"] = .unsigned(1 << 63)
      return message
    },
    violation("malformed/acknowledgement-without-vector", "VECTOR-NEWS") { peer in
      var message = peer.acknowledgementMessage()
      message["acknowledgement"]["vector"] = .absent
      return message
    },
    violation("malformed/acknowledged-place-below-zero", "BATCH-PLACE-BOUND") { peer in
      var message = peer.acknowledgementMessage()
      message["acknowledgement"]["cursor"] = ["position": -3, "incarnation": 4]
      return message
    },
    violation("malformed/acknowledged-place-without-writer", "BATCH-PLACE-WRITER") { peer in
      var message = peer.acknowledgementMessage()
      message["acknowledgement"]["cursor"] = ["position": 3]
      return message
    },
    violation("malformed/refused-type-twice", "SYNC-REFUSED-ONCE") { _ in
      Message("SyncMessage", ["claim_refused": ["types": ["A", "B", "A"]]])
    },
    violation("malformed/question-twice", "QUESTION-ID-ONCE", of: .phone) { _ in
      let question: Value = ["id": 5, "app": "app.conformance", "read": ["A"]]
      return Message("SyncMessage", ["questions": ["questions": [question, question]]])
    },
  ]

  private static let sides = [
    violation("wrong-side/welcome", "SYNC-WRONG-SIDE", of: .phone) { $0.welcomeMessage() },
    violation("wrong-side/settings", "SYNC-WRONG-SIDE", of: .phone) {
      Message(
        "SyncMessage",
        [
          "settings": [
            "version": ["number": 9, "incarnation": .unsigned($0.incarnation)],
            "scope": ["is_exclusion": true], "lease": 60,
          ]
        ])
    },
    violation("wrong-side/vector-wanted", "SYNC-WRONG-SIDE", of: .phone) { _ in
      Message("SyncMessage", ["vector_wanted": [:]])
    },
    violation("wrong-side/compared", "SYNC-WRONG-SIDE", of: .phone) { _ in
      Message("SyncMessage", ["compared": ["verdict": 1]])
    },
    violation("wrong-side/compare-wanted", "SYNC-WRONG-SIDE", of: .phone) { _ in
      Message("SyncMessage", ["compare_wanted": [:]])
    },
    violation("wrong-side/hello", "SYNC-WRONG-SIDE", of: .watch) { $0.hello() },
    violation("wrong-side/questions", "SYNC-WRONG-SIDE", of: .watch) { _ in
      Message("SyncMessage", ["questions": [:]])
    },
    violation("wrong-side/vector", "SYNC-WRONG-SIDE", of: .watch) {
      Message("SyncMessage", ["vector": $0.vector.whole])
    },
    violation("wrong-side/compare", "SYNC-WRONG-SIDE", of: .watch) {
      Message("SyncMessage", ["compare": Root(of: $0.rows.keys).value])
    },
  ]

  /// Kinds that both sides say, with a content that only one does.
  private static let contents = [
    violation("wrong-side/refill", "SYNC-WRONG-SIDE", of: .phone) { peer in
      var message = peer.batch([])
      message["batch"]["refill"] = [
        "floor": .double(peer.floor), "types": ["is_exclusion": true], "vector": [:],
      ]
      return message
    },
    violation("wrong-side/days", "SYNC-WRONG-SIDE", of: .phone) { part($0, "days", [:]) },
    violation("wrong-side/missing", "SYNC-WRONG-SIDE", of: .phone) { part($0, "missing", [:]) },
    violation("wrong-side/spans", "SYNC-WRONG-SIDE", of: .watch) {
      let span: Value = [
        "first_day": .integer(Day.all.lowerBound), "last_day": .integer(Day.all.upperBound),
      ]
      return part($0, "spans", ["spans": [span]])
    },
    violation("wrong-side/selected-days", "SYNC-WRONG-SIDE", of: .watch) {
      part($0, "lists", DayLists([:], selection: [9000]).value)
    },
  ]

  /// One part of a reconciliation that has a claim and a content.
  private static func part(_ peer: Peer, _ content: String, _ value: Value) -> Message {
    var message = peer.part(content: "lists")
    message["reconcile"]["lists"] = .absent
    message["reconcile"][content] = value
    return message
  }

  /// Bytes of a field that no version has yet.
  static let later = WireWriter.field(1000, Array("later".utf8))

  private static let unknownFields = [
    Case("handshake/unknown/field-of-the-opening", "SYNC-UNKNOWN-FIELD") { stage in
      let peer = try stage.peer()
      try peer.learnSettings()
      let session = try peer.ready {
        $0["vector"].extra = later
        $0["limits"].extra = later
        $0.extra = later
      }
      try peer.ask(session)
    },
    Case("handshake/unknown/field-beside-the-kind", "SYNC-UNKNOWN-FIELD") { stage in
      let (peer, session) = try stage.ready()
      var message = peer.acknowledgementMessage()
      message.value.extra = later
      try session.say(message)
      try peer.ask(session)
    },
  ]
}
