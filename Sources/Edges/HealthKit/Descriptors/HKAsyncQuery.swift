/// A question to a store with one answer.
public protocol HKAsyncQuery {
  /// What it is answered with.
  associatedtype Output
  /// Asks a store.
  func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A question to a store that is answered for as long as somebody listens.
public protocol HKAsyncSequenceQuery {
  /// The answers.
  associatedtype Sequence: AsyncSequence
  /// Asks a store.
  func results(for healthStore: HKHealthStore) -> Sequence
}

extension HKHealthStore {
  /// The answers that `query` hands to its handlers, until nobody listens any more.
  func results<Element: Sendable>(
    of query: HKQuery, _ answers: AsyncThrowingStream<Element, any Error>,
    _ continuation: AsyncThrowingStream<Element, any Error>.Continuation
  ) -> AsyncThrowingStream<Element, any Error> {
    continuation.onTermination = { _ in query.execution.stop() }
    execute(query)
    return answers
  }
}
