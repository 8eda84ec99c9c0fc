internal import HealthModel
internal import Testing

@testable internal import HealthKit  // A query's objects come from runs.
// The engine's own evaluation of columns, which a store makes behind its queries.
@testable internal import HealthStorage

/// Predicates of the API against the engine's columns and against plain words.
@Suite struct PredicatePropertyTests {
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

  private static func plain(_ sample: HKSample) -> PlainSample {
    let workout = sample as? HKWorkout
    return PlainSample(
      uuid: sample.uuid, start: sample.startDate.timeIntervalSinceReferenceDate,
      end: sample.endDate.timeIntervalSinceReferenceDate,
      pounds: (sample as? HKQuantitySample)?.quantity.doubleValue(for: .pound()),
      category: (sample as? HKCategorySample)?.value,
      activity: workout.map { Int($0.workoutActivityType.rawValue) }, duration: workout?.duration,
      energy: workout?.totalEnergyBurned?.doubleValue(for: .kilocalorie()),
      number: sample.metadata?["n"] as? Int, text: sample.metadata?["t"] as? String,
      flag: sample.metadata?["f"] as? Bool, source: sample.sourceRevision.source.bundleIdentifier,
      device: sample.device?.name, model: sample.device?.model)
  }

  /// The day, so that each tries something else.
  private static let seed = UInt64(Date().timeIntervalSince1970 / 86_400)

  @Test(arguments: [seed, seed &+ 1_000_000, 1, 2])
  func `objects, columns and plain words agree on what matches`(seed: UInt64) {
    var chance = Chance(seed: seed)
    for round in 0..<200 {
      let run = Self.run(round % 3, &chance)
      let samples = HKSample.views(of: run)
      let plain = samples.map(Self.plain)
      let claim = RandomClaims(known: plain).claim(3, &chance)
      let plan = PredicatePlan(claim.predicate)
      let told = Set(plan.engine.selection(in: run).rows)
      for (row, sample) in samples.enumerated() {
        let expected = claim.says(plain[row])
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
