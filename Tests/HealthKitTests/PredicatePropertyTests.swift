internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import HealthKit  // A query's objects come from runs.
// The engine's own evaluation of columns, which a store makes behind its queries.
@testable internal import HealthStorage

/// Predicates of the API against the engine's columns and against plain objects.
@Suite struct PredicatePropertyTests {
  /// A predicate with what it says of a plain object, in the test's own words.
  private struct Claim {
    var predicate: NSPredicate
    var says: (HKSample) -> Bool
  }

  private struct Chance {
    var generator: SeededGenerator

    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
  }

  private static let sources = ["a", "b", "c"].map {
    EngineRevision(
      source: EngineSource(bundleIdentifier: $0, name: $0.uppercased()),
      version: $0 == "c" ? nil : "1")
  }
  private static let devices: [EngineDevice?] = [
    nil, EngineDevice([.name: "one"]), EngineDevice([.name: "two", .model: "m"]),
  ]
  private static let units: [EngineUnit] = [.gram(.kilo), .pound, .gram()]

  private static func run(_ kind: Int, _ chance: inout Chance) -> SampleRun {
    let type: ObjectType = [.bodyMass, .sleepAnalysis, .workout][kind]
    var run: SampleRun?
    for row in 0..<40 {
      let start = Double(chance.below(20))
      let value: Sample.Value =
        switch kind {
        case 0: .quantity(EngineQuantity(Double(chance.below(5)), chance.pick(units)))
        case 1: .category(Int64(chance.below(6)))
        default:
          .object(
            .workout(
              Workout(
                activity: Int64(37 + chance.below(3)), duration: Double(chance.below(5)),
                totalEnergyBurned: chance.below(2) == 0
                  ? nil : EngineQuantity(Double(chance.below(3)), .kilocalorie))))
        }
      var metadata: Metadata = [:]
      if chance.below(2) == 0 { metadata["n"] = .integer(Int64(chance.below(3))) }
      if chance.below(2) == 0 { metadata["t"] = .string(chance.pick(["x", "xy", "y"])) }
      if chance.below(3) == 0 { metadata["f"] = .bool(chance.below(2) == 0) }
      let sample = Sample(
        uuid: SampleUUID(high: 1, low: UInt64(row)), type: type, start: start,
        end: start + Double(chance.below(4)), value: value, source: chance.pick(sources),
        device: chance.pick(devices), metadata: metadata)
      if run == nil { run = SampleRun(sample) } else { run?.append(sample) }
    }
    guard let run else { preconditionFailure("forty rows") }
    return run
  }

  private typealias Order = @Sendable (Double, Double) -> Bool

  private static let operators: [(NSComparisonPredicate.Operator, Order)] = [
    (.lessThan, { $0 < $1 }), (.lessThanOrEqualTo, { $0 <= $1 }), (.greaterThan, { $0 > $1 }),
    (.greaterThanOrEqualTo, { $0 >= $1 }), (.equalTo, { $0 == $1 }), (.notEqualTo, { $0 != $1 }),
  ]

