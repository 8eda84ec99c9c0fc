internal import HealthModel

/// Wakes a reader when something that it may see was saved or deleted, and for nothing else.
package struct AppWakeups: AsyncSequence, Sendable {
  package typealias Element = Void
  /// Whether anything happened since an anchor, and the anchor to go on from.
  typealias News = @Sendable (Anchor) async throws -> (exist: Bool, anchor: Anchor)

  let wakeups: AsyncStream<Void>
  let anchor: Anchor
  let news: News

  package struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncStream<Void>.AsyncIterator
    var anchor: Anchor
    let look: News

    package mutating func next() async throws -> Void? {
      while await base.next(isolation: #isolation) != nil {
        let news = try await look(anchor)
        anchor = news.anchor
        if news.exist { return () }
      }
      return nil
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: wakeups.makeAsyncIterator(), anchor: anchor, look: news)
  }
}
