/// Asks what happened to samples since an anchor.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery,
  HKAsyncSequenceQuery
{
  /// What happened.
  public struct Result: Sendable {
    /// Samples that were saved.
    public let addedSamples: [Sample]
    /// Objects that were deleted.
    public let deletedObjects: [HKDeletedObject]
    /// Where to go on from.
    public let newAnchor: HKQueryAnchor
  }

  /// What happened, and then what happens.
  public struct Results: AsyncSequence {
    /// Reads one element after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var answers: AsyncThrowingStream<Result, any Error>.Iterator

      /// What happened next; nothing after cancellation.
      public mutating func next() async throws -> Result? {
        try await answers.next(isolation: #isolation)
      }
    }

    fileprivate let answers: AsyncThrowingStream<Result, any Error>

    /// Goes through them, once.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(answers: answers.makeAsyncIterator())
    }
  }

  /// Which samples: those of any of them.
  public var predicates: [HKSamplePredicate<Sample>]
  /// Where the reader stands; `nil` for the beginning.
  public var anchor: HKQueryAnchor?
  /// At most so many samples and deleted objects; `nil` means all.
  public var limit: Int?

  /// A question for changes.
  public init(
    predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil
  ) {
    self.predicates = predicates
    self.anchor = anchor
    self.limit = limit
  }

  /// What happened.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    let reader = try await healthStore.reader()
    let changes = try await thrownAsHKError {
      try await reader.changes(
        predicates.map(\.question), since: anchor, limit: limit?.queryLimit)
    }
    return Result(
      addedSamples: changes.added.of(Sample.self), deletedObjects: changes.deleted,
      newAnchor: changes.anchor)
  }

  /// What happened, and then what happens, until nobody listens.
  ///
  /// The first element comes in any case, and has all there is, whatever the limit.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (answers, continuation) = AsyncThrowingStream.makeStream(of: Result.self)
    let tell = {
      @Sendable (
        query: HKAnchoredObjectQuery, added: [HKSample]?, deleted: [HKDeletedObject]?,
        anchor: HKQueryAnchor?, error: (any Error)?
      ) in
      guard let anchor else { return continuation.finish(throwing: error) }
      continuation.yield(
        Result(
          addedSamples: (added ?? []).of(Sample.self), deletedObjects: deleted ?? [],
          newAnchor: anchor))
    }
    let query = HKAnchoredObjectQuery(
      queryDescriptors: predicates.map(\.descriptor), anchor: anchor,
      limit: HKObjectQueryNoLimit, resultsHandler: tell)
    query.updateHandler = tell
    return Results(answers: healthStore.results(of: query, answers, continuation))
  }
}
