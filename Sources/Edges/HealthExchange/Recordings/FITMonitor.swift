internal import HealthModel

/// Reads what a watch, a scale or a cuff measured outside of workouts from the messages of a FIT file.
struct FITMonitor {
  /// One thing that was measured.
  struct Measured: Equatable {
    var type: ObjectType
    var unit: String
    var start: Double
    var end: Double
    var value: Double
  }

  /// What one message tells at one moment.
  private struct Moment {
    var number: UInt16
    var field: UInt8
    var scale = 1.0
    var range: ClosedRange<Double>
    var type: ObjectType
    var unit: String
  }

  private enum Number {
    static let device: UInt16 = 23
    static let scale: UInt16 = 30
    static let pressure: UInt16 = 51
    static let monitoring: UInt16 = 55
    static let monitoringInfo: UInt16 = 103
    static let sleepLevel: UInt16 = 275
  }

  private static let moments: [Moment] = [
    Moment(number: 55, field: 27, range: 10...250, type: .heartRate, unit: "count/min"),
    Moment(
      number: 211, field: 1, range: 10...250,
      type: ObjectType("HKQuantityTypeIdentifierRestingHeartRate"), unit: "count/min"),
    Moment(
      number: 269, field: 0, scale: 100, range: 0.5...1, type: .oxygenSaturation, unit: "%"),
    Moment(
      number: 297, field: 0, scale: 100, range: 1...100,
      type: ObjectType("HKQuantityTypeIdentifierRespiratoryRate"), unit: "count/min"),
    Moment(number: 30, field: 0, scale: 100, range: 1...500, type: .bodyMass, unit: "kg"),
    Moment(
      number: 30, field: 1, scale: 10_000, range: 0.01...1,
      type: ObjectType("HKQuantityTypeIdentifierBodyFatPercentage"), unit: "%"),
    Moment(
      number: 30, field: 13, scale: 10, range: 5...100,
      type: ObjectType("HKQuantityTypeIdentifierBodyMassIndex"), unit: "count"),
    Moment(number: 51, field: 6, range: 10...250, type: .heartRate, unit: "count/min"),
  ]

  /// What counts up over a day, apart for each activity.
  private static let counters: [(field: UInt8, scale: Double, unit: String, most: Double)] = [
    (3, 1, "count", 100_000), (2, 100, "m", 1_000_000), (19, 1, "kcal", 20_000),
  ]

  /// So many seconds may a message be earlier than the one before, of which it has the low bits alone.
  private static let mostDisorder: UInt16 = 900

  private(set) var measured: [Measured] = []
  private(set) var sleep = SleepRuns()
  /// Systolic and diastolic, in millimeters of mercury.
  private(set) var pressures: [(time: Double, upper: Double, lower: Double)] = []
  /// Whether the scale weighed several people; their weights are left out.
  private(set) var hasSeveralPeople = false

  /// The last instant that a message told, in the seconds of these files.
  private var lastTime: UInt32?
  /// How far the clocks are ahead of UTC.
  private var offset = 0.0
  private var counted: [Counter: (day: Double, time: Double, value: Double)] = [:]
  /// When anything of an activity was told last.
  private var toldTimes: [Double: Double] = [:]
  /// When the activity before the last message with one was told, and that of the last one.
  private var activityTimes: (before: Double?, last: Double?)
  private var sleepTime: Double?
  /// The last day that the file does not have from its beginning: what an earlier file told of it is not known.
  private var begunDay: Double?

  private struct Counter: Hashable {
    var activity: Double
    var field: UInt8
  }

  /// - Parameter messages: All of a file.
  init(_ messages: [FITFile.Message]) {
    let people = messages.filter { $0.number == Number.scale }.map { $0.value(12) }
    hasSeveralPeople = Set(people).count > 1
    for message in messages { take(message) }
  }

  /// Whether nothing was found.
  var isEmpty: Bool { measured.isEmpty && sleep.runs.isEmpty && pressures.isEmpty }

