internal import HealthModel
private import Synchronization

/// Makes a series of heartbeats as they come.
open class HKHeartbeatSeriesBuilder: HKSeriesBuilder, @unchecked Sendable {
  private struct Guarded {
    var seconds: [Double] = []
    var gaps: [Double] = []
    var metadata: Metadata = [:]
    var isOver = false
  }

  private let store: HKHealthStore
  private let device: HKDevice?
  private let start: Date
  private let guarded = Mutex(Guarded())

  /// As many beats as one series has.
  open class var maximumCount: Int { Details.mostNumbers / 2 }

  /// A builder that saves to a store.
  public init(healthStore: HKHealthStore, device: HKDevice?, start startDate: Date) {
    store = healthStore
    self.device = device
    start = startDate
    super.init()
  }

  /// Adds a beat, later than the ones before.
  public func addHeartbeat(
    at timeIntervalSinceStart: TimeInterval, precededByGap: Bool
  ) async throws {
    try change { guarded throws(HKError) in
      guard timeIntervalSinceStart >= guarded.seconds.last ?? 0 else {
        throw .invalid("a beat comes before the last one")
      }
      guard guarded.seconds.count < Self.maximumCount else {
        throw .invalid("a series has at most \(Self.maximumCount) beats")
      }
      guarded.seconds.append(timeIntervalSinceStart)
      guarded.gaps.append(precededByGap ? 1 : 0)
    }
  }

  /// Adds metadata; of two values of one key the later one holds.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(try Metadata(checking: metadata))
  }

  /// Saves the series.
  public func finishSeries() async throws -> HKHeartbeatSeriesSample {
    let collected = guarded.withLock { guarded in
      defer { guarded.isOver = true }
      return guarded
    }
    guard !collected.isOver, let last = collected.seconds.last else {
      throw HKError.invalid("the series has no beats, or is finished")
    }
    let series = HKHeartbeatSeriesSample(
      viewing: try Sample(
        checking: .heartbeatSeries,
        Details(series: ["seconds": collected.seconds, "gap": collected.gaps]), start: start,
        // Rounded up, so that the last beat is in it.
        end: Date(
          timeIntervalSinceReferenceDate: (start.timeIntervalSinceReferenceDate + last).nextUp),
        device: device, metadata: collected.metadata.mapValues(\.foundation)))
    do {
      try await store.save(series)
    } catch {
      guarded.withLock { $0.isOver = false }
      throw error
    }
    return series
  }

  open override func discard() {
    guarded.withLock { guarded in
      guarded = Guarded()
      guarded.isOver = true
    }
  }

  private func add(_ metadata: Metadata) throws(HKError) {
    try change { $0.metadata.merge(metadata) { _, later in later } }
  }

  private func change(_ body: (inout Guarded) throws(HKError) -> Void) throws(HKError) {
    try guarded.withLock { guarded throws(HKError) in
      guard !guarded.isOver else { throw .invalid("the series is finished, or was discarded") }
      try body(&guarded)
    }
  }
}

// The forms that call a handler.
extension HKHeartbeatSeriesBuilder {
  /// Adds a beat, later than the ones before.
  @preconcurrency
  public func addHeartbeatWithTimeInterval(
    sinceSeriesStartDate timeIntervalSinceStart: TimeInterval, precededByGap: Bool,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) {
      try await self.addHeartbeat(at: timeIntervalSinceStart, precededByGap: precededByGap)
    }
  }

  /// Saves the series.
  @preconcurrency
  public func finishSeries(
    completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void
  ) {
    BackgroundExecutor.run {
      try await self.finishSeries()
    } then: { result in
      switch result {
      case .success(let series): completion(series, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }
}

/// Reads the beats of a series.
open class HKHeartbeatSeriesQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  private typealias Handler =
    @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

  private let series: HKHeartbeatSeriesSample
  private var handler: Handler?

  /// A query for the beats of a series: how long after its start each was, whether some were missed before it, and
  /// whether it is the last.
  @preconcurrency
  public init(
    heartbeatSeries: HKHeartbeatSeriesSample,
    dataHandler:
      @escaping @Sendable (
        HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?
      ) -> Void
  ) {
    series = heartbeatSeries
    handler = dataHandler
    super.init(objectType: heartbeatSeries.sampleType, predicate: nil)
  }

  func answer(from reader: StoreReader) async throws {
    try await reader.checkSight(of: series)
    for (beat, isLast) in series.beats {
      await execution.call {
        self.handler?(self, beat.timeIntervalSinceStart, beat.precededByGap, isLast, nil)
      }
    }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, 0, false, true, error) }
  }
}

/// Reads the beats of a series.
public struct HKHeartbeatSeriesQueryDescriptor: HKAsyncSequenceQuery {
  /// One beat.
  public struct Heartbeat: Hashable, Sendable {
    /// How long after the start of the series it was.
    public let timeIntervalSinceStart: TimeInterval
    /// Whether some were missed before it.
    public let precededByGap: Bool
  }

  /// The beats.
  public typealias Results = AsyncThrowingStream<Heartbeat, any Error>

  private let series: HKHeartbeatSeriesSample

  /// A query for the beats of a series.
  public init(_ heartbeatSeries: HKHeartbeatSeriesSample) {
    series = heartbeatSeries
  }

  /// The beats in order; it ends with the last.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (answers, continuation) = AsyncThrowingStream.makeStream(of: Heartbeat.self)
    return healthStore.results(
      of: HKHeartbeatSeriesQuery(heartbeatSeries: series) { _, time, hasGap, isLast, error in
        if error == nil {
          continuation.yield(Heartbeat(timeIntervalSinceStart: time, precededByGap: hasGap))
        }
        if error != nil || isLast { continuation.finish(throwing: error) }
      }, answers, continuation)
  }
}

extension HKHeartbeatSeriesSample {
  /// The beats, and whether each is the last.
  fileprivate var beats: [(HKHeartbeatSeriesQueryDescriptor.Heartbeat, Bool)] {
    let seconds = details.series["seconds"] ?? []
    let gaps = details.series["gap"] ?? []
    return zip(seconds, gaps).enumerated().map { index, beat in
      (
        .init(timeIntervalSinceStart: beat.0, precededByGap: beat.1 != 0),
        index == seconds.count - 1
      )
    }
  }
}
