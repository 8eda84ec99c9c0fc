internal import HealthModel

/// Makes workouts of the messages of a FIT file, one of each session.
enum FITReader {
  private enum Number {
    static let file: UInt16 = 0
    static let session: UInt16 = 18
    static let lap: UInt16 = 19
    static let record: UInt16 = 20
    static let event: UInt16 = 21
    static let sport: UInt16 = 12
  }

  private static let circle = 180.0 / 2_147_483_648.0

  /// The workouts of some messages; none where they are of something else, such as a day's monitoring.
  static func workouts(of messages: [FITFile.Message]) -> [RecordedWorkout] {
    let sessions = messages.filter { $0.number == Number.session }
    let creator = creator(messages)
    guard !sessions.isEmpty else {
      // A file that was cut has no session, which comes last.
      guard messages.contains(where: { $0.number == Number.record }),
        messages.first(where: { $0.number == Number.file })?.value(0) ?? 4 == 4
      else { return [] }
      var workout = RecordedWorkout()
      workout.creator = creator
      if let sport = messages.first(where: { $0.number == Number.sport && $0.value(0) != nil }) {
        workout.activity = activity(sport: sport.value(0) ?? 0, subSport: sport.value(1) ?? 0)
      } else if let lap = messages.first(where: { $0.number == Number.lap && $0.value(25) != nil })
      {
        workout.activity = activity(sport: lap.value(25) ?? 0, subSport: lap.value(39) ?? 0)
      }
      workout = filled([workout], with: messages)[0]
      return workout.moments.isEmpty ? [] : [workout]
    }
    let workouts = sessions.map { session in
      var workout = RecordedWorkout()
      workout.creator = creator
      workout.activity = activity(
        sport: session.value(5) ?? 0, subSport: session.value(6) ?? 0)
      workout.start = FITFile.instant(session.value(2))
      if let start = workout.start, let seconds = session.value(7, scale: 1_000) {
        workout.end = start + seconds
      }
      workout.activeSeconds = session.value(8, scale: 1_000)
      workout.distance = session.value(9, scale: 100)
      workout.energy = session.value(11)
      return workout
    }
    return filled(workouts, with: messages)
  }

  /// The workouts with what was recorded in them.
  ///
  /// What was recorded belongs to one: to that which began last before it, so that where two meet nothing counts twice.
  private static func filled(
    _ workouts: [RecordedWorkout], with messages: [FITFile.Message]
  ) -> [RecordedWorkout] {
    var workouts = workouts
    func start(_ index: Int) -> Double { workouts[index].start ?? -.infinity }
    let order = workouts.indices.sorted { (start($0), $0) < (start($1), $1) }
    let starts = order.map(start)
    var stops = [Double?](repeating: nil, count: workouts.count)
    for message in messages {
      guard let time = FITFile.instant(message.value(FITFile.timestamp)) else { continue }
      // The first that begins later.
      var (later, high) = (0, starts.count)
      while later < high {
        let middle = (later + high) / 2
        if starts[middle] <= time { later = middle + 1 } else { high = middle }
      }
      guard later > 0 else { continue }
      let index = order[later - 1]
      // The last record may come a moment after the end.
      guard time <= max(start(index), (workouts[index].end ?? .infinity) + 1) else { continue }
      take(message, at: time, into: &workouts[index], &stops[index])
    }
    return workouts
  }

  private static func take(
    _ message: FITFile.Message, at time: Double, into workout: inout RecordedWorkout,
    _ stop: inout Double?
  ) {
    switch message.number {
    case Number.record: workout.moments.append(moment(message, at: time))
    case Number.lap:
      if let begin = FITFile.instant(message.value(2)), let start = workout.start, begin > start {
        workout.laps.append(begin)
      }
    case Number.event where message.value(0) == 0:
      let kind = message.value(1)
      if kind == 0, let from = stop {
        workout.pauses.append((from, time))
        stop = nil
      } else if kind == 1 || kind == 4 {
        stop = stop ?? time
      }
    default: break
    }
  }

  private static func moment(
    _ message: FITFile.Message, at time: Double
  ) -> RecordedWorkout.Moment {
    var moment = RecordedWorkout.Moment(time: time)
    moment.latitude = message.value(0).map { $0 * circle }
    moment.longitude = message.value(1).map { $0 * circle }
    moment.altitude =
      message.value(78, scale: 5, offset: 500) ?? message.value(2, scale: 5, offset: 500)
    moment.heartRate = message.value(3).flatMap { $0 > 0 ? $0 : nil }
    moment.distance = message.value(5, scale: 100)
    moment.speed = message.value(73, scale: 1_000) ?? message.value(6, scale: 1_000)
    moment.power = message.value(7)
    return moment
  }

  /// What made the file.
  static func creator(_ messages: [FITFile.Message]) -> String {
    guard let file = messages.first(where: { $0.number == Number.file }),
      let maker = file.value(1)
    else { return "FIT" }
    // A file may have numbers of any form where whole ones belong.
    let name = makers[maker] ?? Int(exactly: maker).map { "Device \($0)" } ?? "FIT"
    return file.value(2).flatMap(Int.init(exactly:)).map { "\(name) \($0)" } ?? name
  }

  /// Makers by their numbers, as far as many people have them.
  private static let makers: [Double: String] = [
    1: "Garmin", 23: "Suunto", 32: "Wahoo", 123: "Polar", 260: "Zwift", 265: "Strava",
    289: "Hammerhead", 294: "Coros",
    // Whoever has no number.
    255: "FIT",
  ]

  /// Sports and their parts by numbers, where any part will do without one; the first of an activity is how it is
  /// written.
  private static let sports: [(sport: Double, part: Double?, activity: WorkoutActivityType)] = [
    (1, nil, .running), (2, nil, .cycling), (15, nil, .rowing), (4, 14, .rowing),
    (4, 15, .elliptical), (4, 16, .stairClimbing), (5, nil, .swimming),
    (10, 20, .traditionalStrengthTraining), (10, 43, .yoga), (11, nil, .walking),
    (12, nil, .crossCountrySkiing), (13, nil, .downhillSkiing), (14, nil, .snowboarding),
    (17, nil, .hiking), (18, nil, .swimBikeRun), (62, nil, .highIntensityIntervalTraining),
    (65, nil, .wheelchairWalkPace), (66, nil, .wheelchairRunPace), (84, nil, .jumpRope),
  ]

  /// What was done, by the numbers of sports.
  static func activity(sport: Double, subSport: Double) -> WorkoutActivityType {
    sports.first { $0.sport == sport && ($0.part == nil || $0.part == subSport) }?.activity
      ?? .other
  }

  /// The numbers of what was done; the sport of no kind for what has none.
  static func sport(of activity: WorkoutActivityType) -> (sport: UInt64, part: UInt64) {
    let found = sports.first { $0.activity == activity }
    return (UInt64(found?.sport ?? 0), UInt64(found?.part ?? 0))
  }
}
