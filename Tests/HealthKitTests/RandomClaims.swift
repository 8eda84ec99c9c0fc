internal import HealthKit
internal import TestSupport

/// A sample in plain words: what a predicate may ask about, without anything of the API in it.
struct PlainSample {
  var uuid = UUID()
  var start = 0.0
  var end = 0.0
  var pounds: Double?
  var category: Int?
  var activity: Int?
  var duration: Double?
  var energy: Double?
  var number: Int?
  var text: String?
  var flag: Bool?
  var source = ""
  var device: String?
  var model: String?
  /// Whether it belongs to the workout that a claim may ask for.
  var isInWorkout = false
}

/// A predicate with what it says of a plain sample, in the test's own words.
struct Claim {
  var predicate: NSPredicate
  var says: (PlainSample) -> Bool

  init(_ predicate: NSPredicate, _ says: @escaping (PlainSample) -> Bool) {
    self.predicate = predicate
    self.says = says
  }
}

struct Chance {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

/// Random claims about samples of bodyMass, sleepAnalysis and workouts in the first twenty seconds of 2001.
struct RandomClaims {
  /// Samples that claims name by UUID.
  var known: [PlainSample] = []
  /// A workout that claims ask for the samples of, which only a store can tell.
  var workout: HKWorkout?

  private typealias Order = @Sendable (Double, Double) -> Bool

  private static let operators: [(NSComparisonPredicate.Operator, String, Order)] = [
    (.lessThan, "<", { $0 < $1 }), (.lessThanOrEqualTo, "<=", { $0 <= $1 }),
    (.greaterThan, ">", { $0 > $1 }), (.greaterThanOrEqualTo, ">=", { $0 >= $1 }),
    (.equalTo, "=", { $0 == $1 }), (.notEqualTo, "!=", { $0 != $1 }),
  ]

  static func date(_ number: Double) -> Date { Date(timeIntervalSinceReferenceDate: number) }

  func claim(_ depth: Int, _ chance: inout Chance) -> Claim {
    if depth > 0, chance.below(2) == 0 {
      let parts = (0..<(1 + chance.below(3))).map { _ in claim(depth - 1, &chance) }
      let predicates = parts.map(\.predicate)
      switch chance.below(3) {
      case 0:
        return Claim(NSCompoundPredicate(andPredicateWithSubpredicates: predicates)) { sample in
          parts.allSatisfy { $0.says(sample) }
        }
      case 1:
        return Claim(NSCompoundPredicate(orPredicateWithSubpredicates: predicates)) { sample in
          parts.contains { $0.says(sample) }
        }
      default:
        return Claim(NSCompoundPredicate(notPredicateWithSubpredicate: predicates[0])) {
          !parts[0].says($0)
        }
      }
    }
    if let workout, chance.below(12) == 0 {
      return Claim(HKQuery.predicateForObjects(from: workout), \.isInWorkout)
    }
    return chance.below(2) == 0 ? ofCall(&chance) : ofFormat(&chance)
  }

