/// Asks what quantities come to, all together.
open class HKStatisticsQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  private let question: StatisticsQuestion
  private var handler: (@Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void)?

  /// A query for the statistics of the quantities of a type that match; stops for options that do not fit the type.
  @preconcurrency
  public required init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
    options: HKStatisticsOptions = [],
    completionHandler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
  ) {
    question = StatisticsQuestion(quantityType, quantitySamplePredicate, options)
    handler = completionHandler
    super.init(objectType: quantityType, predicate: quantitySamplePredicate)
  }

  func answer(from reader: StoreReader) async throws {
    let statistics = try await reader.statistics(question)
    await execution.call { self.handler?(self, statistics, nil) }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, error) }
  }
}
