package import HealthModel
internal import HealthStorage

/// What the samples of a query come to, kept up to date.
///
/// The first element is the whole answer. After that one comes for each commit, or several at once, that
/// made a difference, and tells no more than the difference. An app hears nothing while it was never
/// asked for its type again, and goes on once it is. It can be gone through once.
package struct LiveStatistics: AsyncSequence, Sendable {
  package typealias Element = StatisticsUpdate

  /// As many edges as can be followed: what was told of each bucket is remembered.
  package static let mostEdges = 131_072

  let look: StatisticsLook

  package struct AsyncIterator: AsyncIteratorProtocol {
    private var wakeups: AsyncStream<Void>.AsyncIterator
    private var look: StatisticsLook
    /// Whether to look without waiting for a commit.
    private var isDue = true

    init(_ look: StatisticsLook) {
      self.look = look
      wakeups = look.watch.wakeups.makeAsyncIterator()
    }

    /// How many buckets were worked out so far; without buckets, how many answers.
    package var workedOut: Int { look.workedOut }

    /// What the app saw when the last element was worked out; nothing for whoever is no app.
    package var sight: AppSight? { look.sight }

    /// Lets the next element be the whole answer; it comes at once.
    package mutating func startOver() {
      look.forgetTold()
      isDue = true
    }

    package mutating func next() async throws -> StatisticsUpdate? {
      while true {
        if !isDue {
          guard await wakeups.next(isolation: #isolation) != nil else { return nil }
        }
        isDue = false
        if let update = try await look.next(), !update.isEmpty { return update }
      }
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(look)
  }
}

extension LocalStore {
  /// What the samples of a query come to, now and after each commit that changes it.
  ///
  /// - Throws: `invalidArgument` for options that do not fit the type, and for too many edges.
  package func liveStatistics(
    _ query: StatisticsQuery, seeing visibility: Visibility = .everything
  ) throws(ModelError) -> LiveStatistics {
    LiveStatistics(look: try StatisticsLook(query, in: self, as: .reader(visibility)))
  }
}

extension AppSession {
  /// What the samples of a query come to that the app may see, now and after each commit that changes it.
  ///
  /// When the app comes to see more or less, that is a change like another.
  ///
  /// - Throws: As `statistics(_:)` does, and `invalidArgument` for too many edges.
  package func liveStatistics(_ query: StatisticsQuery) throws(ModelError) -> LiveStatistics {
    let look = try StatisticsLook(query, in: store, as: .app(self))
    _ = try visibility(of: query.type)
    return LiveStatistics(look: look)
  }
}
