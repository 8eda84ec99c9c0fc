/// Asks what quantities come to, all together.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery {
  /// Which quantities.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// What to work out.
  public var options: HKStatisticsOptions

  /// A question for statistics.
  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
    self.predicate = predicate
    self.options = options
  }

  /// The statistics; `nil` where there is nothing of the type.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
    let reader = try await healthStore.reader()
    do {
      return try await thrownAsHKError {
        try await reader.statistics(predicate.statistics(options))
      }
    } catch HKError.errorNoData {
      return nil
    }
  }
}

/// Asks what quantities come to in each of many intervals.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery {
  /// All intervals, and those that became different.
  public struct Result: Sendable {
    /// All intervals.
    public let statisticsCollection: HKStatisticsCollection
    /// What became different; `nil` the first time.
    public let updatedStatistics: [HKStatistics]?
  }

  /// All intervals, and then what becomes different.
  public struct Results: AsyncSequence {
    /// Reads one element after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var answers: AsyncThrowingStream<Result, any Error>.Iterator

      /// What became different next; nothing after cancellation.
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

  /// Which quantities.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// What to work out.
  public var options: HKStatisticsOptions
  /// Where one of the intervals begins.
  public var anchorDate: Date
  /// How long each is.
  public var intervalComponents: DateComponents

  /// A question for statistics in intervals.
  public init(
    predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions,
    anchorDate: Date, intervalComponents: DateComponents
  ) {
    self.predicate = predicate
    self.options = options
    self.anchorDate = anchorDate
    self.intervalComponents = intervalComponents
  }

  /// All intervals.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
    let reader = try await healthStore.reader()
    return try await thrownAsHKError {
      try await reader.collection(
        predicate.statistics(options),
        in: StatisticsIntervals(anchor: anchorDate, components: intervalComponents))
    }
  }

  /// All intervals, and then what becomes different, until nobody listens.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (answers, continuation) = AsyncThrowingStream.makeStream(of: Result.self)
    let query = HKStatisticsCollectionQuery(
      quantityType: predicate.quantityType, quantitySamplePredicate: predicate.nsPredicate,
      options: options, anchorDate: anchorDate, intervalComponents: intervalComponents)
    let tell = {
      @Sendable (all: HKStatisticsCollection?, changed: HKStatistics?, error: (any Error)?) in
      guard let all else { return continuation.finish(throwing: error) }
      continuation.yield(
        Result(statisticsCollection: all, updatedStatistics: changed.map { [$0] }))
    }
    query.initialResultsHandler = { tell($1, nil, $2) }
    query.statisticsUpdateHandler = { tell($2, $1, $3) }
    return Results(answers: healthStore.results(of: query, answers, continuation))
  }
}

extension HKSamplePredicate<HKQuantitySample> {
  fileprivate var quantityType: HKQuantityType {
    guard let type = sampleType as? HKQuantityType else {
      preconditionFailure("its factory takes a type of quantities")
    }
    return type
  }

  fileprivate func statistics(_ options: HKStatisticsOptions) -> StatisticsQuestion {
    StatisticsQuestion(quantityType, nsPredicate, options)
  }
}