  private func ofCall(_ chance: inout Chance) -> Claim {
    let (type, _, holds) = chance.pick(Self.operators)
    switch chance.below(11) {
    case 0:
      let (from, to) = (Double(chance.below(20)), Double(chance.below(20)))
      let options = HKQueryOptions(rawValue: UInt(chance.below(4)))
      return Claim(
        HKQuery.predicateForSamples(
          withStart: Self.date(from), end: Self.date(to), options: options)
      ) { sample in
        if options.isEmpty { return sample.end >= from && sample.start < to }
        if options.contains(.strictStartDate), sample.start < from || sample.start >= to {
          return false
        }
        return !options.contains(.strictEndDate) || sample.end >= from && sample.end < to
      }
    case 1:
      let bound = Double(chance.below(5))
      return Claim(
        HKQuery.predicateForQuantitySamples(
          with: type, quantity: HKQuantity(unit: .pound(), doubleValue: bound))
      ) { $0.pounds.map { holds($0, bound) } ?? false }
    case 2:
      let bound = chance.below(6)
      return Claim(HKQuery.predicateForCategorySamples(with: type, value: bound)) {
        $0.category.map { holds(Double($0), Double(bound)) } ?? false
      }
    case 3:
      let bound = chance.below(3)
      return Claim(
        HKQuery.predicateForObjects(withMetadataKey: "n", operatorType: type, value: bound)
      ) { $0.number.map { holds(Double($0), Double(bound)) } ?? false }
    case 4:
      let key = chance.pick(["n", "t", "f", "none"])
      return Claim(HKQuery.predicateForObjects(withMetadataKey: key)) { sample in
        switch key {
        case "n": sample.number != nil
        case "t": sample.text != nil
        case "f": sample.flag != nil
        default: false
        }
      }
    case 5:
      let names: Set = [chance.pick(["a", "b"]), chance.pick(["b", "c"])]
      let sources = names.map { HKSource(bundleIdentifier: $0, name: "any") }
      return Claim(HKQuery.predicateForObjects(from: Set(sources))) {
        names.contains($0.source)
      }
    case 6:
      let name = chance.pick(["one", "two"])
      return Claim(
        HKQuery.predicateForObjects(
          withDeviceProperty: HKDevicePropertyKeyName, allowedValues: [name])
      ) { $0.device == name }
    case 7:
      let bound = Double(chance.below(5))
      return Claim(HKQuery.predicateForWorkouts(with: type, duration: bound)) {
        $0.duration.map { holds($0, bound) } ?? false
      }
    case 8:
      let bound = Double(chance.below(3))
      return Claim(
        HKQuery.predicateForWorkouts(
          with: type,
          totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: bound))
      ) { $0.energy.map { holds($0, bound) } ?? false }
    case 9:
      let texts: Set = [chance.pick(["x", "xy"]), chance.pick(["xy", "y"])]
      return Claim(
        HKQuery.predicateForObjects(withMetadataKey: "t", allowedValues: Array(texts))
      ) { $0.text.map(texts.contains) ?? false }
    default:
      let uuids = Set((0..<3).compactMap { _ in known.isEmpty ? nil : chance.pick(known).uuid })
      return Claim(HKQuery.predicateForObjects(with: uuids)) { uuids.contains($0.uuid) }
    }
  }

  private func ofFormat(_ chance: inout Chance) -> Claim {
    let number = Double(chance.below(20))
    let (_, name, holds) = chance.pick(Self.operators)
    let text = chance.pick(["x", "y", "xy"])
    switch chance.below(14) {
    case 0:
      return Claim(
        NSPredicate(format: "startDate \(name) %@", Self.date(number) as NSDate)
      ) { holds($0.start, number) }
    case 1:
      return Claim(NSPredicate(format: "%K != %@", "endDate", Self.date(number))) {
        $0.end != number
      }
    case 2:
      let bound = Int(number) % 3
      return Claim(NSPredicate(format: "metadata.n != %d", bound)) { $0.number != bound }
    case 3:
      return Claim(NSPredicate(format: "metadata.t BEGINSWITH %@", text)) {
        $0.text?.hasPrefix(text) ?? false
      }
    case 4:
      return Claim(NSPredicate(format: "metadata.f = nil OR metadata.f = YES")) { $0.flag ?? true }
    case 5:
      return Claim(
        NSPredicate(format: "metadata.t IN {'x', 'y'} AND device.name != nil")
      ) { ($0.text == "x" || $0.text == "y") && $0.device != nil }
    case 6:
      return Claim(
        NSPredicate(
          format: "endDate BETWEEN %@", [Self.date(number), Self.date(number + 5)])
      ) { $0.end >= number && $0.end <= number + 5 }
    case 7:
      return Claim(NSPredicate(format: "NOT metadata.t ENDSWITH[c] %@", text.uppercased())) {
        !($0.text?.hasSuffix(text) ?? false)
      }
    case 8:
      return Claim(
        NSPredicate(format: "source.bundleIdentifier = 'b' || device.model = 'm'")
      ) { $0.source == "b" || $0.model == "m" }
    case 9:
      let bound = HKQuantity(unit: .pound(), doubleValue: number)
      return Claim(NSPredicate(format: "quantity != %@ AND value != 2", bound)) {
        $0.pounds != number && $0.category != 2
      }
    case 10:
      let bound = number.truncatingRemainder(dividingBy: 5)
      return Claim(NSPredicate(format: "duration < %lf OR workoutType = 38", bound)) {
        $0.duration.map { $0 < bound } ?? false || $0.activity == 38
      }
    case 11:
      let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 1)
      return Claim(NSPredicate(format: "!(totalEnergyBurned >= %@)", energy)) {
        !($0.energy.map { $0 >= 1 } ?? false)
      }
    case 12:
      return Claim(NSPredicate(format: "metadata.t LIKE '*y' OR metadata.n > 1.5")) {
        $0.text?.hasSuffix("y") ?? false || $0.number == 2
      }
    default:
      return Claim(
        NSPredicate(block: { object, _ in
          guard let sample = object as? HKSample else { return false }
          return sample.endDate > Self.date(number)
        })
      ) { $0.end > number }
    }
  }
}
