internal import HealthModel
private import Synchronization

/// Asks what was reached on days.
///
/// There is a summary of each day on which anything was measured.
open class HKActivitySummaryQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  private typealias Handler =
    @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

  /// Is called with all summaries whenever one became different; to be set before the query is executed, which then
  /// goes on until it is stopped.
  @preconcurrency
  open var updateHandler:
    (@Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void)?
  private var handler: Handler?

  /// A query for the summaries that match; for all of them without a predicate.
  @preconcurrency
  public required init(
    predicate: NSPredicate?,
    resultsHandler handler:
      @escaping @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
  ) {
    self.handler = handler
    super.init(objectType: .activitySummaryType(), predicate: predicate)
  }

  func answer(from reader: StoreReader) async throws {
    let days = SummarisedDays(matching: predicate)
    guard let update = updateHandler else {
      let all = try await reader.summaries(of: days)
      await execution.call { self.handler?(self, all, nil) }
      return
    }
    let isTold = Mutex(false)
    do {
      try await reader.follow(days) { all in
        let isFirst = isTold.withLock { isTold in
          defer { isTold = true }
          return !isTold
        }
        await self.execution.call { (isFirst ? self.handler : update)?(self, all, nil) }
      }
    } catch  where isTold.withLock(\.self) {
      let failure = HKError(thrown: error)
      await execution.call { update(self, nil, failure) }
    }
  }

  func forgetHandlers() {
    handler = nil
    updateHandler = nil
  }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, error) }
  }
}

/// Asks what was reached on days.
public struct HKActivitySummaryQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery {
  /// The summaries, again whenever one became different.
  public struct Results: AsyncSequence {
    /// Reads one element after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var answers: AsyncThrowingStream<[HKActivitySummary], any Error>.Iterator

      /// The summaries as they are next; nothing after cancellation.
      public mutating func next() async throws -> [HKActivitySummary]? {
        try await answers.next(isolation: #isolation)
      }
    }

    fileprivate let answers: AsyncThrowingStream<[HKActivitySummary], any Error>

    /// Goes through them, once.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(answers: answers.makeAsyncIterator())
    }
  }

  /// Which summaries; `nil` means all.
  public var predicate: NSPredicate?

  /// A question for summaries.
  public init(predicate: NSPredicate?) {
    self.predicate = predicate
  }

  /// The summaries, in the order of their days.
  public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
    let reader = try await healthStore.reader()
    let days = SummarisedDays(matching: predicate)
    return try await thrownAsHKError { try await reader.summaries(of: days) }
  }

  /// All summaries as they are now, and all of them again after each change.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (answers, continuation) = AsyncThrowingStream.makeStream(of: [HKActivitySummary].self)
    let tell = {
      @Sendable (_: HKActivitySummaryQuery, summaries: [HKActivitySummary]?, error: (any Error)?) in
      guard let summaries else { return continuation.finish(throwing: error) }
      continuation.yield(summaries)
    }
    let query = HKActivitySummaryQuery(predicate: predicate, resultsHandler: tell)
    query.updateHandler = tell
    return Results(answers: healthStore.results(of: query, answers, continuation))
  }
}
