internal import CommandSupport
internal import RPCCore

extension DaemonSocket {
  /// Lends what calls the daemon for the length of a closure.
  ///
  /// - Parameters:
  ///   - advice: Tells what to do about calls that fail.
  ///   - body: Makes calls.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, `ProgramFailure` in place of `RPCError`.
  func withClient<Result: Sendable>(
    _ advice: PairingAdvice, _ body: (Client) async throws -> Result
  ) async throws -> Result {
    try await withClient({ advice.failure($0, at: socket) }, body)
  }
}
