internal import HealthModel

/// Wakes an app when something that it may see was saved or deleted, and for nothing else.
package struct AppWakeups: AsyncSequence, Sendable {
  package typealias Element = Void

  let wakeups: AsyncStream<Void>
  let session: AppSession
  let type: ObjectType
  let predicate: Predicate
  let anchor: Anchor

  package struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncStream<Void>.AsyncIterator
    let session: AppSession
    let type: ObjectType
    let predicate: Predicate
    var anchor: Anchor

    package mutating func next() async throws -> Void? {
      while await base.next(isolation: #isolation) != nil {
        let news = try await session.news(of: type, where: predicate, since: anchor)
        anchor = news.anchor
        if news.exist { return () }
      }
      return nil
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      base: wakeups.makeAsyncIterator(), session: session, type: type, predicate: predicate,
      anchor: anchor)
  }
}
