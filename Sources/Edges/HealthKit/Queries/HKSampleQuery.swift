/// Asks for samples as they are at present.
open class HKSampleQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  /// At most so many samples.
  public let limit: Int
  /// In which order.
  public let sortDescriptors: [NSSortDescriptor]?
  private let descriptors: [HKQueryDescriptor]
  private var handler: (@Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void)?

  /// A query for the samples of one type.
  @preconcurrency
  public required init(
    sampleType: HKSampleType, predicate: NSPredicate?, limit: Int,
    sortDescriptors: [NSSortDescriptor]?,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.limit = limit
    self.sortDescriptors = sortDescriptors
    descriptors = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)]
    handler = resultsHandler
    super.init(objectType: sampleType, predicate: predicate)
  }

  /// A query for the samples of several types, in an order.
  @preconcurrency
  public required init(
    queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor],
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.limit = limit
    self.sortDescriptors = sortDescriptors
    descriptors = queryDescriptors
    handler = resultsHandler
    super.init(objectType: queryDescriptors.onlyType, predicate: nil)
  }

  /// A query for the samples of several types.
  @preconcurrency
  public convenience init(
    queryDescriptors: [HKQueryDescriptor], limit: Int,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.init(
      queryDescriptors: queryDescriptors, limit: limit, sortDescriptors: [],
      resultsHandler: resultsHandler)
  }

  func answer(from reader: StoreReader) async throws {
    let samples = try await reader.samples(
      descriptors.questions, in: SampleOrder(sortDescriptors ?? []), limit: limit.queryLimit)
    await execution.call { self.handler?(self, samples, nil) }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, error) }
  }
}
