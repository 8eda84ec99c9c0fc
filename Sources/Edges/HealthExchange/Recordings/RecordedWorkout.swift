private import Glibc
internal import HealthModel

/// A workout as a watch, a phone or a bicycle computer recorded it to a file of its own.
struct RecordedWorkout: Equatable {
  /// What was measured at one instant.
  struct Moment: Equatable {
    var time: Double
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    var speed: Double?
    var course: Double?
    var horizontalAccuracy: Double?
    var verticalAccuracy: Double?
    /// Meters since the start.
    var distance: Double?
    /// Beats a minute.
    var heartRate: Double?
    /// Watts.
    var power: Double?

    init(time: Double) { self.time = time }

    /// The same without what no instrument measures, which a store would refuse with all the rest.
    var plausible: Self {
      func within(_ range: ClosedRange<Double>, _ value: Double?) -> Double? {
        value.flatMap { range.contains($0) ? $0 : nil }
      }
      var moment = self
      moment.altitude = within(-100_000...100_000, altitude)
      moment.speed = within(0...100_000, speed)
      moment.course = within(0...360, course)
      moment.horizontalAccuracy = within(0...1e8, horizontalAccuracy)
      moment.verticalAccuracy = within(0...1e8, verticalAccuracy)
      moment.distance = within(0...1e8, distance)
      moment.heartRate = within(1...300, heartRate)
      moment.power = within(0...10_000, power)
      return moment
    }

    var isPlace: Bool {
      guard let latitude, let longitude else { return false }
      return (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }
  }

  var activity = WorkoutActivityType.other
  /// What made the file, by its own name.
  var creator = ""
  /// When it was recorded; the moments tell it otherwise.
  var start: Double?
  var end: Double?
  var moments: [Moment] = []
  /// When each lap ended, but for the last one.
  var laps: [Double] = []
  /// From when to when it stood still by its own word.
  var pauses: [(start: Double, end: Double)] = []
  /// Kilocalories of all energy.
  var energy: Double?
  /// Meters.
  var distance: Double?
  /// For how many seconds it went on, without pauses, by its own word.
  var activeSeconds: Double?
  /// Whether its file ended before it did.
  var isCut = false

  static func == (one: Self, other: Self) -> Bool {
    one.activity == other.activity && one.creator == other.creator && one.start == other.start
      && one.end == other.end && one.moments == other.moments && one.laps == other.laps
      && one.pauses.map(\.start) == other.pauses.map(\.start)
      && one.pauses.map(\.end) == other.pauses.map(\.end) && one.energy == other.energy
      && one.distance == other.distance && one.activeSeconds == other.activeSeconds
      && one.isCut == other.isCut
  }
}

extension RecordedWorkout {
  /// So far apart may be what two successive places are for it to be a way that somebody went.
  private static let mostGap = 600.0
  /// Places that are known worse than this tell no distance.
  private static let mostInaccuracy = 50.0
  private static let totals = 0...1e8
  private static let mostPlaces = Details.mostNumbers / 9
  private static let beats = try? Unit(parsing: "count/min")
  private static let cyclingPower = ObjectType("HKQuantityTypeIdentifierCyclingPower")
  private static let runningPower = ObjectType("HKQuantityTypeIdentifierRunningPower")
  private static let watts = try? Unit(parsing: "W")

  /// The creator of a file that names none.
  static let unnamed = "GPS"

  /// What is to be saved of it: the workout first, its samples and its route, all by one source.
  struct Objects {
    var workout: Sample
    var others: [SampleRun]
  }

  /// The objects; `nil` where nothing tells when it was.
  func objects(naming name: (ObjectType) -> SampleUUID) -> Objects? {
    let moments = sortedMoments
    guard let start = start ?? moments.first?.time,
      let end = [end, moments.last?.time].compactMap(\.self).max(), start <= end,
      Instant.permitted.contains(start), Instant.permitted.contains(end)
    else { return nil }
    let source = SourceRevision(
      source: NamedSource.source(creator.isEmpty ? Self.unnamed : creator))
    let distances = distances(of: moments, from: start, to: end)
    var workout = Workout(
      activity: Int64(activity.rawValue), duration: 0, events: events(from: start, to: end))
    workout.duration = Workout.activeSeconds(from: start, to: end, workout.events)
    // Files hardly ever tell of all pauses, and most of them for how long it went on.
    if let activeSeconds, activeSeconds > 0 {
      workout.duration = min(workout.duration, activeSeconds)
    }
    if let energy, Self.totals.contains(energy) {
      workout.totalEnergyBurned = Quantity(energy, .kilocalorie)
    }
    let length = distance ?? distances.reduce(0) { $0 + $1.meters }
    if length > 0, Self.totals.contains(length) {
      workout.totalDistance = Quantity(length, .meter())
    }
    let sample = Sample(
      uuid: name(.workout), type: .workout, start: start, end: end,
      value: .object(.workout(workout)), source: source)
    var others: [SampleRun] = []
    func add(
      _ type: ObjectType, _ unit: Unit?, _ values: [(start: Double, end: Double, value: Double)]
    ) {
      guard let unit, !values.isEmpty else { return }
      var run = SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
      for value in values {
        run.append(
          Sample(
            uuid: name(type), type: type, start: value.start, end: value.end,
            value: .quantity(Quantity(value.value, unit)), source: source))
        if run.count == 4_096 {
          others.append(run)
          run = SampleRun(empty: type, like: run.payload)
        }
      }
      if !run.isEmpty { others.append(run) }
    }
    add(
      .heartRate, Self.beats,
      moments.compactMap { moment in moment.heartRate.map { (moment.time, moment.time, $0) } })
    add(activity.distanceType, .meter(), distances.map { ($0.start, $0.end, $0.meters) })
    if activity == .cycling || activity == .running {
      add(
        activity == .cycling ? Self.cyclingPower : Self.runningPower, Self.watts,
        moments.compactMap { moment in moment.power.map { (moment.time, moment.time, $0) } })
    }
    for route in routes(by: source, naming: name) { others.append(SampleRun(route)) }
    return Objects(workout: sample, others: others)
  }

