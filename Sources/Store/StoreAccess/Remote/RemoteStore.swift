internal import DyadServices
internal import HealthModel
package import RPCCore

/// A store that the daemon of this machine owns.
///
/// Refusals of the store are thrown as `ModelError`, as an embedded store throws them; every other
/// failure of a call is an `RPCError`, of which `isStartOver` says that an anchor is of no use.
package struct RemoteStore: AppAccess {
  private let client: Client
  /// Whether it is an app that calls, and not the owner.
  let isApp: Bool
  private let metadata: RPCCore.Metadata
  /// What is saved in pieces, of which a daemon takes one at a time.
  let pieces = OneAtATime()

  /// Reaches the store.
  ///
  /// - Parameters:
  ///   - client: Calls the daemon, at the socket of apps or of its owner.
  ///   - token: What proves who the app is; nothing on the owner's socket.
  package init(_ client: Client, token: String? = nil) {
    self.client = client
    isApp = token != nil
    var metadata = RPCCore.Metadata()
    if let token { _ = metadata.add("authorization", .text("Bearer \(token)")) }
    self.metadata = metadata
  }

  /// Checks that somebody answers.
  ///
  /// - Throws: `RPCError`.
  func checkIsThere(within patience: Duration) async throws {
    _ = try await client.call(
      StoreMethods.getCoverage, GetCoverageRequest(),
      options: CallOptions(metadata: metadata, timeout: patience))
  }

  /// Makes a call with one message each way, and reads the answer.
  func call<Request, Response, Value>(
    _ method: Method<Request, Response>, _ request: Request,
    reading read: (Response) throws -> Value
  ) async throws -> Value {
    do {
      return try read(
        try await client.call(method, request, options: CallOptions(metadata: metadata)))
    } catch {
      throw RemoteFailure.thrown(for: error)
    }
  }

  /// Makes a call whose answer says no more than that it was done.
  func call<Request, Response>(
    _ method: Method<Request, Response>, _ request: Request
  ) async throws {
    try await call(method, request) { _ in }
  }

  /// Makes a call with messages that `body` sends, and one back.
  func call<Request, Response>(
    _ method: Method<Request, Response>,
    sending body: (ClientStream<Request, Response>) async throws -> Void
  ) async throws {
    do {
      try await client.withCall(method, options: CallOptions(metadata: metadata)) { call in
        try await body(call)
        call.finishSending()
        _ = try await call.receiveOnly()
      }
    } catch {
      throw RemoteFailure.thrown(for: error)
    }
  }

  /// Opens a call that tells as long as somebody holds what this returns.
  func open<Request, Response>(
    _ method: Method<Request, Response>, _ request: Request
  ) throws -> HeldCall<Request, Response> {
    let stream = client.open(method, options: CallOptions(metadata: metadata))
    let call = HeldCall(stream)
    do {
      try stream.sendOnly(request)
    } catch {
      throw RemoteFailure.thrown(for: error)
    }
    return call
  }
}
