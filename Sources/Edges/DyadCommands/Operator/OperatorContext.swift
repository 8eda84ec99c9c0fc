internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import RPCCore
internal import SystemCore
internal import TextFormats

/// What a command that asks the daemon works with.
struct OperatorContext: Sendable {
  let task: OperatorTask
  let isJSON: Bool
  /// What `--state` says, if it says anything.
  let folder: String?
  let console: Console
  let questions: Questions
  let surroundings: PairingSurroundings
  let backups: BackupWork

  /// The time, in seconds since 2001-01-01 UTC.
  var now: Double { surroundings.clock.now }

  /// What an answer of the daemon is that no daemon of this version gives.
  var strangeAnswer: ProgramFailure {
    ProgramFailure(
      .failure, "cannot \(task.operation): the daemon's answer does not fit the question",
      advice: "Update 'dyadd' and this program to the same version.")
  }

  /// Lends what calls the daemon for the length of a closure.
  ///
  /// - Parameter body: Makes calls.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, `ProgramFailure` in place of `RPCError`.
  func withClient<Result: Sendable>(
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let node = try DaemonSocket(folder: folder)
    let advice = OperatorAdvice(task: task, socket: node.socket)
    let explain = { (error: RPCError) in advice.failure(error) }
    return try await node.withClient(explain) { client in
      do {
        return try await body(client)
      } catch let error as RPCError
        where error.code == .failedPrecondition && task.place != .either
      {
        // What failed first is what to tell, whether or not the daemon says where it runs.
        throw advice.failure(error, at: try? await status(client))
      }
    }
  }

  /// Makes one call.
  func call<Request, Response: Sendable>(
    _ method: Method<Request, Response>, _ request: Request
  ) async throws -> Response {
    try await withClient { try await $0.call(method, request) }
  }

  /// How the node is now.
  func status(_ client: Client) async throws -> NodeStatusMessage {
    try await client.withCall(OperatorMethods.getStatus) { call in
      try call.sendOnly(GetStatusRequest())
      return try await call.receiveOnly()
    }
  }

  /// Fails at once on the wrong device, before anybody is asked anything.
  func checkPlace(_ status: NodeStatusMessage) throws(ProgramFailure) {
    guard let wrong = OperatorAdvice.wrongPlace(task, status) else { return }
    throw ProgramFailure(
      .refused, "cannot \(task.operation): this device is \(wrong.reason)", advice: wrong.advice)
  }

  /// Tells people what is no result.
  func note(_ text: String) {
    if !isJSON { console.writeErrorLines([TerminalText.clean(text)]) }
  }

  /// Writes results.
  ///
  /// - Parameters:
  ///   - lines: What people read; control characters in it are replaced.
  ///   - json: What programs read.
  /// - Throws: Where nobody takes it.
  func write(_ lines: [String], json: JSONValue) throws(CommandLineError) {
    try console.write(isJSON ? [JSONText.line(json)] : lines.map(TerminalText.clean))
  }

  /// Writes results, one value on each line for programs.
  func write(_ table: Table, json values: [JSONValue]) throws(CommandLineError) {
    try console.write(
      isJSON ? values.map(JSONText.line) : table.lines(width: console.columns))
  }
}
