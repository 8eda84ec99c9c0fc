internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import Pairing
internal import RPCCore
internal import TLSCore
internal import TextFormats

/// One try to be paired with a device that shows a code: the daemon tells how far it is, and the owner
/// says the code and whether it is the right device.
struct Joining: Sendable {
  typealias Call = ClientStream<JoinCommandMessage, JoinEventMessage>

  private enum Turn<Answer: Sendable>: Sendable {
    case event(JoinEventMessage.Event)
    case answer(Answer)
  }

  /// So often a text that is no code is asked for again.
  private static let tries = 3

  let context: PairContext
  let start: JoinStartMessage
  /// The code, if it need not be asked for.
  let code: PairingCode?
  /// The key that the other device must have, if that is known.
  let key: PublicKeyFingerprint?
  /// Whether the owner need not be asked.
  let isApproved: Bool

  /// Says and asks what is needed, until there is a pair.
  ///
  /// - Parameter call: Just opened.
  /// - Throws: Why there is none.
  func run(_ call: Call) async throws {
    try await send(.start(start), call)
    guard case .reached(let claimed) = try await event(call) else { throw context.strangeAnswer }
    try write(
      "reached", claimed,
      ["Reached a device that says it is the \(claimed.title); the code will prove it."])
    var key = key
    let answer = try await event(
      call, asking: { try await code(of: claimed) },
      then: { code, codeKey in
        key = codeKey
        try await send(.code(code.digits), call)
      })
    guard case .verified(let peer) = answer else { throw context.strangeAnswer }
    guard key == nil || key?.bytes == peer.fingerprint else {
      try await send(.approve(false), call)
      call.finishSending()
      // A call that is broken off would tell the other device nothing.
      do {
        while try await call.receive() != nil {}
      } catch is RPCError {
        // It ends with the refusal that was just sent.
      }
      throw context.advice.failure(.unknownKey)
    }
    try write(
      "verified", peer, ["The code is right. The other device is the \(peer.title)."] + peer.lines)
    try end(try await ending(call), call)
  }

  private func end(_ event: JoinEventMessage.Event, _ call: Call) throws {
    call.finishSending()
    switch event {
    case .paired(let peer):
      try write("paired", peer, ["Paired with the \(peer.title)."])
    case .pending(let peer):
      try write(
        "pending", peer,
        [
          "The \(peer.title) did not answer the last message. The pair is finished, or given up, by "
            + "itself: '\(context.call) list' tells which."
        ])
    case .reached, .verified: throw context.strangeAnswer
    }
  }

  /// What comes once the owner has said whether it is the right device.
  private func ending(_ call: Call) async throws -> JoinEventMessage.Event {
    try await event(
      call,
      asking: {
        if isApproved { return true }
        return try await context.questions.confirm("Pair with it?")
      },
      then: { isRight in
        try await send(.approve(isRight), call)
        // The daemon ends the call after a no; broken off, it would tell the other device nothing.
        if !isRight { call.finishSending() }
      })
  }

  /// Asks the owner, who may think for long, and reads the event that comes of the answer.
  ///
  /// A call that ends meanwhile ends the question.
  private func event<Answer: Sendable>(
    _ call: Call, asking ask: @escaping @Sendable () async throws -> Answer,
    then respond: (Answer) async throws -> Void
  ) async throws -> JoinEventMessage.Event {
    try await withThrowingTaskGroup(of: Turn<Answer>.self) { group in
      group.addTask { .event(try await event(call)) }
      group.addTask { .answer(try await ask()) }
      defer { group.cancelAll() }
      var hasAnswered = false
      while let turn = try await group.next() {
        switch turn {
        case .answer(let answer):
          hasAnswered = true
          try await respond(answer)
        case .event(let event):
          guard hasAnswered else { throw context.strangeAnswer }
          return event
        }
      }
      throw context.strangeAnswer
    }
  }

  /// The code, and the key that came with it or was known before.
  private func code(
    of claimed: PeerMessage
  ) async throws -> (PairingCode, PublicKeyFingerprint?) {
    if let code { return (code, key) }
    for number in 1...Self.tries {
      guard let text = try await context.questions.secret("Code: ") else { break }
      if let code = PairingCode(typed: text) { return (code, key) }
      if let link = PairingLink(text.filter { !$0.isWhitespace }) {
        // Whoever answers there must not get to know the code of another device.
        guard link.key.bytes == claimed.fingerprint, key == nil || key == link.key else {
          throw context.advice.failure(.unknownKey)
        }
        return (link.code, link.key)
      }
      if number < Self.tries { context.console.writeErrorLines(["A code has 6 or 8 digits."]) }
    }
    throw ProgramFailure(
      .invalidInput, "cannot use the code: a code has 6 or 8 digits",
      advice: "Nothing was sent, so the code is still good: '\(context.call) join' asks again.")
  }

  private func event(_ call: Call) async throws -> JoinEventMessage.Event {
    while let message = try await call.receive() {
      // What a newer daemon tells besides is not for us.
      if let event = message.event { return event }
    }
    throw context.strangeAnswer
  }

  private func send(_ command: JoinCommandMessage.Command, _ call: Call) async throws {
    do {
      try await call.send(JoinCommandMessage(command))
    } catch is RPCError {
      // What is received next tells how the call ended.
    }
  }

  private func write(
    _ event: String, _ peer: PeerMessage, _ lines: [String]
  ) throws(CommandLineError) {
    try context.write(
      lines, json: .object([.init("event", .string(event)), .init("peer", peer.json)]))
  }
}
