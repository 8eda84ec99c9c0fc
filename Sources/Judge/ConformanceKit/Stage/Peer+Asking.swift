package import ConformanceWire

extension Peer {
  /// Delivers a sample of its own, which is a question with a late answer: whatever the node says because of
  /// earlier messages comes before its acknowledgement.
  ///
  /// - Parameters:
  ///   - session: Where.
  ///   - isTaking: Whether batches that come meanwhile are applied and acknowledged.
  /// - Returns: The messages that came up to and with the acknowledgement.
  /// - Throws: ``Deviation`` where something else comes, or nothing.
  @discardableResult
  package func ask(_ session: Session, isTaking: Bool = true) throws -> [Message] {
    let question = batch([heartRate(61)])
    try session.say(question)
    try noteTold(question)
    return try hear(until: { self.acknowledged >= self.told }, in: session, isTaking: isTaking)
  }

  /// Hears what the node says until something is so.
  ///
  /// - Parameters:
  ///   - isSo: Asked before each message.
  ///   - session: Where.
  ///   - isTaking: Whether batches are applied and acknowledged.
  /// - Returns: The messages that came.
  /// - Throws: ``Deviation`` where something else comes, or nothing.
  package func hear(
    until isSo: () throws -> Bool, in session: Session, isTaking: Bool = true
  ) throws -> [Message] {
    var messages: [Message] = []
    while try !isSo() {
      let message = try session.hear("an acknowledgement, and what is left to say before it")
      messages.append(message)
      if isTaking || SyncKind.of(message) != "batch" { try take(message, in: session) }
    }
    return messages
  }

  /// The batches that the node sends, all acknowledged, until this side holds so many rows and a question
  /// after that was answered.
  package func batches(untilRows count: Int, in session: Session) throws -> [Value] {
    let messages =
      try hear(until: { self.rows.count >= count }, in: session) + ask(session)
    return messages.filter { SyncKind.of($0) == "batch" }.map { $0["batch"] }
  }

  /// Is a device that lost all that it held, but for some.
  package func forget(but kept: [Sample]) {
    forget()
    for sample in kept {
      rows[sample.dot] = sample
      vector.insert(sample.dot)
    }
  }

  /// An acknowledgement of all that was heard, as a message.
  package func acknowledgementMessage(_ news: Value? = nil) -> Message {
    Message(
      "SyncMessage",
      [
        "acknowledgement": [
          "vector": news ?? vector.whole, "cursor": cursor, "received": .integer(Int64(heard)),
        ]
      ])
  }

  /// Dots of the rows in batches, as often as they are there.
  package static func dots(of batches: [Value]) throws -> [Dot] {
    try batches.flatMap { $0["runs"].items }.flatMap { try Run.samples($0) }.map(\.dot)
  }
}
