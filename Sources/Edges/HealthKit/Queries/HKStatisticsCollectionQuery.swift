private import Synchronization

/// Asks what quantities come to in each of many intervals, and goes on to tell what becomes different.
open class HKStatisticsCollectionQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  /// Where one of the intervals begins.
  public let anchorDate: Date
  /// What to work out.
  public let options: HKStatisticsOptions
  /// How long each interval is.
  public let intervalComponents: DateComponents
  /// Is called with all intervals; to be set before the query is executed.
  @preconcurrency
  open var initialResultsHandler:
    (
      @Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void
    )?
  /// Is called with each interval that became different, and with all of them; to be set before the query is
  /// executed, which then goes on until it is stopped.
  @preconcurrency
  open var statisticsUpdateHandler:
    (
      @Sendable (
        HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?
      ) -> Void
    )?
  private let question: StatisticsQuestion
  private let intervals: StatisticsIntervals

  /// A query for statistics in intervals, which stops for options that do not fit the type, and for intervals that
  /// are no length of time.
  public required init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
    options: HKStatisticsOptions = [], anchorDate: Date, intervalComponents: DateComponents
  ) {
    self.anchorDate = anchorDate
    self.options = options
    self.intervalComponents = intervalComponents
    question = StatisticsQuestion(quantityType, quantitySamplePredicate, options)
    intervals = made { () throws(HKError) in
      try StatisticsIntervals(anchor: anchorDate, components: intervalComponents)
    }
    super.init(objectType: quantityType, predicate: quantitySamplePredicate)
  }

  func answer(from reader: StoreReader) async throws {
    guard let update = statisticsUpdateHandler else {
      let all = try await reader.collection(question, in: intervals)
      await execution.call { self.initialResultsHandler?(self, all, nil) }
      return
    }
    let told = Mutex<HKStatisticsCollection?>(nil)
    do {
      // It says that it watches before the first answer, so that nothing is missed in between.
      try await reader.watch(question.samples.type, where: question.samples.plan.engine) {
        let all = try await reader.collection(self.question, in: self.intervals)
        if let before = told.withLock({ $0 }) {
          for changed in all.different(from: before) {
            await self.execution.call { update(self, changed, all, nil) }
          }
        } else {
          await self.execution.call { self.initialResultsHandler?(self, all, nil) }
        }
        told.withLock { $0 = all }
      }
    } catch  where told.withLock({ $0 }) != nil {
      let failure = HKError(thrown: error)
      await execution.call { update(self, nil, nil, failure) }
    }
  }

  func forgetHandlers() {
    initialResultsHandler = nil
    statisticsUpdateHandler = nil
  }

  func fail(_ error: HKError) async {
    await execution.call { self.initialResultsHandler?(self, nil, error) }
  }
}
