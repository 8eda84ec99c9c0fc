/// Makes calls over a transport.
package struct Client: Sendable {
  private let transport: any ClientTransport

  package init(over transport: any ClientTransport) {
    self.transport = transport
  }

  /// Makes a call with one message each way.
  ///
  /// - Parameters:
  ///   - method: what is called.
  ///   - request: the only message to the server.
  ///   - options: metadata, timeout and the like.
  /// - Returns: the server's only message.
  /// - Throws: the status, if it is not `ok`; cancelling the task cancels the call.
  package func call<Request, Response>(
    _ method: Method<Request, Response>, _ request: Request, options: CallOptions = CallOptions()
  ) async throws -> Response {
    try await withCall(method, options: options) { call in
      try call.sendOnly(request)
      return try await call.receiveOnly()
    }
  }

  /// Opens a call for the length of a closure; what is not finished when it returns is cancelled.
  ///
  /// - Parameters:
  ///   - method: what is called.
  ///   - options: metadata, timeout and the like.
  ///   - body: reads and writes the call.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws; cancelling the task cancels the call.
  package func withCall<Request, Response, Result>(
    _ method: Method<Request, Response>, options: CallOptions = CallOptions(),
    _ body: (ClientStream<Request, Response>) async throws -> Result
  ) async throws -> Result {
    let call = start(method, options)
    defer { call.cancel() }
    return try await withTaskCancellationHandler {
      try await body(ClientStream(call: call, method: method))
    } onCancel: {
      call.cancel()
    }
  }

  /// Opens a call for whoever cannot wait in a closure until it ends.
  ///
  /// - Parameters:
  ///   - method: what is called.
  ///   - options: metadata, timeout and the like.
  /// - Returns: the call; whoever has it cancels it when nobody wants it any more.
  package func open<Request, Response>(
    _ method: Method<Request, Response>, options: CallOptions = CallOptions()
  ) -> ClientStream<Request, Response> {
    ClientStream(call: start(method, options), method: method)
  }

  private func start<Request, Response>(
    _ method: Method<Request, Response>, _ options: CallOptions
  ) -> ClientCall {
    let request = CallRequest(
      method: method.path, metadata: options.metadata,
      deadline: options.timeout.map { .now.advanced(by: $0) })
    return transport.start(request, options: options)
  }
}