  /// The route, in as many parts as it needs.
  func routes(by source: SourceRevision, naming name: (ObjectType) -> SampleUUID) -> [Sample] {
    Self.routes(of: sortedMoments.filter(\.isPlace)).compactMap { route in
      guard let start = route.start else { return nil }
      return Sample(
        uuid: name(.workoutRoute), type: .workoutRoute, start: start, end: route.end(from: start),
        value: .object(.details(route)), source: source)
    }
  }

  /// Those with a time of the years that dates have, by their time.
  private var sortedMoments: [Moment] {
    moments.filter { Instant.permitted.contains($0.time) }.map(\.plausible).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func events(from start: Double, to end: Double) -> [Workout.Event] {
    func event(_ kind: WorkoutEventType, _ date: Double) -> Workout.Event {
      Workout.Event(kind: Int64(kind.rawValue), date: date)
    }
    var all = laps.map { event(.lap, $0) }
    var last = start
    for pause in pauses.sorted(by: { $0.start < $1.start })
    where pause.start >= last && pause.end > pause.start && pause.end <= end {
      all += [event(.pause, pause.start), event(.resume, pause.end)]
      last = pause.end
    }
    return Array(
      all.filter { (start...end).contains($0.date) }.enumerated()
        .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
        .prefix(Workout.mostEvents))
  }

  /// The ways between successive moments: what the file says of them, or else what lies between the places.
  ///
  /// Together they are as long as the file says that the whole is.
  private func distances(
    of moments: [Moment], from start: Double, to end: Double
  ) -> [Way] {
    let told = moments.compactMap { moment in moment.distance.map { (moment.time, $0) } }
    var ways = told.count < 2 ? Self.waysBetweenPlaces(moments) : ways(told, from: start)
    guard let distance, Self.totals.contains(distance) else { return ways }
    let sum = ways.reduce(0) { $0 + $1.meters }
    guard abs(distance - sum) > 1 else { return ways }
    if sum > 0, Self.corrections.contains(distance / sum) {
      // The device corrected its measure at the end, for example by the length of the pool.
      for index in ways.indices { ways[index].meters *= distance / sum }
    } else if distance > sum {
      let last = ways.last?.end ?? start
      ways.append((last < end ? last : start, end, distance - sum))
    }
    return ways
  }

  private typealias Way = (start: Double, end: Double, meters: Double)
  /// By so much a total may differ from its parts for it to be the better measure of each of them.
  private static let corrections = 0.8...1.25

  /// The ways from one instant to the next of which the file says how far it was by then.
  ///
  /// Of what came at the same instant, or before the first, nothing is left out.
  private func ways(_ told: [(time: Double, meters: Double)], from start: Double) -> [Way] {
    guard let first = told.first else { return [] }
    var last = (time: start, meters: 0.0)
    // Where it was farther by the first than anybody goes, or by the last than all of it, others went before.
    let farthest = told.reduce(0) { max($0, $1.meters) }
    let isOwn =
      distance.map { farthest <= $0 + 1 }
      ?? (first.meters <= Self.mostSpeed * (first.time - start))
    if !isOwn || first.time <= start { last = first }
    var ways: [Way] = []
    for next in told where next.meters > last.meters && next.time > last.time {
      ways.append((last.time, next.time, next.meters - last.meters))
      last = next
    }
    return ways
  }

  /// Nobody moves faster by their own strength: meters a second, downhill included.
  private static let mostSpeed = 50.0

  private static func waysBetweenPlaces(_ moments: [Moment]) -> [Way] {
    let places = moments.filter { $0.isPlace && $0.horizontalAccuracy ?? 0 <= mostInaccuracy }
    return zip(places, places.dropFirst()).compactMap { one, next in
      let seconds = next.time - one.time
      let meters = meters(from: one, to: next)
      guard seconds > 0, seconds <= mostGap, meters > 0 else { return nil }
      return (one.time, next.time, meters)
    }
  }

  /// The great circle between two places.
  private static func meters(from one: Moment, to other: Moment) -> Double {
    let radians = Double.pi / 180
    let (here, there) = ((one.latitude ?? 0) * radians, (other.latitude ?? 0) * radians)
    let across = ((other.longitude ?? 0) - (one.longitude ?? 0)) * radians
    let chord =
      sin((there - here) / 2) * sin((there - here) / 2)
      + cos(here) * cos(there) * sin(across / 2) * sin(across / 2)
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
  }

  /// Places as the series of routes, in as many parts as they need.
  private static func routes(of places: [Moment]) -> [Details] {
    let columns: [(String, (Moment) -> Double?)] = [
      ("time", { $0.time }), ("latitude", { $0.latitude }), ("longitude", { $0.longitude }),
      ("altitude", { $0.altitude }), ("horizontalAccuracy", { $0.horizontalAccuracy }),
      ("verticalAccuracy", { $0.verticalAccuracy }), ("course", { $0.course }),
      ("speed", { $0.speed }),
    ]
    return stride(from: 0, to: places.count, by: mostPlaces).map { first in
      let part = places[first..<min(places.count, first + mostPlaces)]
      var details = Details()
      for (name, value) in columns where part.contains(where: { value($0) != nil }) {
        // As locations say what is not known.
        details.series[name] = part.map { value($0) ?? -1 }
      }
      return details
    }
  }
}
