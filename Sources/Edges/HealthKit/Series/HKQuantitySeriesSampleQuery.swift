/// Reads the quantities of samples one by one; in this store each sample has one.
///
/// What can be set of it is set before it is executed, and threads share it only from then on.
open class HKQuantitySeriesSampleQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  private typealias Handler =
    @Sendable (
      HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?
    ) -> Void

  /// Between two calls of so many the query may be stopped.
  private static let mostTogether = 512

  /// Whether the handler gets the sample of each quantity; to be set before the query is executed.
  open var includeSample = false
  /// Whether quantities come in the order of their samples' dates, which they do in any case.
  open var orderByQuantitySampleStartDate = false
  private let quantityType: HKQuantityType
  private var handler: Handler?

  /// A query for the quantities of the samples that match, in the order of their dates.
  ///
  /// With the last, the handler hears that there are no more; where there are none it hears that alone.
  @preconcurrency
  public init(
    quantityType: HKQuantityType, predicate: NSPredicate?,
    quantityHandler:
      @escaping @Sendable (
        HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool,
        (any Error)?
      ) -> Void
  ) {
    self.quantityType = quantityType
    handler = quantityHandler
    super.init(objectType: quantityType, predicate: predicate)
  }

  /// A query for the quantities of one sample.
  @preconcurrency
  public convenience init(
    sample: HKQuantitySample,
    quantityHandler:
      @escaping @Sendable (
        HKQuantitySeriesSampleQuery, HKQuantity?, Date?, Bool, (any Error)?
      ) -> Void
  ) {
    self.init(
      quantityType: sample.quantityType, predicate: HKQuery.predicateForObject(with: sample.uuid)
    ) { query, quantity, interval, _, isDone, error in
      quantityHandler(query, quantity, interval?.start, isDone, error)
    }
  }

  func answer(from reader: StoreReader) async throws {
    let byDate = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
    let samples = try await reader.samples(
      [SampleQuestion(quantityType, predicate)], in: SampleOrder([byDate])
    ).of(HKQuantitySample.self)
    let includesSample = includeSample
    guard !samples.isEmpty else {
      return await execution.call { self.handler?(self, nil, nil, nil, true, nil) }
    }
    for start in stride(from: 0, to: samples.count, by: Self.mostTogether) {
      let end = min(start + Self.mostTogether, samples.count)
      await execution.call {
        for index in start..<end {
          let sample = samples[index]
          self.handler?(
            self, sample.quantity, DateInterval(start: sample.startDate, end: sample.endDate),
            includesSample ? sample : nil, index == samples.count - 1, nil)
        }
      }
    }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, nil, nil, false, error) }
  }
}

/// Reads the quantities of samples one by one.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery {
  /// What is read of a quantity.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// The options of these bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Its sample as well.
    public static let includeSample = Self(rawValue: 1 << 0)
    /// In the order of the samples' dates, in which quantities come in any case.
    public static let orderByQuantitySampleStartDate = Self(rawValue: 1 << 1)
  }

  /// A quantity.
  public struct Element: Sendable {
    /// How much it is.
    public let quantity: HKQuantity
    /// When it was so.
    public let dateInterval: DateInterval
    /// Its sample, where that is asked for.
    public let sample: HKQuantitySample?
  }

  /// The quantities.
  public typealias Results = AsyncThrowingStream<Element, any Error>

  /// Of which samples.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// What is read of them.
  public var options: Options

  /// A question for the quantities of the samples that match.
  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
    self.predicate = predicate
    self.options = options
  }

  /// The quantities in the order of their dates; it ends with the last.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (answers, continuation) = AsyncThrowingStream.makeStream(of: Element.self)
    let descriptor = predicate.descriptor
    guard let type = descriptor.sampleType as? HKQuantityType else {
      preconditionFailure("a predicate of quantity samples has a quantity type")
    }
    let query = HKQuantitySeriesSampleQuery(
      quantityType: type, predicate: descriptor.predicate
    ) { _, quantity, interval, sample, isDone, error in
      if let error { return continuation.finish(throwing: error) }
      if let quantity, let interval {
        continuation.yield(Element(quantity: quantity, dateInterval: interval, sample: sample))
      }
      if isDone { continuation.finish() }
    }
    query.includeSample = options.contains(.includeSample)
    return healthStore.results(of: query, answers, continuation)
  }
}
