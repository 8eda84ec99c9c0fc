package import HealthModel
package import StoreAccess

/// A workout of a store with where it went and what was measured, to be written to a file of its own.
package struct StoredRecording {
  private static let powers = ["CyclingPower", "RunningPower"].map {
    ObjectType("HKQuantityTypeIdentifier\($0)")
  }

  private let workout: Sample
  private let routes: [Details]
  private let rates: [(time: Double, beats: Double)]
  private let distances: [(start: Double, end: Double, value: Double)]
  private let powers: [(start: Double, end: Double, value: Double)]

  /// Reads what belongs to a workout.
  ///
  /// - Parameters:
  ///   - workout: The workout.
  ///   - data: Where it is.
  /// - Throws: What the store throws.
  package init(_ workout: Sample, in data: any OwnerAccess) async throws {
    self.workout = workout
    let isMember = Predicate.memberOf(workout: workout.uuid)
    var routes: [Details] = []
    let query = SampleQuery(.workoutRoute, where: isMember, order: [SortDescriptor(.start)])
    for try await run in try await data.samples(query) {
      for row in 0..<run.count {
        if case .object(.details(let route)) = run.payload[row] { routes.append(route) }
      }
    }
    self.routes = routes
    func values(
      _ type: ObjectType, _ unit: String
    ) async throws -> [(start: Double, end: Double, value: Double)] {
      let unit = try Unit(parsing: unit)
      var values: [(start: Double, end: Double, value: Double)] = []
      let query = SampleQuery(type, where: isMember, order: [SortDescriptor(.start)])
      for try await run in try await data.samples(query) {
        for row in 0..<run.count {
          guard case .quantity(let quantity) = run.payload[row] else { continue }
          values.append((run.starts[row], run.ends[row], try quantity.value(in: unit)))
        }
      }
      return values
    }
    rates = try await values(.heartRate, "count/min").map { ($0.start, $0.value) }
    distances = try await values(Self.activity(of: workout).distanceType, "m")
    var powers: [(start: Double, end: Double, value: Double)] = []
    for type in Self.powers { powers += try await values(type, "W") }
    self.powers = powers
  }

  /// Its way with heart rates, as GPX; `nil` where it has none.
  package var gpx: [UInt8]? {
    guard !routes.isEmpty else { return nil }
    var form = GPXForm(heartRates: rates)
    return form.bytes(activity: "\(Self.activity(of: workout))", routes)
  }

  /// All of it as FIT; `nil` where it was at a time that the format cannot tell.
  package var fit: [UInt8]? { FITForm.bytes(of: recorded) }

  private static func activity(of workout: Sample) -> WorkoutActivityType {
    guard case .object(.workout(let body)) = workout.value else { return .other }
    return Int(exactly: body.activity).flatMap { WorkoutActivityType(rawValue: $0) } ?? .other
  }

  private var recorded: RecordedWorkout {
    var recorded = RecordedWorkout()
    recorded.activity = Self.activity(of: workout)
    recorded.start = workout.start
    recorded.end = workout.end
    if case .object(.workout(let body)) = workout.value {
      recorded.energy = try? body.totalEnergyBurned?.value(in: .kilocalorie)
      recorded.distance = try? body.totalDistance?.value(in: .meter())
      recorded.activeSeconds = body.duration
      var stop: Double?
      for event in body.events {
        switch Int(exactly: event.kind).flatMap({ WorkoutEventType(rawValue: $0) }) {
        case .lap: recorded.laps.append(event.date)
        case .pause: stop = event.date
        case .resume:
          if let from = stop { recorded.pauses.append((from, event.date)) }
          stop = nil
        default: break
        }
      }
      if let stop { recorded.pauses.append((stop, workout.end)) }
    }
    recorded.moments = routes.flatMap(Self.places)
    func add(
      _ field: WritableKeyPath<RecordedWorkout.Moment, Double?>, _ value: Double, at time: Double
    ) {
      var moment = RecordedWorkout.Moment(time: time)
      moment[keyPath: field] = value
      recorded.moments.append(moment)
    }
    for (time, beats) in rates { add(\.heartRate, beats, at: time) }
    for power in powers { add(\.power, power.value, at: power.start) }
    if let first = distances.first { add(\.distance, 0, at: first.start) }
    var meters = 0.0
    for distance in distances {
      meters += distance.value
      add(\.distance, meters, at: distance.end)
    }
    return recorded
  }

  private static func places(of route: Details) -> [RecordedWorkout.Moment] {
    guard let times = route.series["time"], let latitudes = route.series["latitude"],
      let longitudes = route.series["longitude"]
    else { return [] }
    return times.indices.map { row in
      var moment = RecordedWorkout.Moment(time: times[row])
      moment.latitude = latitudes[row]
      moment.longitude = longitudes[row]
      // What is not known is negative, but for heights.
      let isHigh = route.series["verticalAccuracy"].map { $0[row] >= 0 } ?? true
      moment.altitude = isHigh ? route.series["altitude"]?[row] : nil
      moment.speed = route.series["speed"].flatMap { $0[row] < 0 ? nil : $0[row] }
      return moment
    }
  }
}
