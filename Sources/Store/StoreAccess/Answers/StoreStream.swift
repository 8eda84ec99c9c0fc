/// What a store tells, as it comes.
///
/// It can be gone through once. Letting go of it ends what tells it.
package struct StoreStream<Element: Sendable>: AsyncSequence, Sendable {
  /// Hands on what there is next, one or several; nothing after the last.
  typealias Receive = () async throws -> [Element]?

  /// Reads one element after the other.
  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let receive: Receive
    fileprivate var pending: ArraySlice<Element>

    package mutating func next() async throws -> Element? {
      while pending.isEmpty {
        guard let more = try await receive() else { return nil }
        pending = more[...]
      }
      return pending.popFirst()
    }
  }

  private let begin: @Sendable () -> Receive
  private let first: [Element]

  /// Tells what `first` has and then whatever is received.
  init(after first: [Element] = [], _ begin: @escaping @Sendable () -> Receive) {
    self.first = first
    self.begin = begin
  }

  /// Tells what another sequence does, in the words of `read`.
  init<Base: AsyncSequence & Sendable>(
    _ base: Base, reading read: @escaping @Sendable (Base.Element) throws -> Element
  ) {
    self.init {
      var iterator = base.makeAsyncIterator()
      return {
        guard let element = try await iterator.next(isolation: #isolation) else { return nil }
        return [try read(element)]
      }
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(receive: begin(), pending: first[...])
  }
}
