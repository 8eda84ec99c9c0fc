internal import CommandLineCore
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore

/// How a server is reached and spoken to, as the words of a command line say.
struct ConnectionWords: Sendable {
  private let endpoint: Endpoint
  private let security: SecurityWords
  private let host: String?
  private let authority: String?
  private let metadata: Metadata
  private let maximumTime: Duration?
  private let connectTimeout: Duration?
  private let messageBytes: Int

  /// Reads the options; all files but those of headers are opened later.
  init(_ arguments: ParsedArguments, to target: TargetWords, at endpoint: Endpoint) throws {
    self.endpoint = endpoint
    security = try SecurityWords(arguments, isUnix: target.isUnix)
    host = target.host
    // Servers that stand for several expect the name of the certificate.
    authority = arguments.value(.authority) ?? arguments.value(.serverName)
    metadata = try HeaderWords.metadata(arguments)
    maximumTime = try Self.duration(.maximumTime, arguments)
    connectTimeout = try Self.duration(.connectTimeout, arguments)
    // gRPC's lengths have 32 bits, and what others write treats them as signed.
    messageBytes =
      try arguments.integer(.maximumMessageSize, in: 1...Int(Int32.max))
      ?? CallLimits()
      .messageBytes
  }

  private var transport: ConnectionAdvice.Transport {
    guard case .plain = security else { return .tls }
    if case .address(.unix) = endpoint { return .unix }
    return .plain
  }

  private static func duration(
    _ option: Option, _ arguments: ParsedArguments
  ) throws(CommandLineError) -> Duration? {
    guard let text = arguments.value(option) else { return nil }
    guard let duration = SecondsWord.duration(text) else {
      throw arguments.unusable(option, "expected seconds, such as 5 or 0.25")
    }
    return duration
  }

  /// Lends what makes calls for the length of a closure.
  ///
  /// - Parameter body: Makes calls.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws; why a connection cannot even be tried.
  func withCaller<Result: Sendable>(
    _ body: (Caller) async throws -> Result
  ) async throws -> Result {
    let deadline = maximumTime.map { ContinuousClock.now.advanced(by: $0) }
    var configuration = ClientConfiguration(endpoint, try security.security(host: host))
    configuration.authority = authority
    if let connectTimeout { configuration.timeouts.handshake = connectTimeout }
    let failures = ConnectionFailures()
    configuration.observer = failures
    let facts = ConnectionAdvice.Facts(
      transport: transport, showsCertificate: security.showsCertificate, failures: failures)
    let loop = try EventLoop(name: "dyad.rpc")
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(
        try await HTTP2Client.withClient(configuration, on: loop) { client in
          let caller = Caller(
            client: client, facts: facts, metadata: metadata, deadline: deadline,
            messageBytes: messageBytes)
          do {
            return try await body(caller)
          } catch let error as RPCError {
            throw caller.failure(error)
          }
        })
    } catch {
      result = .failure(error)
    }
    await loop.shutdown()
    return try result.get()
  }
}
