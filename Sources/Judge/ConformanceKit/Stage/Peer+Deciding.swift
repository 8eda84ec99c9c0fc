package import ConformanceWire

// As a phone.
extension Peer {
  /// Decides anew, and sees the watch say hello by that and be ready again.
  ///
  /// - Parameters:
  ///   - session: A session that is ready.
  ///   - change: What is decided, in the record that was in force.
  /// - Returns: The watch's hello.
  /// - Throws: ``Deviation`` where the watch does otherwise.
  @discardableResult
  package func decide(
    in session: Session, _ change: (inout Value) -> Void
  ) throws -> Value {
    settings["version"]["number"] = .integer(settings["version"]["number"].number + 1)
    change(&settings)
    try session.say(Message("SyncMessage", ["settings": settings]))
    let hello = try hearUntil("hello", in: session)
    note(hello)
    try session.say(welcomeMessage())
    try sync(session)
    return hello
  }

  /// Sees that the node has processed all that was said.
  package func sync(_ session: Session) throws {
    try deliver(batch(of: []), in: session)
  }

  /// The content of the next message of a kind; what comes before is dealt with as the text says.
  package func hearUntil(_ kind: String, in session: Session) throws -> Value {
    while true {
      let message = try session.hear("the message '\(kind)'")
      guard SyncKind.of(message) != kind else { return message[kind] }
      try take(message, in: session)
    }
  }

  /// Fills what the watch does not know, with nothing: from now on it knows that there is nothing else.
  package func fill(_ types: Value = ["is_exclusion": true], in session: Session) throws {
    try deliver(
      Message(
        "SyncMessage",
        [
          "batch": [
            "view": .unsigned(view),
            "refill": ["floor": .double(floor), "types": types, "vector": vector.value],
          ]
        ]), in: session)
  }
}
