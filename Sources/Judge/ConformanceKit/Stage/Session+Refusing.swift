package import ConformanceWire

extension Session {
  /// Sees the session end for a reason, at once where the node shows by another message that it goes on.
  ///
  /// - Parameters:
  ///   - reason: Why it has to end.
  ///   - kinds: The kinds of messages that a node says which has not refused.
  /// - Returns: The detail that was told.
  /// - Throws: ``Deviation`` where it goes on, or ends otherwise.
  @discardableResult
  package func expectEnd(_ reason: EndReason, not kinds: Set<String>) throws -> String {
    let awaited = "the session to end with \(reason.name)"
    while true {
      let message = try hear(awaited)
      let kind = SyncKind.of(message)
      if kinds.contains(kind) { throw Deviation(expected: awaited, observed: "'\(kind)'") }
      guard kind == "ended" else { continue }
      let said = message["ended"]["reason"].number
      guard said == Int64(reason.rawValue) else {
        let name = EndReason(rawValue: Int(said))?.name ?? "reason \(said)"
        throw Deviation(expected: awaited, observed: "it ended with \(name)")
      }
      try expectClosed("nothing after the message 'ended'")
      endAfterLastWord()
      return message["ended"]["detail"].string
    }
  }

  /// Sees the node end its side of the call without another message.
  @discardableResult
  package func expectClosed(_ awaited: String) throws -> CallEnd {
    switch try receive() {
    case .end(let end): return end
    case .message(let bytes):
      let message = try SyncKind.read(bytes, awaited)
      throw Deviation(expected: awaited, observed: "'\(SyncKind.of(message))'")
    }
  }
}
