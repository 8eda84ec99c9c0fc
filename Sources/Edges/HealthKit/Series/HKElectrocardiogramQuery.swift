/// Reads the voltages of an electrocardiogram.
open class HKElectrocardiogramQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  /// What the handler hears.
  public enum Result {
    /// The next voltage.
    case measurement(HKElectrocardiogram.VoltageMeasurement)
    /// There are no more.
    case done
    /// What went wrong.
    case error(any Error)
  }

  private let electrocardiogram: HKElectrocardiogram
  private var handler: (@Sendable (HKElectrocardiogramQuery, Result) -> Void)?

  /// A query for all voltages, in order.
  @preconcurrency
  public init(
    _ electrocardiogram: HKElectrocardiogram,
    dataHandler: @escaping @Sendable (HKElectrocardiogramQuery, Result) -> Void
  ) {
    self.electrocardiogram = electrocardiogram
    handler = dataHandler
    super.init(objectType: electrocardiogram.sampleType, predicate: nil)
  }

  func answer(from reader: StoreReader) async throws {
    try await reader.checkSight(of: electrocardiogram)
    for measurement in electrocardiogram.measurements {
      await execution.call { self.handler?(self, .measurement(measurement)) }
    }
    await execution.call { self.handler?(self, .done) }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, .error(error)) }
  }
}

/// Reads the voltages of an electrocardiogram.
public struct HKElectrocardiogramQueryDescriptor: HKAsyncSequenceQuery {
  /// The voltages.
  public typealias Results = AsyncThrowingStream<HKElectrocardiogram.VoltageMeasurement, any Error>

  private let electrocardiogram: HKElectrocardiogram

  /// A query for all voltages.
  public init(_ electrocardiogram: HKElectrocardiogram) {
    self.electrocardiogram = electrocardiogram
  }

  /// The voltages in order; it ends with the last.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (answers, continuation) = AsyncThrowingStream.makeStream(
      of: HKElectrocardiogram.VoltageMeasurement.self)
    return healthStore.results(
      of: HKElectrocardiogramQuery(electrocardiogram) { _, result in
        switch result {
        case .measurement(let measurement): continuation.yield(measurement)
        case .done: continuation.finish()
        case .error(let error): continuation.finish(throwing: error)
        }
      }, answers, continuation)
  }
}

extension HKElectrocardiogram {
  fileprivate var measurements: [VoltageMeasurement] {
    let interval = interval
    return microvolts.enumerated().map { index, voltage in
      VoltageMeasurement(voltage, at: interval * Double(index))
    }
  }
}
