internal import RPCCore

/// A call that goes on for as long as somebody holds this.
final class HeldCall<Request: Sendable, Response: Sendable>: Sendable {
  private let stream: ClientStream<Request, Response>

  init(_ stream: ClientStream<Request, Response>) {
    self.stream = stream
  }

  deinit {
    // Does nothing to a call that has ended.
    stream.cancel()
  }

  /// The next message; `nil` where there are no more.
  func next() async throws -> Response? {
    do {
      try Task.checkCancellation()
      return try await stream.receive()
    } catch {
      throw RemoteFailure.thrown(for: error)
    }
  }
}
