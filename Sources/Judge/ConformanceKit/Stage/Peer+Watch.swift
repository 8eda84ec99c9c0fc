package import ConformanceWire

extension Peer {
  /// The hello that a watch in this state says.
  package func hello() -> Message {
    var settings = settings
    settings["records"] = .absent
    return Message(
      "SyncMessage",
      [
        "hello": [
          "lowest_version": 1, "highest_version": 1, "role": 2,
          "incarnation": .unsigned(incarnation), "ordinal": .unsigned(ordinal),
          "view": .unsigned(view), "floor": .double(floor), "known": known, "settings": settings,
          "vector": ["whole": vector.value], "cursor": cursor, "now": .double(Instant.now),
          "limits": Peer.limits,
        ]
      ])
  }

  /// What the tool takes: much, so that limits are no matter unless a case wants that.
  package static var limits: Value { ["samples": 4096, "bytes": 1_048_576, "credit": 16_777_216] }

  /// Says hello until the phone says welcome, and reconciles where it says so: the welcome.
  @discardableResult
  package func greet(_ session: Session) throws -> Value {
    try session.say(hello())
    while true {
      let message = try session.hear("the message 'welcome'")
      switch SyncKind.of(message) {
      case "settings":
        settings = message["settings"]
        try session.say(hello())
      case "welcome":
        let welcome = message["welcome"]
        if welcome["must_reconcile"].isTrue { try reconcile(session) }
        return welcome
      case let kind:
        throw Deviation(expected: "the message 'welcome'", observed: "'\(kind)': \(message.text)")
      }
    }
  }

  /// Tells all that it holds, and takes over what the phone answers.
  package func reconcile(_ session: Session) throws {
    let part = part(content: "lists")
    try session.say(part)
    try noteTold(part)
    while true {
      let message = try session.hear("the phone's answer to a reconciliation")
      guard SyncKind.of(message) == "reconcile" else {
        if SyncKind.of(message) == "acknowledgement" {
          try take(message, in: session)
          continue
        }
        throw Deviation(
          expected: "the phone's answer to a reconciliation",
          observed: "'\(SyncKind.of(message))': \(message.text)")
      }
      heard += try Weight.message(message)
      if try applyAnswer(message["reconcile"]) {
        try acknowledge(in: session)
        return
      }
    }
  }

  /// Says `compare` until the phone can tell, taking what it sends meanwhile: its verdict.
  @discardableResult
  package func settle(_ session: Session) throws -> CompareVerdict {
    while true {
      try awaitAcknowledgement(in: session)
      compared = .absent
      try session.say(Message("SyncMessage", ["compare": Root(of: rows.keys).value]))
      var hasMore = false
      while !compared.isPresent {
        let message = try session.hear("the phone's verdict, and what is left to say before it")
        hasMore = hasMore || SyncKind.of(message) == "batch"
        try take(message, in: session)
      }
      switch compared["verdict"].number {
      case 1: return .equal
      // What came since the root was told is not in it.
      case 2 where !hasMore: return .unequal
      default:
        // Busy: it has something to say, or to hear acknowledged.
        if !hasMore { try take(try session.hear("what is left to say"), in: session) }
      }
    }
  }
}

/// What a phone says of two roots.
package enum CompareVerdict: Hashable, Sendable {
  case equal
  case unequal
}
