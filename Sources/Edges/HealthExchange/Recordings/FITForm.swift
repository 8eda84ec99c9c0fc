internal import HealthModel

/// Writes a workout as a FIT file: a session with its records, laps and pauses.
///
/// Times are whole seconds and lengths centimeters; who wrote it has no place that programs agree on.
struct FITForm {
  /// A field of a message: its number, its base type, how many bytes it has, and what stands there; nothing where it is
  /// not known.
  private struct Field {
    var number: UInt8
    var type: UInt8
    var width: Int
    var value: UInt64?

    static func enumeration(_ number: UInt8, _ value: UInt64?) -> Self {
      Field(number: number, type: 0x00, width: 1, value: value)
    }
    static func byte(_ number: UInt8, _ value: Double?) -> Self {
      Field(number: number, type: 0x02, width: 1, value: value.flatMap { whole($0, below: 0xFF) })
    }
    static func short(_ number: UInt8, _ value: Double?) -> Self {
      Field(
        number: number, type: 0x84, width: 2, value: value.flatMap { whole($0, below: 0xFFFF) })
    }
    static func long(_ number: UInt8, _ value: Double?, scale: Double = 1) -> Self {
      Field(
        number: number, type: 0x86, width: 4,
        value: value.flatMap { whole($0 * scale, below: 0xFFFF_FFFF) })
    }
    static func time(_ number: UInt8, _ instant: Double) -> Self {
      long(number, instant - FITFile.epoch)
    }
    /// An angle in parts of half a circle.
    static func angle(_ number: UInt8, _ degrees: Double?) -> Self {
      let parts = degrees.map { ($0 / 180 * 2_147_483_648).rounded() }
      // The last one of them says that it is not known.
      let value = parts.flatMap { Int32(exactly: min($0, 2_147_483_646)) }
      return Field(
        number: number, type: 0x85, width: 4,
        value: value.map { UInt64(UInt32(bitPattern: $0)) } ?? 0x7FFF_FFFF)
    }

    private static func whole(_ value: Double, below most: UInt64) -> UInt64? {
      UInt64(exactly: value.rounded()).flatMap { $0 < most ? $0 : nil }
    }
  }

  private var data: [UInt8] = []
  /// The messages that were defined, by the numbers that stand for them.
  private var locals: [UInt16: UInt8] = [:]

  /// The bytes of a file.
  ///
  /// - Parameter workout: When it was, and what was measured.
  /// - Returns: All of it; none where it has no dates that the format can tell.
  static func bytes(of workout: RecordedWorkout) -> [UInt8]? {
    guard let start = workout.start?.rounded(.down), let end = workout.end?.rounded(.down),
      FITFile.instant(start - FITFile.epoch) != nil, end - FITFile.epoch < 4_294_967_295
    else { return nil }
    var form = FITForm()
    form.write(workout, from: start, to: max(start, end))
    return form.file
  }

  private mutating func write(_ workout: RecordedWorkout, from start: Double, to end: Double) {
    add(0, [.enumeration(0, 4), .short(1, 255), .time(4, start)])
    let pauses = workout.pauses.filter { $0.start >= start && $0.end <= end && $0.start < $0.end }
    var turns = [(time: start, kind: UInt64(0))]
    for pause in pauses { turns += [(pause.start, 4), (pause.end, 0)] }
    turns.append((end, 4))
    var next = 0
    for moment in Self.seconds(workout.moments, start...end) {
      while next < turns.count, turns[next].time <= moment.time { addTurn(turns[next], &next) }
      add(
        20,
        [
          .time(FITFile.timestamp, moment.time), .angle(0, moment.latitude),
          .angle(1, moment.longitude), .long(78, moment.altitude.map { $0 + 500 }, scale: 5),
          .byte(3, moment.heartRate), .long(5, moment.distance, scale: 100),
          .long(73, moment.speed, scale: 1_000), .short(7, moment.power),
        ])
    }
    while next < turns.count { addTurn(turns[next], &next) }
    let active =
      workout.activeSeconds ?? pauses.reduce(end - start) { $0 - ($1.end - $1.start) }
    let laps = workout.laps.filter { $0 > start && $0 < end }.sorted()
    for (from, to) in zip([start] + laps, laps + [end]) {
      add(19, [.time(FITFile.timestamp, to), .time(2, from), .long(7, to - from, scale: 1_000)])
    }
    let (sport, part) = FITReader.sport(of: workout.activity)
    add(
      18,
      [
        .time(FITFile.timestamp, end), .time(2, start), .long(7, end - start, scale: 1_000),
        .long(8, active, scale: 1_000), .long(9, workout.distance, scale: 100),
        .enumeration(5, sport), .enumeration(6, part), .short(11, workout.energy),
        .short(25, 0), .short(26, Double(laps.count + 1)),
      ])
    add(
      34,
      [
        .time(FITFile.timestamp, end), .long(0, active, scale: 1_000), .short(1, 1),
        .enumeration(2, 0), .enumeration(3, 26), .enumeration(4, 1),
      ])
  }

  private mutating func addTurn(_ turn: (time: Double, kind: UInt64), _ next: inout Int) {
    add(
      21, [.time(FITFile.timestamp, turn.time), .enumeration(0, 0), .enumeration(1, turn.kind)])
    next += 1
  }

  /// What was measured, a moment for each second.
  static func seconds(
    _ moments: [RecordedWorkout.Moment], _ span: ClosedRange<Double>
  ) -> [RecordedWorkout.Moment] {
    var seconds: [Double: RecordedWorkout.Moment] = [:]
    for moment in moments {
      let time = moment.time.rounded(.down)
      guard span.contains(time) else { continue }
      seconds[time, default: RecordedWorkout.Moment(time: time)].add(moment.plausible)
    }
    return seconds.values.sorted { $0.time < $1.time }
  }

  private mutating func add(_ number: UInt16, _ fields: [Field]) {
    let local: UInt8
    if let known = locals[number] {
      local = known
    } else {
      local = UInt8(locals.count)
      locals[number] = local
      data += [0x40 | local, 0, 0]
      add(UInt64(number), 2)
      data.append(UInt8(fields.count))
      for field in fields { data += [field.number, UInt8(field.width), field.type] }
    }
    data.append(local)
    // All ones stand for what is not known.
    for field in fields { add(field.value ?? .max, field.width) }
  }

  private mutating func add(_ value: UInt64, _ width: Int) {
    for shift in 0..<width { data.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift)))) }
  }

  private var file: [UInt8] {
    var whole = FITForm()
    whole.data = [14, 0x20]
    whole.add(2_100, 2)
    whole.add(UInt64(data.count), 4)
    whole.data += Array(".FIT".utf8)
    whole.add(UInt64(FITFile.sum(whole.data[...])), 2)
    whole.data += data
    whole.add(UInt64(FITFile.sum(whole.data[...])), 2)
    return whole.data
  }
}

extension RecordedWorkout.Moment {
  /// Takes what another moment of the same second tells.
  mutating func add(_ other: Self) {
    latitude = other.latitude ?? latitude
    longitude = other.longitude ?? longitude
    altitude = other.altitude ?? altitude
    speed = other.speed ?? speed
    distance = other.distance ?? distance
    heartRate = other.heartRate ?? heartRate
    power = other.power ?? power
  }
}
