internal import HealthModel
internal import TestSupport

/// Samples of every kind that a store takes, with all that they can carry, from a seed.
struct RandomStore {
  private var generator: SeededGenerator
  private var uuids: UUIDSequence
  /// Dates that exports have no text for.
  private let hasFractions: Bool

  init(seed: UInt64, hasFractions: Bool = true) {
    generator = SeededGenerator(seed: seed)
    uuids = UUIDSequence(using: &generator)
    self.hasFractions = hasFractions
  }

  /// A sample, after the members of its correlation.
  mutating func next() -> [Sample] {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...3: return [quantity(among: Self.quantities)]
    case 4, 5:
      let types = ObjectType.all.filter {
        $0.description?.kind == .category && $0.description?.requiredMetadata.isEmpty == true
      }
      let type = types.randomElement(using: &generator) ?? .sleepAnalysis
      let range = type.description?.categoryValues ?? 0...0
      return [sample(type, .category(.random(in: range, using: &generator)))]
    case 6: return [workout()]
    default:
      let inner = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        quantity(among: Self.dietary)
      }
      var members = Members()
      for member in inner { members.append(member.uuid, of: member.type) }
      return inner + [sample(.food, .object(.correlation(members)))]
    }
  }

  private static let quantities: [(ObjectType, [String])] = [
    (.heartRate, ["count/min", "count/s"]), (.bodyTemperature, ["degC", "degF", "K"]),
    (.bloodGlucose, ["mg/dL", "mmol<180.15588>/L"]), (.oxygenSaturation, ["%"]),
    (.stepCount, ["count"]), (.bodyMass, ["kg", "lb", "st"]), (.distanceCycling, ["km", "mi"]),
  ]
  private static let dietary: [(ObjectType, [String])] = [
    (.dietaryWater, ["mL", "fl_oz_us"]), (.dietaryEnergyConsumed, ["kcal", "kJ"]),
    (.dietaryIron, ["mg"]),
  ]

  private mutating func quantity(among choices: [(ObjectType, [String])]) -> Sample {
    let (type, units) = choices.randomElement(using: &generator) ?? choices[0]
    let unit = units.randomElement(using: &generator).flatMap { try? Unit(parsing: $0) } ?? .count
    return sample(type, .quantity(Quantity(number(), unit)))
  }

  private mutating func workout() -> Sample {
    var sample = sample(.workout, .category(0))
    var workout = Workout(
      activity: .random(in: 1...84, using: &generator),
      duration: [0, 90, 1.0 / 3, 5_432.1].randomElement(using: &generator) ?? 0)
    if Bool.random(using: &generator) {
      workout.totalEnergyBurned = Quantity(number(), .kilocalorie)
      workout.totalDistance = Quantity(number(), .meter())
    }
    if Bool.random(using: &generator) { workout.totalSwimmingStrokeCount = Quantity(3, .count) }
    let moments = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      hasFractions
        ? Double.random(in: sample.start...sample.end, using: &generator)
        : Double.random(in: sample.start...sample.end, using: &generator).rounded(.up)
    }
    workout.events = moments.sorted().map { date in
      Workout.Event(
        kind: [3, 4, 7].randomElement(using: &generator) ?? 3, date: date, metadata: metadata())
    }
    workout.legs = legs(of: sample)
    sample.value = .object(.workout(workout))
    return sample
  }

  private mutating func legs(of sample: Sample) -> [Workout.Leg] {
    var start = sample.start
    return (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      var end = Double.random(in: start...sample.end, using: &generator)
      if !hasFractions { end = end.rounded(.down) }
      defer { start = end }
      let uuid = SampleUUID(
        high: .random(in: 0 ... .max, using: &generator),
        low: .random(in: 0 ... .max, using: &generator))
      return Workout.Leg(
        uuid, activity: [13, 37, 46].randomElement(using: &generator) ?? 37, start: start,
        end: max(start, end), metadata: ["part": .integer(1)].merging(metadata()) { $1 })
    }
  }

  private mutating func sample(_ type: ObjectType, _ value: Sample.Value) -> Sample {
    let start = instant()
    let source = SourceRevision(
      source: Source(
        bundleIdentifier: Bool.random(using: &generator)
          ? "com.example.\(Int.random(in: 0...3, using: &generator))" : "com.apple.health.Watch",
        name: Bool.random(using: &generator) ? "Watch" : text()),
      version: Bool.random(using: &generator) ? text() : nil)
    var device: Device?
    if Bool.random(using: &generator) {
      device = Device([.name: text()])
      for property in Device.Property.allCases where Bool.random(using: &generator) {
        device?[property] =
          Bool.random(using: &generator) ? text() : "x, name:y, , z>"
      }
    }
    let length = Double(Int.random(in: 0...5_000, using: &generator))
    return Sample(
      uuid: uuids.take(for: type), type: type, start: start, end: start + length, value: value,
      source: source, device: device, metadata: metadata())
  }

  private mutating func metadata() -> Metadata {
    var metadata: Metadata = [:]
    for _ in 0..<Int.random(in: 0...3, using: &generator) { metadata[text()] = item() }
    if Bool.random(using: &generator) { metadata["HKWasUserEntered"] = .bool(true) }
    if Bool.random(using: &generator) {
      metadata["HKWeatherHumidity"] = .quantity(Quantity(number() + 0.5, .percent))
      metadata["HKReferenceRangeLowerLimit"] = .double(number().rounded())
      metadata["dyad.start"] = .string("mine")
    }
    return metadata
  }

  private mutating func item() -> MetadataValue {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .string(text() + (Bool.random(using: &generator) ? "\u{1}" : ""))
    case 1: .integer(Int64(bitPattern: generator.next()))
    case 2: .double(number().rounded())
    case 3: .bool(.random(using: &generator))
    case 4: .date(instant())
    default: .quantity(Quantity(number(), .meter()))
    }
  }

  private mutating func number() -> Double {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: Double(Int.random(in: 0...1_000, using: &generator))
    case 1: Double(Int.random(in: 0...1_000, using: &generator)) / 10
    case 2: [0.0, .leastNonzeroMagnitude, 1e16, 1e15 + 0.5].randomElement(using: &generator) ?? 0
    default: .random(in: 0...1e6, using: &generator)
    }
  }

  /// Whole seconds, milliseconds, and what no text can say.
  private mutating func instant() -> Double {
    let seconds = Double(Int.random(in: -60_000_000_000...200_000_000_000, using: &generator))
    guard hasFractions else { return seconds }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return seconds
    case 1:
      return Double(Int.random(in: -1_000_000_000...1_000_000_000_000, using: &generator)) / 1e3
    case 2: return [0.0, 0.1, 252_423_980_000].randomElement(using: &generator) ?? 0
    default: return .random(in: -1e9...1e10, using: &generator)
    }
  }

  private mutating func text() -> String {
    let pieces = [
      "a", "key", "\"", "\\", "\n", "\t", "ü", "日", "🏃", " ", "&", "<b>", "'", "\u{7F}",
    ]
    return "t"
      + (0..<Int.random(in: 1...5, using: &generator))
      .compactMap { _ in pieces.randomElement(using: &generator) }.joined() + "."
  }
}
