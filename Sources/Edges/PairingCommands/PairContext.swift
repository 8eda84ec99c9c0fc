internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import Pairing
internal import RPCCore
internal import SystemCore
internal import TextFormats

/// What a command of pairing works with.
struct PairContext: Sendable {
  /// "dyad pair" or "dyad-pair".
  let call: String
  let side: PairingSide
  let isJSON: Bool
  let node: DaemonSocket
  let console: Console
  let questions: Questions
  let surroundings: PairingSurroundings

  /// What to do about refusals, as of now.
  var advice: PairingAdvice {
    PairingAdvice(call: call, side: side, now: surroundings.clock.now)
  }

  /// What an answer of the daemon is that no daemon of this version gives.
  var strangeAnswer: ProgramFailure {
    ProgramFailure(
      .failure, "cannot \(side.operation): the daemon's answer does not fit the question",
      advice: "Update 'dyadd' and this program to the same version.")
  }

  /// Makes one call.
  func call<Request, Response: Sendable>(
    _ method: Method<Request, Response>, _ request: Request
  ) async throws -> Response {
    try await node.withClient(advice) { try await $0.call(method, request) }
  }

  /// Opens a call for the length of a closure, and tells programs if the daemon refuses it.
  func withCall<Request, Response>(
    _ method: Method<Request, Response>,
    _ body: @Sendable (ClientStream<Request, Response>) async throws -> Void
  ) async throws {
    try await node.withClient(advice) { client in
      do {
        try await client.withCall(method, body)
      } catch let error as RPCError {
        try noteRefusal(error)
        throw error
      }
    }
  }

  /// Tells people what goes on.
  func note(_ text: String) {
    if !isJSON { console.writeErrorLines([TerminalText.clean(text)]) }
  }

  /// Writes results.
  ///
  /// - Parameters:
  ///   - lines: What people read, if anything.
  ///   - json: What programs read.
  /// - Throws: Where nobody takes it.
  func write(_ lines: [String], json: JSONValue) throws(CommandLineError) {
    try console.write(isJSON ? [JSONText.line(json)] : lines)
  }

  /// Tells programs that the daemon refused a call, before people are told by the failure.
  private func noteRefusal(_ error: RPCError) throws(CommandLineError) {
    guard isJSON, let word = error.metadata[text: RefusalTrailers.refusal] else { return }
    var members: [JSONValue.Member] = [
      .init("event", .string("refused")), .init("refusal", .string(word)),
    ]
    switch PairingAdvice.lockEnd(of: error) {
    case .at(let instant): members.append(.init("lockedUntil", InstantJSON.value(of: instant)))
    case .reset: members.append(.init("needsUnlock", .bool(true)))
    case nil: break
    }
    try write([], json: .object(members))
  }
}
