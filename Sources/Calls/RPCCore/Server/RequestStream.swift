/// The messages of a client, in order.
package struct RequestStream<Request: Sendable>: AsyncSequence, Sendable {
  /// Reads one message after the other.
  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let stream: RequestStream

    package mutating func next() async throws -> Request? {
      try await stream.next()
    }
  }

  private let call: ServerCall
  private let coding: MessageCoding<Request>

  init(call: ServerCall, coding: MessageCoding<Request>) {
    self.call = call
    self.coding = coding
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(stream: self)
  }

  /// The next message, or `nil` when the client has sent all.
  package func next() async throws -> Request? {
    guard let bytes = try await call.receive() else { return nil }
    return try coding.decodeRequest(bytes)
  }
}
