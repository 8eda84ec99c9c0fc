/// What the daemon tells in one call, as it comes.
///
/// It can be gone through once. Letting go of it ends the call.
package struct RemoteStream<Element: Sendable>: AsyncSequence, Sendable {
  /// Reads one element after the other.
  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let receive: @Sendable () async throws -> [Element]?
    fileprivate var pending: ArraySlice<Element>

    package mutating func next() async throws -> Element? {
      while pending.isEmpty {
        guard let more = try await receive() else { return nil }
        pending = more[...]
      }
      return pending.popFirst()
    }
  }

  private let receive: @Sendable () async throws -> [Element]?
  private let first: [Element]

  /// Goes on with a call.
  ///
  /// - Parameters:
  ///   - call: What tells.
  ///   - first: What was read of it already.
  ///   - read: Makes elements of a message.
  init<Request, Response>(
    _ call: HeldCall<Request, Response>, after first: [Element] = [],
    reading read: @escaping @Sendable (Response) throws -> [Element]
  ) {
    self.first = first
    receive = {
      guard let response = try await call.next() else { return nil }
      do {
        return try read(response)
      } catch {
        throw RemoteFailure.thrown(for: error)
      }
    }
  }

  /// Has nothing to tell.
  init() {
    first = []
    receive = { nil }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(receive: receive, pending: first[...])
  }
}
