/// A call in progress, with the types of its messages.
package struct ClientStream<Request: Sendable, Response: Sendable>: Sendable {
  private let call: ClientCall
  private let method: Method<Request, Response>

  init(call: ClientCall, method: Method<Request, Response>) {
    self.call = call
    self.method = method
  }

  /// The server's headers, once they came; empty if the call ended without any.
  package var headers: Metadata {
    get async { await call.receiveHeaders() }
  }

  /// Who answers: the server at the other end of the connection that carries the call; `nil` before
  /// there is one, and settled once the headers or a message came.
  package var peer: CallPeer? { call.peer }

  /// The way out of that connection, where it has one to shut.
  package var gate: (any SendingGate)? { call.gate }

  /// What came with the status, once the call has ended.
  package var trailers: Metadata? { call.outcome?.trailers }

  /// Whether the message that was read last came compressed.
  package var lastWasCompressed: Bool { call.lastWasCompressed }

  /// Sends a message, compressed if the call has an encoding; waits while more than enough is on its
  /// way.
  package func send(_ request: Request, isCompressed: Bool = true) async throws {
    try await call.send(method.request.encode(request), isCompressed: isCompressed)
  }

  /// Sends the only message, compressed if the call has an encoding, and says that no more will come.
  package func sendOnly(_ request: Request, isCompressed: Bool = true) throws {
    try call.sendOnly(method.request.encode(request), isCompressed: isCompressed)
  }

  /// Ends the call because nobody wants it any more; what is read next says so.
  package func cancel() {
    call.cancel()
  }

  /// Says that no more messages will come.
  package func finishSending() {
    call.finishSending()
  }

  /// The next message, or `nil` when the call has ended well.
  package func receive() async throws -> Response? {
    guard let bytes = try await call.receive() else { return nil }
    return try decode(bytes)
  }

  /// The only message of an answer, after the status has come as well.
  package func receiveOnly() async throws -> Response {
    guard let bytes = try await call.receive() else {
      throw RPCError(.unimplemented, "cannot read the answer: it has no message")
    }
    guard try await call.receive() == nil else {
      throw RPCError(.unimplemented, "cannot read the answer: it has more than one message")
    }
    return try decode(bytes)
  }

  private func decode(_ bytes: [UInt8]) throws -> Response {
    do {
      return try method.response.decode(bytes)
    } catch {
      throw RPCError(.internal, "cannot decode the answer of \(method.path): \(error)")
    }
  }
}
