package import HealthModel

/// What happens in a store after an anchor, page by page; `LocalAccess.follow` makes it.
///
/// It can be gone through once.
package struct FollowedChanges: AsyncSequence, Sendable {
  package typealias Element = ChangePage

  let access: any LocalAccess
  let query: ChangeQuery
  let wakeups: AsyncStream<Void>

  package struct AsyncIterator: AsyncIteratorProtocol {
    let access: any LocalAccess
    var query: ChangeQuery
    var wakeups: AsyncStream<Void>.AsyncIterator
    private var isFirst = true
    private var mayHaveMore = true

    init(_ changes: FollowedChanges) {
      access = changes.access
      query = changes.query
      wakeups = changes.wakeups.makeAsyncIterator()
    }

    package mutating func next() async throws -> ChangePage? {
      while true {
        guard mayHaveMore else {
          guard await wakeups.next(isolation: #isolation) != nil else { return nil }
          mayHaveMore = true
          continue
        }
        do {
          let page = try await access.page(query)
          query.anchor = page.anchor
          mayHaveMore = page.hasMore
          if isFirst || page.count > 0 {
            isFirst = false
            return page
          }
        } catch let error as ModelError where !isFirst && error.isAboutPermission {
          // Whoever was let in before waits for better times.
          mayHaveMore = false
        }
      }
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension ModelError {
  /// Whether it says that the user has yet to decide, or decided against it: a reader who was let in before
  /// waits for better times.
  package var isAboutPermission: Bool {
    code == .authorizationNotDetermined || code == .authorizationDenied
  }
}
