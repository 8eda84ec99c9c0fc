public import CoreLocation

/// Reads the places of a route.
open class HKWorkoutRouteQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  /// As many places as the handler gets at a time.
  private static let batch = 1_000

  private let route: HKWorkoutRoute
  private let dates: DateInterval?
  private var handler: (@Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void)?

  /// A query for all places of a route, in order; the handler hears which are the last.
  @preconcurrency
  public convenience init(
    route workoutRoute: HKWorkoutRoute,
    dataHandler:
      @escaping @Sendable (
        HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?
      ) -> Void
  ) {
    self.init(route: workoutRoute, in: nil, dataHandler)
  }

  /// A query for the places of a route in an interval.
  @preconcurrency
  public convenience init(
    route workoutRoute: HKWorkoutRoute, dateInterval: DateInterval,
    dataHandler:
      @escaping @Sendable (
        HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?
      ) -> Void
  ) {
    self.init(route: workoutRoute, in: dateInterval, dataHandler)
  }

  private init(
    route: HKWorkoutRoute, in dates: DateInterval?,
    _ handler:
      @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
  ) {
    self.route = route
    self.dates = dates
    self.handler = handler
    super.init(objectType: route.sampleType, predicate: nil)
  }

  func answer(from reader: StoreReader) async throws {
    try await reader.checkSight(of: route)
    let places = route.details.locations.filter { dates?.contains($0.timestamp) ?? true }
    var first = 0
    repeat {
      let last = min(places.count, first + Self.batch)
      let part = Array(places[first..<last])
      let isDone = last == places.count
      await execution.call { self.handler?(self, part, isDone, nil) }
      first = last
    } while first < places.count
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, true, error) }
  }
}

/// Reads the places of a route.
public struct HKWorkoutRouteQueryDescriptor: HKAsyncSequenceQuery {
  /// The places.
  public typealias Results = AsyncThrowingStream<CLLocation, any Error>

  private let route: HKWorkoutRoute

  /// A query for all places of a route.
  public init(_ route: HKWorkoutRoute) {
    self.route = route
  }

  /// The places in order; it ends with the last.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (answers, continuation) = AsyncThrowingStream.makeStream(of: CLLocation.self)
    return healthStore.results(
      of: HKWorkoutRouteQuery(route: route) { _, places, isDone, error in
        for place in places ?? [] { continuation.yield(place) }
        if error != nil || isDone { continuation.finish(throwing: error) }
      }, answers, continuation)
  }
}

extension StoreReader {
  /// Asks whether the app may still read what it holds.
  ///
  /// - Throws: Where it may not, or the object was deleted.
  func checkSight(of sample: HKSample) async throws {
    let found = try await samples(
      [SampleQuestion(sample.sampleType, HKQuery.predicateForObject(with: sample.uuid))],
      in: SampleOrder([]), limit: 1)
    if found.isEmpty { throw HKError(.errorNoData) }
  }
}
