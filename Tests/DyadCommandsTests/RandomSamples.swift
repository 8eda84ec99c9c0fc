internal import CommandSupport
internal import HealthModel
internal import TestSupport

/// Samples of every kind with all that they can carry, from a seed.
struct RandomSamples {
  private var generator: SeededGenerator
  private var uuids: UUIDSequence

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    uuids = UUIDSequence(using: &generator)
  }

  /// A sample, and the members of its correlation.
  mutating func next() -> (sample: Sample, members: [Sample]) {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: return (quantity(), [])
    case 5: return (detailed(), [])
    case 2:
      let type =
        [ObjectType.sleepAnalysis, .menstrualFlow, .mindfulSession]
        .randomElement(using: &generator) ?? .sleepAnalysis
      let range = type.description?.categoryValues ?? 0...0
      return (sample(type, .category(.random(in: range, using: &generator))), [])
    case 3: return (sample(.workout, .object(.workout(workout()))), [])
    default:
      let inner = (0..<Int.random(in: 1...4, using: &generator)).map { _ in quantity() }
      var members = Members()
      for member in inner { members.append(member.uuid, of: member.type) }
      return (sample(.food, .object(.correlation(members))), inner)
    }
  }

  private mutating func detailed() -> Sample {
    let count = Int.random(in: 1...5, using: &generator)
    func numbers(_ range: ClosedRange<Double>) -> [Double] {
      (0..<count).map { _ in Double.random(in: range, using: &generator) }
    }
    if Bool.random(using: &generator) {
      let power = Double.random(in: -10...10, using: &generator)
      let details = Details(values: [
        "kind": .integer(2), "brand": .string("é \"x\""), "expires": .date(700_000_000.5),
        "leftSphere": .quantity(Quantity(power, .diopter)),
      ])
      return sample(.visionPrescription, .object(.details(details)))
    }
    if Bool.random(using: &generator) {
      let valence: Double = [-1.0, -0.0, 0.25, 1.0].randomElement(using: &generator) ?? 0
      let details = Details(
        values: ["kind": .integer(1), "valence": .double(valence)],
        series: Bool.random(using: &generator) ? [:] : ["labels": [1, 38]])
      return sample(.stateOfMind, .object(.details(details)))
    }
    var route = sample(.workoutRoute, .category(0))
    let times = numbers(route.start...max(route.start, min(route.end, route.start + 1e6))).sorted()
    route.value = .object(
      .details(
        Details(series: [
          "time": times, "latitude": numbers(-90...90), "longitude": numbers(-180...180),
          "altitude": numbers(-1e4...1e4),
        ])))
    return route
  }

  private mutating func quantity() -> Sample {
    let choices: [(ObjectType, [String])] = [
      (.heartRate, ["count/min", "count/s"]), (.bodyTemperature, ["degC", "degF", "K"]),
      (.bloodGlucose, ["mg/dL", "mmol<180.15588>/L"]), (.dietaryWater, ["mL", "fl_oz_us"]),
      (.oxygenSaturation, ["%"]),
    ]
    let (type, units) = choices.randomElement(using: &generator) ?? choices[0]
    let unit = units.randomElement(using: &generator).flatMap { try? Unit(parsing: $0) }
    // What can be: nothing is negative, and a share at most all.
    let value = abs(number())
    let share = value.truncatingRemainder(dividingBy: 1)
    return sample(
      type, .quantity(Quantity(type == .oxygenSaturation ? share : value, unit ?? .count)))
  }

  private mutating func workout() -> Workout {
    var workout = Workout(
      activity: .random(in: 1...90, using: &generator),
      duration: .random(in: 0...10_000, using: &generator))
    if Bool.random(using: &generator) {
      workout.totalEnergyBurned = Quantity(abs(number()), .kilocalorie)
      workout.totalDistance = Quantity(abs(number()), .meter())
    }
    if Bool.random(using: &generator) {
      workout.totalSwimmingStrokeCount = Quantity(abs(number()), .count)
    }
    workout.events = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      Workout.Event(
        kind: .random(in: 1...8, using: &generator), date: instant(), metadata: metadata())
    }
    workout.legs = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      Workout.Leg(
        SampleUUID(
          high: .random(in: 0 ... .max, using: &generator),
          low: .random(in: 0 ... .max, using: &generator)),
        activity: .random(in: 1...90, using: &generator), start: instant(), end: instant(),
        metadata: metadata())
    }
    return workout
  }

  private mutating func sample(_ type: ObjectType, _ value: Sample.Value) -> Sample {
    let start = instant()
    let source = SourceRevision(
      source: Source(bundleIdentifier: "com.example.\(text())", name: text()),
      version: Bool.random(using: &generator) ? text() : nil)
    var device: Device?
    if Bool.random(using: &generator) {
      device = Device()
      for property in Device.Property.allCases where Bool.random(using: &generator) {
        device?[property] = text()
      }
    }
    return Sample(
      uuid: uuid(of: type), type: type, start: start, end: start + number().magnitude.rounded(.up),
      value: value, source: source, device: device, metadata: metadata())
  }

  private mutating func uuid(of type: ObjectType) -> SampleUUID {
    Bool.random(using: &generator)
      ? uuids.take(for: type) : SampleUUID(high: generator.next(), low: generator.next())
  }

  private mutating func metadata() -> Metadata {
    var metadata: Metadata = [:]
    for _ in 0..<Int.random(in: 0...4, using: &generator) { metadata[text()] = item() }
    return metadata
  }

  private mutating func item() -> MetadataValue {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: .string(text())
    case 1: .integer(Int64(bitPattern: generator.next()))
    case 2: .double(number())
    // Whole doubles look like integers in JSON.
    case 3: .double(number().rounded())
    case 4: .bool(.random(using: &generator))
    case 5: .date(instant())
    default: .quantity(Quantity(number(), .meter()))
    }
  }

  private mutating func number() -> Double {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: Double(Int.random(in: -1_000...1_000, using: &generator))
    case 1: Double(Int.random(in: -1_000...1_000, using: &generator)) / 10
    case 2:
      [0.0, -0.0, .leastNonzeroMagnitude, 1e16, 1e15 + 0.5].randomElement(using: &generator) ?? 0
    default: .random(in: -1e6...1e6, using: &generator)
    }
  }

  /// Whole seconds, milliseconds, microseconds and what no text can say.
  private mutating func instant() -> Double {
    let seconds = Double(Int.random(in: -60_000_000_000...200_000_000_000, using: &generator))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return seconds
    case 1:
      return Double(Int.random(in: -1_000_000_000...1_000_000_000_000, using: &generator)) / 1e3
    case 2: return Double(Int.random(in: 0...1_000_000_000_000_000, using: &generator)) / 1e6
    case 3: return [0.0, -0.0, 0.1, 252_423_993_599].randomElement(using: &generator) ?? 0
    default: return .random(in: -1e9...1e10, using: &generator)
    }
  }

  private mutating func text() -> String {
    let pieces = ["a", "key", "\"", "\\", "\n", "ü", "日", "🏃", " ", "\u{7F}", "k\u{301}"]
    return "t"
      + (0..<Int.random(in: 1...6, using: &generator))
      .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
  }
}
