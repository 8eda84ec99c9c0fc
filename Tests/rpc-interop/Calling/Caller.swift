internal import RPCCore

/// The server under test as a case sees it: calls that end even if the server never ends them.
struct Caller: Sendable {
  /// What no call of a case takes unless the server hangs.
  static let patience = Duration.seconds(20)

  let client: Client

  init(_ client: Client) {
    self.client = client
  }

  func call<Request, Response>(
    _ method: Method<Request, Response>, _ request: Request,
    options: CallOptions = CallOptions(timeout: patience)
  ) async throws -> Response {
    try await client.call(method, request, options: options)
  }

  func open<Request, Response, Result>(
    _ method: Method<Request, Response>, options: CallOptions = CallOptions(timeout: patience),
    _ body: (ClientStream<Request, Response>) async throws -> Result
  ) async throws -> Result {
    try await client.withCall(method, options: options, body)
  }

  /// Makes sure that what a case did has left the server alive.
  func expectAnswer() async throws {
    _ = try await call(TestMethods.empty, Empty())
  }
}
