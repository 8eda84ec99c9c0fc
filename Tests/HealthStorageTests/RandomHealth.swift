internal import HealthModel
internal import HealthStorage
internal import TestSupport

/// Draws samples, changes and predicates that meet each other often: few types, sources, devices and
/// keys, dates in a narrow window.
struct RandomHealth {
  static let types: [ObjectType] = [.stepCount, .heartRate, .bodyMass, .sleepAnalysis, .workout]
  static let bundles = ["app.one", "app.two", "app.three"]
  /// The dates lie in ten days or so.
  static let span = 864_000.0

  var generator: SeededGenerator
  private var sequence: UUIDSequence
  /// Where saved samples lie now: mostly later and later.
  private var now = 0.0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    sequence = UUIDSequence(using: &generator)
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }

  /// A date of the window, now and then exactly one that others have.
  mutating func date() -> Double { Double(number(0...1_000)) * Self.span / 1_000 }

  mutating func uuid() -> SampleUUID {
    if chance(60) { return sequence.take(for: .stepCount) }
    return SampleUUID(high: generator.next(), low: generator.next())
  }

  mutating func revision() -> SourceRevision {
    let bundle = pick(Self.bundles)
    return SourceRevision(
      source: Source(bundleIdentifier: bundle, name: bundle), version: pick([nil, "1", "2"]))
  }

  mutating func device() -> Device? {
    pick([nil, Device([.name: "watch", .model: "A"]), Device([.name: "strap"])])
  }

  mutating func quantity(_ type: ObjectType) -> Quantity {
    let value = chance(70) ? Double(number(0...200)) : Double(number(0...20_000)) / 97
    return switch type {
    case .stepCount: Quantity(value, .count)
    case .heartRate: Quantity(value, (chance(50) ? Unit.minute : .second()).reciprocal())
    default: Quantity(value, chance(50) ? .gram(.kilo) : .pound)
    }
  }

  mutating func value(_ type: ObjectType) -> Sample.Value {
    switch type {
    case .sleepAnalysis: return .category(Int64(number(0...2)))
    case .workout:
      var workout = Workout(activity: Int64(number(1...5)), duration: Double(number(0...9)) * 600)
      if chance(50) { workout.totalDistance = Quantity(Double(number(1...9)), .meter(.kilo)) }
      if chance(50) { workout.totalEnergyBurned = Quantity(Double(number(1...9)), .kilocalorie) }
      return .object(.workout(workout))
    default: return .quantity(quantity(type))
    }
  }

  mutating func metadata() -> Metadata {
    guard chance(25) else { return [:] }
    var metadata: Metadata = [:]
    if chance(50) { metadata["place"] = .string(pick(["home", "gym"])) }
    if chance(50) { metadata["level"] = chance(50) ? .integer(Int64(number(0...3))) : .double(1.5) }
    if chance(50) { metadata["HKWasUserEntered"] = .bool(chance(50)) }
    return metadata
  }

  mutating func sample(_ type: ObjectType) -> Sample {
    now += Double(number(0...400))
    if now > Self.span { now = 0 }
    let start = chance(80) ? now : date()
    return Sample(
      uuid: uuid(), type: type, start: start,
      end: start + (chance(40) ? 0 : Double(number(1...7_200))), value: value(type),
      source: revision(), device: device(), metadata: metadata())
  }

  /// A run whose rows share much or little.
  mutating func run(_ type: ObjectType, count: Int) -> SampleRun {
    let first = sample(type)
    var run = SampleRun(first)
    let isUniform = chance(50)
    for _ in 1..<max(2, count) {
      var next = sample(type)
      if isUniform { (next.source, next.device, next.metadata) = (first.source, nil, [:]) }
      run.append(next)
    }
    return run
  }

  mutating func save() -> Change.Save {
    let count = pick([1, 1, 2, 3, 5, 20, 130, 600])
    return Change.Save(
      (0..<pick([1, 1, 2, 3])).map { _ in
        let type = pick(Self.types)
        return run(type, count: type == .workout ? min(count, 20) : count)
      })
  }
}
