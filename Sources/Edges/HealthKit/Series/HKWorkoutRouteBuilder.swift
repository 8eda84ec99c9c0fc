public import CoreLocation
internal import HealthModel
private import Synchronization
private import SystemCore

/// Makes the route of a workout of places as they come.
open class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
  private struct Guarded {
    var locations: [CLLocation] = []
    var metadata: Metadata = [:]
    var isOver = false
    /// Routes that were saved, where they could not be added to the workout yet.
    var saved: [HKWorkoutRoute] = []
  }

  private let store: HKHealthStore
  private let device: HKDevice?
  private let guarded = Mutex(Guarded())
  private let finishing = Turns()

  /// A builder that saves to a store.
  public init(healthStore: HKHealthStore, device: HKDevice?) {
    store = healthStore
    self.device = device
    super.init()
  }

  /// Whether places were added, and the route is not finished.
  var isWanted: Bool { guarded.withLock { !$0.isOver && !$0.locations.isEmpty } }

  /// Adds places, in any order.
  public func insertRouteData(_ routeData: [CLLocation]) async throws {
    guard
      routeData.allSatisfy({
        (-90...90).contains($0.coordinate.latitude)
          && (-180...180).contains($0.coordinate.longitude)
      })
    else { throw HKError.invalid("a place of a route is not on the earth") }
    try change { $0.locations += routeData }
  }

  /// Adds metadata; of two values of one key the later one holds.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(try Metadata(checking: metadata))
  }

  /// Saves the route of a workout that is saved.
  ///
  /// - Returns: The route. One that is too long for a sample, which holds the places of some eight hours, is saved in
  ///   parts that follow each other, and this is the first; `predicateForObjects(from:)` finds all of them. Where it fails
  ///   it may be called again: nothing is saved twice.
  @discardableResult
  public func finishRoute(
    with workout: HKWorkout, metadata: [String: Any]?
  ) async throws -> HKWorkoutRoute {
    let own = try Metadata(checking: metadata)
    // One after the other, or who calls it twice at once would save two routes.
    return try await finishing.take { try await finish(workout, own) }
  }

  private func finish(_ workout: HKWorkout, _ own: Metadata) async throws -> HKWorkoutRoute {
    let collected = guarded.withLock(\.self)
    guard !collected.isOver else {
      throw HKError.invalid("the route is finished, or was discarded")
    }
    var routes = collected.saved
    if routes.isEmpty {
      let metadata = collected.metadata.merging(own) { _, later in later }.mapValues(\.foundation)
      routes = try Details.routes(of: collected.locations).map { details, start, end in
        HKWorkoutRoute(
          viewing: try Sample(
            checking: .workoutRoute, details, start: start, end: end, device: device,
            metadata: metadata))
      }
      guard !routes.isEmpty else { throw HKError.invalid("the route has no places") }
      try await store.save(routes)
      guarded.withLock { $0.saved = routes }
    }
    try await store.addSamples(routes, to: workout)
    guarded.withLock { $0.isOver = true }
    return routes[0]
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

  private func change(_ body: (inout Guarded) -> Void) throws(HKError) {
    try guarded.withLock { guarded throws(HKError) in
      guard !guarded.isOver, guarded.saved.isEmpty else {
        throw HKError.invalid("the route is finished, or was discarded")
      }
      body(&guarded)
    }
  }
}

// The forms that call a handler.
extension HKWorkoutRouteBuilder {
  /// Adds places, in any order.
  @preconcurrency
  public func insertRouteData(
    _ routeData: [CLLocation], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) {
      try await self.insertRouteData(routeData)
    }
  }

  /// Adds metadata; of two values of one key the later one holds.
  @preconcurrency
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    // Checked here, because what may be anything goes to no other thread.
    let checked = Result { try Metadata(checking: metadata) }
    BackgroundExecutor.report(to: completion) {
      try self.add(try checked.get())
    }
  }

  /// Saves the route of a workout that is saved.
  @preconcurrency
  public func finishRoute(
    with workout: HKWorkout, metadata: [String: Any]?,
    completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
  ) {
    let checked = Result { try Metadata(checking: metadata) }
    BackgroundExecutor.run {
      let own = try checked.get()
      return try await self.finishing.take { try await self.finish(workout, own) }
    } then: { result in
      switch result {
      case .success(let route): completion(route, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }
}
