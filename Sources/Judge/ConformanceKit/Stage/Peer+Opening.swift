package import ConformanceWire

extension Peer {
  /// The kind of message by which this side opens a session: a watch's hello, a phone's welcome.
  package var openingKind: String { device.role == .watch ? "hello" : "welcome" }

  /// The kinds of messages by which the node shows that it took this side's opening.
  package var openingAnswers: Set<String> {
    device.role == .watch
      ? ["welcome", "settings", "vector_wanted"] : ["compare", "batch", "acknowledgement"]
  }

  /// What this side says to open a session, once it is its turn; a phone hears the hello before.
  package func opening(_ session: Session) throws -> Message {
    guard device.role == .phone else { return hello() }
    try hearHello(session)
    return welcomeMessage()
  }

  /// As a phone, hears the watch's hello, until that fits the record in force.
  @discardableResult
  package func hearHello(_ session: Session) throws -> Value {
    var hello = try session.expect("hello")
    if hello["settings"]["version"]["number"].number < settings["version"]["number"].number {
      try session.say(Message("SyncMessage", ["settings": settings]))
      hello = try session.expect("hello", passing: ["questions"])
    }
    note(hello)
    return hello
  }

  /// Begins a session with an opening that is changed, and sees that the node takes it.
  ///
  /// As a watch it needs the record in force, which an earlier session told.
  package func ready(_ change: (inout Value) -> Void) throws -> Session {
    let session = try open()
    var message = try opening(session)
    change(&message.value[openingKind])
    try session.say(message)
    if device.role == .watch { _ = try session.expect("welcome") }
    return session
  }

  /// As a watch, is told the record in force in a session of its own.
  package func learnSettings() throws {
    guard device.role == .watch else { return }
    try ready().end()
  }

  /// Takes a call of the node, which is the watch's or the phone's, and answers what else it calls.
  ///
  /// - Parameter answers: Whether the caller hears at once that its call was taken.
  /// - Returns: The session that the call is for.
  /// - Throws: `silence` where no call comes.
  package func takeCall(answers: Bool = true) throws -> Session {
    told = 0
    acknowledged = 0
    heard = 0
    compared = .absent
    ordinal += 1
    while true {
      let link = try device.acceptLink()
      let call = try Call.accept(link, by: scene.deadline)
      guard call.method == "dyad.v1.Sync/Session" else {
        try device.answer(call)
        continue
      }
      if answers { try call.sendHeaders() }
      return Session(call, on: link, scene)
    }
  }
}
