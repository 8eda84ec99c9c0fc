internal import Foundation
internal import HealthKit
internal import Testing

/// An owner that holds its query, whose handlers hold the owner, is freed when the query is over.
@Suite(.timeLimit(.minutes(2))) struct QueryLeakTests {
  private final class Owner: @unchecked Sendable {
    var query: HKQuery?
    private let freed: AsyncStream<Void>.Continuation

    init(_ freed: AsyncStream<Void>.Continuation) { self.freed = freed }

    deinit { freed.finish() }
  }

  /// A query of each class, for an owner and what tells that a handler was called.
  private typealias Making = @Sendable (Owner, @escaping @Sendable () -> Void) -> HKQuery

  private static let steps = HKQuantityType(.stepCount)
  private static let pressure = HKCorrelationType(.bloodPressure)

  private static let making: [String: Making] = [
    "sample": { owner, told in
      HKSampleQuery(sampleType: steps, predicate: nil, limit: 1, sortDescriptors: nil) {
        _ = ($0, $1, $2, owner)
        told()
      }
    },
    "correlation": { owner, told in
      HKCorrelationQuery(type: pressure, predicate: nil, samplePredicates: nil) {
        _ = ($0, $1, $2, owner)
        told()
      }
    },
    "source": { owner, told in
      HKSourceQuery(sampleType: steps, samplePredicate: nil) {
        _ = ($0, $1, $2, owner)
        told()
      }
    },
    "statistics": { owner, told in
      HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum)
      {
        _ = ($0, $1, $2, owner)
        told()
      }
    },
    "quantity series": { owner, told in
      HKQuantitySeriesSampleQuery(quantityType: steps, predicate: nil) {
        _ = ($0, $1, $2, $3, $4, $5, owner)
        told()
      }
    },
    "document": { owner, told in
      guard let type = HKObjectType.documentType(forIdentifier: .CDA) else {
        preconditionFailure("the catalogue has it")
      }
      return HKDocumentQuery(
        documentType: type, predicate: nil, limit: 1, sortDescriptors: nil,
        includeDocumentData: false
      ) {
        _ = ($0, $1, $2, $3, owner)
        told()
      }
    },
    "anchored": { owner, told in
      HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: 1) {
        _ = ($0, $1, $2, $3, $4, owner)
        told()
      }
    },
    "anchored, going on": { owner, told in
      let query = HKAnchoredObjectQuery(
        type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
      ) {
        _ = ($0, $1, $2, $3, $4, owner)
        told()
      }
      query.updateHandler = { _ = ($0, $1, $2, $3, $4, owner) }
      return query
    },
    "observer": { owner, told in
      HKObserverQuery(sampleType: steps, predicate: nil) {
        _ = ($0, $2, owner)
        $1()
        told()
      }
    },
    "collection": { owner, told in collection(owner, told, goesOn: false) },
    "collection, going on": { owner, told in collection(owner, told, goesOn: true) },
    "summaries": { owner, told in summaries(owner, told, goesOn: false) },
    "summaries, going on": { owner, told in summaries(owner, told, goesOn: true) },
    "effort": { owner, told in
      HKWorkoutEffortRelationshipQuery(predicate: nil, anchor: nil, options: .default) {
        _ = ($0, $1, $2, $3, owner)
        told()
      }
    },
  ]

  private static func collection(
    _ owner: Owner, _ told: @escaping @Sendable () -> Void, goesOn: Bool
  ) -> HKQuery {
    let query = HKStatisticsCollectionQuery(
      quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum,
      anchorDate: StoreUnderTest.start, intervalComponents: DateComponents(day: 1))
    query.initialResultsHandler = {
      _ = ($0, $1, $2, owner)
      told()
    }
    if goesOn { query.statisticsUpdateHandler = { _ = ($0, $1, $2, $3, owner) } }
    return query
  }

  private static func summaries(
    _ owner: Owner, _ told: @escaping @Sendable () -> Void, goesOn: Bool
  ) -> HKQuery {
    let query = HKActivitySummaryQuery(predicate: nil) {
      _ = ($0, $1, $2, owner)
      told()
    }
    if goesOn { query.updateHandler = { _ = ($0, $1, $2, owner) } }
    return query
  }

  @Test(arguments: making.keys.sorted()) func `an owner is freed when its query is over`(
    name: String
  ) async throws {
    let make = try #require(Self.making[name])
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
    let freed = AsyncStream.makeStream(of: Void.self)
    try await execute(make, on: store, telling: freed.continuation)
    // Ends with the owner.
    for await _ in freed.stream {}
  }

  /// Executes a query of an owner that nobody else holds, waits for a handler, and stops it.
  private func execute(
    _ make: Making, on store: HKHealthStore, telling freed: AsyncStream<Void>.Continuation
  ) async throws {
    let owner = Owner(freed)
    let (events, event) = AsyncStream.makeStream(of: Void.self)
    let query = make(owner) { event.yield() }
    owner.query = query
    store.execute(query)
    var iterator = events.makeAsyncIterator()
    try #require(await iterator.next() != nil)
    store.stop(query)
  }

  @Test func `an owner of a series' query is freed when the query is over`() async throws {
    let store = HKHealthStore(.inMemory)
    let builder = HKHeartbeatSeriesBuilder(
      healthStore: store, device: nil, start: StoreUnderTest.start)
    try await store.requestAuthorization(
      toShare: [HKSeriesType.heartbeat()], read: [HKSeriesType.heartbeat()])
    try await builder.addHeartbeat(at: 1, precededByGap: false)
    let series = try #require(try await builder.finishSeries() as HKHeartbeatSeriesSample?)
    let freed = AsyncStream.makeStream(of: Void.self)
    try await execute(
      { owner, told in
        HKHeartbeatSeriesQuery(heartbeatSeries: series) {
          _ = ($0, $1, $2, $3, $4, owner)
          told()
        }
      }, on: store, telling: freed.continuation)
    for await _ in freed.stream {}
  }
}