  private static func date(_ number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(number))
  }

  private static func claim(_ depth: Int, _ chance: inout Chance) -> Claim {
    if depth > 0, chance.below(2) == 0 {
      let parts = (0..<(1 + chance.below(3))).map { _ in claim(depth - 1, &chance) }
      switch chance.below(3) {
      case 0:
        return Claim(
          predicate: NSCompoundPredicate(
            andPredicateWithSubpredicates: parts.map(\.predicate)),
          says: { sample in parts.allSatisfy { $0.says(sample) } })
      case 1:
        return Claim(
          predicate: NSCompoundPredicate(
            orPredicateWithSubpredicates: parts.map(\.predicate)),
          says: { sample in parts.contains { $0.says(sample) } })
      default:
        let part = parts[0]
        return Claim(
          predicate: NSCompoundPredicate(notPredicateWithSubpredicate: part.predicate),
          says: { !part.says($0) })
      }
    }
    return chance.below(2) == 0 ? ofCall(&chance) : ofFormat(&chance)
  }

  private static func ofCall(_ chance: inout Chance) -> Claim {
    let (type, holds) = chance.pick(operators)
    switch chance.below(9) {
    case 0:
      let (from, to) = (date(chance.below(20)), date(chance.below(20)))
      let options = HKQueryOptions(rawValue: UInt(chance.below(4)))
      return Claim(
        predicate: HKQuery.predicateForSamples(withStart: from, end: to, options: options),
        says: { sample in
          var says = true
          if options.contains(.strictStartDate) {
            says = says && sample.startDate >= from && sample.startDate < to
          }
          if options.contains(.strictEndDate) {
            says = says && sample.endDate >= from && sample.endDate < to
          }
          return options.isEmpty ? sample.endDate >= from && sample.startDate < to : says
        })
    case 1:
      let bound = HKQuantity(unit: .pound(), doubleValue: Double(chance.below(5)))
      return Claim(
        predicate: HKQuery.predicateForQuantitySamples(with: type, quantity: bound),
        says: { sample in
          guard let quantity = (sample as? HKQuantitySample)?.quantity else { return false }
          return holds(quantity.doubleValue(for: .pound()), bound.doubleValue(for: .pound()))
        })
    case 2:
      let bound = chance.below(6)
      return Claim(
        predicate: HKQuery.predicateForCategorySamples(with: type, value: bound),
        says: { ($0 as? HKCategorySample).map { holds(Double($0.value), Double(bound)) } ?? false })
    case 3:
      let bound = chance.below(3)
      return Claim(
        predicate: HKQuery.predicateForObjects(
          withMetadataKey: "n", operatorType: type, value: bound),
        says: { ($0.metadata?["n"] as? Double).map { holds($0, Double(bound)) } ?? false })
    case 4:
      let key = chance.pick(["n", "t", "f", "none"])
      return Claim(
        predicate: HKQuery.predicateForObjects(withMetadataKey: key),
        says: { $0.metadata?[key] != nil })
    case 5:
      let names = Set([chance.pick(["a", "b"]), chance.pick(["b", "c"])])
      let wanted = Set(
        sources.filter { names.contains($0.source.bundleIdentifier) }.map { HKSource($0.source) })
      return Claim(
        predicate: HKQuery.predicateForObjects(from: wanted),
        says: { names.contains($0.source.bundleIdentifier) })
    case 6:
      let values: Set = [chance.pick(["one", "two"])]
      return Claim(
        predicate: HKQuery.predicateForObjects(
          withDeviceProperty: HKDevicePropertyKeyName, allowedValues: values),
        says: { $0.device?.name.map(values.contains) ?? false })
    case 7:
      let bound = Double(chance.below(5))
      return Claim(
        predicate: HKQuery.predicateForWorkouts(with: type, duration: bound),
        says: { ($0 as? HKWorkout).map { holds($0.duration, bound) } ?? false })
    default:
      let bound = HKQuantity(unit: .kilocalorie(), doubleValue: Double(chance.below(3)))
      return Claim(
        predicate: HKQuery.predicateForWorkouts(with: type, totalEnergyBurned: bound),
        says: { sample in
          (sample as? HKWorkout)?.totalEnergyBurned.map {
            holds($0.doubleValue(for: .kilocalorie()), bound.doubleValue(for: .kilocalorie()))
          } ?? false
        })
    }
  }

  private static func ofFormat(_ chance: inout Chance) -> Claim {
    let number = chance.below(20)
    switch chance.below(7) {
    case 0:
      return Claim(
        predicate: NSPredicate(format: "startDate >= %@", date(number) as NSDate),
        says: { $0.startDate >= date(number) })
    case 1:
      return Claim(
        predicate: NSPredicate(format: "%K != %@", "endDate", date(number)),
        says: { $0.endDate != date(number) })
    case 2:
      return Claim(
        predicate: NSPredicate(format: "metadata.n != %d", number % 3),
        says: { ($0.metadata?["n"] as? Int) != number % 3 })
    case 3:
      let text = chance.pick(["x", "y", "xy"])
      return Claim(
        predicate: NSPredicate(format: "metadata.t BEGINSWITH %@", text),
        says: { ($0.metadata?["t"] as? String)?.hasPrefix(text) ?? false })
    case 4:
      return Claim(
        predicate: NSPredicate(format: "metadata.f = nil OR metadata.f = YES"),
        says: { ($0.metadata?["f"] as? Bool) ?? true })
    case 5:
      return Claim(
        predicate: NSPredicate(format: "metadata.t IN {'x', 'y'} AND device.name != nil"),
        says: {
          ["x", "y"].contains($0.metadata?["t"] as? String) && $0.device?.name != nil
        })
    default:
      return Claim(
        predicate: NSPredicate(block: { object, _ in
          (object as? HKSample).map { $0.endDate.timeIntervalSinceReferenceDate > Double(number) }
            ?? false
        }),
        says: { $0.endDate > date(number) })
    }
  }

  /// The day, so that each tries something else.
  private static let seed = UInt64(Date().timeIntervalSince1970 / 86_400)

  @Test(arguments: [seed, seed &+ 1_000_000, 1, 2])
  func `objects, columns and plain words agree on what matches`(seed: UInt64) {
    var chance = Chance(generator: SeededGenerator(seed: seed))
    for round in 0..<150 {
      let run = Self.run(round % 3, &chance)
      let claim = Self.claim(3, &chance)
      let plan = PredicatePlan(claim.predicate)
      let told = Set(plan.engine.selection(in: run).rows)
      for (row, sample) in HKSample.views(of: run).enumerated() {
        let expected = claim.says(sample)
        let said = claim.predicate.evaluate(with: sample)
        let found = told.contains(row) && plan.rest?.evaluate(with: sample) ?? true
        guard expected == said, expected == found else {
          Issue.record(
            """
            seed \(seed), round \(round), row \(row): words \(expected), objects \(said), \
            engine and rest \(found): \(plan.engine)
            """)
          return
        }
      }
    }
  }
}