  private mutating func take(_ message: FITFile.Message) {
    var time = message.value(FITFile.timestamp)
    // A device tells its own clock, which is later than what follows.
    if let time, message.number != Number.device, message.number != 0 {
      lastTime = UInt32(exactly: time)
    }
    if time == nil, let low = message.value(26).flatMap({ UInt16(exactly: $0) }), let lastTime {
      let passed = low &- UInt16(truncatingIfNeeded: lastTime)
      let isEarlier = passed > .max - Self.mostDisorder
      let told = lastTime &+ UInt32(passed) &- (isEarlier ? 0x1_0000 : 0)
      if !isEarlier { self.lastTime = told }
      time = Double(told)
    }
    guard let told = time, let instant = FITFile.instant(told) else { return }
    guard message.number != Number.scale || !hasSeveralPeople else { return }
    for moment in Self.moments where moment.number == message.number {
      guard let value = message.value(moment.field, scale: moment.scale),
        moment.range.contains(value)
      else { continue }
      measured.append(
        Measured(type: moment.type, unit: moment.unit, start: instant, end: instant, value: value))
    }
    switch message.number {
    case Number.monitoringInfo:
      if let local = message.value(0), abs(local - told) <= 14 * 3_600 { offset = local - told }
      let isMidnight = midnight(of: day(of: told)) == told
      begunDay = begunDay ?? (isMidnight ? day(of: told) - 1 : day(of: told))
    case Number.monitoring: takeCounters(message, at: told)
    case Number.pressure:
      guard let upper = message.value(0), let lower = message.value(1), (1...400).contains(lower),
        (lower...400).contains(upper)
      else { return }
      pressures.append((instant, upper, lower))
    case Number.sleepLevel:
      // It is told when a stage ends.
      defer { sleepTime = instant }
      guard let start = sleepTime, start < instant, instant - start <= 4 * 3_600,
        let stage = Self.stage(message.value(0))
      else { return }
      sleep.add(stage, from: start, to: instant)
    default: break
    }
  }

  private static func stage(_ number: Double?) -> SleepStage? {
    switch number {
    case 1: .awake
    case 2: .core
    case 3: .deep
    case 4: .rem
    default: nil
    }
  }

  private func day(of time: Double) -> Double { ((time + offset) / 86_400).rounded(.down) }

  private func midnight(of day: Double) -> Double { day * 86_400 - offset }

  /// Takes what was counted since the message before.
  private mutating func takeCounters(_ message: FITFile.Message, at time: Double) {
    let packed = message.value(24).flatMap { UInt8(exactly: $0) }.map { Double($0 & 0x1F) }
    guard let activity = message.value(5) ?? packed else { return }
    if activityTimes.last != time { activityTimes = (activityTimes.last, time) }
    // A message at midnight belongs to the day before it.
    let day = day(of: time - 1)
    let begunDay = begunDay ?? day
    self.begunDay = begunDay
    let midnight = midnight(of: day)
    let told = toldTimes[activity].flatMap { $0 > midnight ? $0 : nil }
    defer { toldTimes[activity] = time }
    for counter in Self.counters {
      guard let value = message.value(counter.field, scale: counter.scale) else { continue }
      let key = Counter(activity: activity, field: counter.field)
      let last = counted[key].flatMap { $0.day == day ? $0 : nil }
      counted[key] = (day, time, value)
      guard let base = last?.value ?? (day > begunDay ? 0 : nil) else { continue }
      // It begins again where a device was turned on.
      let part = value >= base ? value - base : value
      // What is told each time was done since the message before, and what is told seldom since it was told.
      let start = max(
        (last?.time == told ? activityTimes.before : last?.time) ?? midnight, midnight)
      guard part > 0, part <= counter.most, let type = Self.type(counter.field, activity),
        let from = FITFile.instant(start), let to = FITFile.instant(time), from < to
      else { continue }
      measured.append(
        Measured(type: type, unit: counter.unit, start: from, end: to, value: part))
    }
  }

  private static func type(_ field: UInt8, _ activity: Double) -> ObjectType? {
    let isOnFoot = activity == 1 || activity == 6
    switch field {
    case 3: return isOnFoot ? .stepCount : nil
    case 19: return .activeEnergyBurned
    default:
      switch activity {
      case 1, 6: return .distanceWalkingRunning
      case 2: return .distanceCycling
      case 5: return .distanceSwimming
      default: return nil
      }
    }
  }
}
