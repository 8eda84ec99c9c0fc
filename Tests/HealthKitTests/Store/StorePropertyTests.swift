internal import Foundation
internal import HealthKit
internal import Testing

/// Queries of random stores against plain samples that are looked through one by one.
@Suite(.timeLimit(.minutes(5))) struct StorePropertyTests {
  private static let mass = HKQuantityType(.bodyMass)
  private static let sleep = HKCategoryType(.sleepAnalysis)
  private static let types: [HKSampleType] = [mass, sleep, .workoutType()]
  private static let units: [HKUnit] = [.gramUnit(with: .kilo), .pound(), .gram()]
  private static let inPounds = [1 / 0.453_592_37, 1, 0.001 / 0.453_592_37]

  /// A store in memory that three apps saved into, and the same in plain words.
  private struct World {
    var store: HKHealthStore
    var samples: [HKSampleType: [PlainSample]] = [:]
    var workout: HKWorkout?

    func claims(_ type: HKSampleType) -> RandomClaims {
      RandomClaims(known: samples[type] ?? [], workout: workout)
    }
  }

  private static func sample(
    _ type: HKSampleType, _ plain: inout PlainSample, _ chance: inout Chance
  ) -> HKSample {
    plain.start = Double(chance.below(20))
    plain.end = plain.start + Double(chance.below(4))
    let (start, end) = (RandomClaims.date(plain.start), RandomClaims.date(plain.end))
    var metadata: [String: Any] = [:]
    if chance.below(2) == 0 { plain.number = chance.below(3) }
    if chance.below(2) == 0 { plain.text = chance.pick(["x", "xy", "y"]) }
    if chance.below(3) == 0 { plain.flag = chance.below(2) == 0 }
    metadata["n"] = plain.number
    metadata["t"] = plain.text
    metadata["f"] = plain.flag
    plain.device = chance.pick([nil, "one", "two"])
    plain.model = plain.device == "two" ? "m" : nil
    let device = plain.device.map {
      HKDevice(
        name: $0, manufacturer: nil, model: plain.model, hardwareVersion: nil,
        firmwareVersion: nil, softwareVersion: nil, localIdentifier: nil,
        udiDeviceIdentifier: nil)
    }
    switch type {
    case mass:
      let (unit, value) = (chance.below(3), Double(chance.below(5)))
      plain.pounds = value * inPounds[unit]
      return HKQuantitySample(
        type: mass, quantity: HKQuantity(unit: units[unit], doubleValue: value), start: start,
        end: end, device: device, metadata: metadata)
    case sleep:
      let value = chance.below(6)
      plain.category = value
      return HKCategorySample(
        type: sleep, value: value, start: start, end: end, device: device, metadata: metadata)
    default:
      let (activity, duration) = (37 + chance.below(3), 1 + chance.below(4))
      (plain.activity, plain.duration) = (activity, Double(duration))
      if chance.below(2) == 0 { plain.energy = Double(chance.below(3)) }
      return HKWorkout(
        activityType: HKWorkoutActivityType(rawValue: UInt(activity)) ?? .other, start: start,
        end: end, duration: Double(duration),
        totalEnergyBurned: plain.energy.map { HKQuantity(unit: .kilocalorie(), doubleValue: $0) },
        totalDistance: nil, device: device, metadata: metadata)
    }
  }

  private static func world(_ chance: inout Chance) async throws -> World {
    let all = Set(types)
    let apps = ["a", "b", "c"].map { HKSource(bundleIdentifier: $0, name: $0.uppercased()) }
    let first = HKHealthStore(.inMemory, source: apps[0])
    let stores = [first] + apps.dropFirst().map { HKHealthStore(sharing: first, as: $0) }
    for store in stores { try await store.requestAuthorization(toShare: all, read: all) }
    var world = World(store: first)
    for type in types {
      // Saves of several sizes, so that rows lie in more than one place.
      for _ in 0..<(1 + chance.below(4)) {
        let app = chance.below(3)
        var saved: [HKSample] = []
        for _ in 0..<(1 + chance.below(30)) {
          var plain = PlainSample()
          let sample = sample(type, &plain, &chance)
          (plain.uuid, plain.source) = (sample.uuid, apps[app].bundleIdentifier)
          saved.append(sample)
          world.samples[type, default: []].append(plain)
        }
        try await stores[app].save(saved)
        guard type != .workoutType() else {
          world.workout = world.workout ?? saved.first as? HKWorkout
          continue
        }
        // Some go again.
        let gone = saved.filter { _ in chance.below(5) == 0 }
        guard !gone.isEmpty else { continue }
        try await stores[app].delete(gone)
        let uuids = Set(gone.map(\.uuid))
        world.samples[type]?.removeAll { uuids.contains($0.uuid) }
      }
    }
    if let workout = world.workout {
      var added: [HKSample] = []
      for type in [mass, sleep] as [HKSampleType] {
        for _ in 0..<5 {
          var plain = PlainSample(source: "a", isInWorkout: true)
          let sample = sample(type, &plain, &chance)
          // What is added to a workout has no device.
          (plain.uuid, plain.device, plain.model) = (sample.uuid, nil, nil)
          added.append(sample)
          world.samples[type, default: []].append(plain)
        }
      }
      try await first.addSamples(added, to: workout)
    }
    return world
  }

  /// An order by a key that plain samples have as well; what has no such value comes last.
  private struct Order {
    var descriptor: NSSortDescriptor
    var value: (PlainSample) -> Double

    init(_ chance: inout Chance) {
      let isAscending = chance.below(2) == 0
      let (key, told): (String, (PlainSample) -> Double?) =
        switch chance.below(5) {
        case 0: (HKSampleSortIdentifierStartDate, \.start)
        case 1: (HKSampleSortIdentifierEndDate, \.end)
        case 2: (HKWorkoutSortIdentifierDuration, \.duration)
        case 3: (HKWorkoutSortIdentifierTotalEnergyBurned, \.energy)
        // One that the engine has no column for.
        default: ("metadata.n", { $0.number.map(Double.init) })
        }
      descriptor = NSSortDescriptor(key: key, ascending: isAscending)
      value = { told($0).map { isAscending ? $0 : -$0 } ?? .infinity }
    }
  }

  /// The day, so that each tries something else.
  private static let seed = UInt64(Date().timeIntervalSince1970 / 86_400)

  @Test(arguments: [seed, seed &+ 1_000_000, 3, 4])
  func `queries answer what plain samples say`(seed: UInt64) async throws {
    var chance = Chance(seed: seed)
    for round in 0..<12 {
      let world = try await Self.world(&chance)
      for _ in 0..<40 {
        let type = chance.pick(Self.types)
        let claim = world.claims(type).claim(3, &chance)
        let all = world.samples[type] ?? []
        let orders = (0..<chance.below(3)).map { _ in Order(&chance) }
        let limit = chance.pick([0, 0, 1, 3, 10, 1_000])
        let found = try await world.store.samples(
          type, claim.predicate, limit: limit, sort: orders.map(\.descriptor))
        let mistake = Self.mistake(
          found.map(\.uuid), of: all.filter(claim.says), among: all, orders, limit)
        guard mistake == nil else {
          Issue.record("seed \(seed), round \(round): \(mistake ?? "") \(claim.predicate)")
          return
        }
        let changes = try await HKAnchoredObjectQueryDescriptor(
          predicates: [.sample(type: type, predicate: claim.predicate)], anchor: nil
        ).result(for: world.store)
        #expect(
          Set(changes.addedSamples.map(\.uuid)) == Set(all.filter(claim.says).map(\.uuid)),
          "seed \(seed), round \(round): changes, \(claim.predicate)")
      }
    }
  }

  /// What is wrong with an answer; `nil` where nothing is.
  private static func mistake(
    _ found: [UUID], of matching: [PlainSample], among all: [PlainSample], _ orders: [Order],
    _ limit: Int
  ) -> String? {
    let count = limit == 0 ? matching.count : min(limit, matching.count)
    guard found.count == count else { return "\(found.count) samples in place of \(count)" }
    let uuids = Set(found)
    guard uuids.count == found.count else { return "one comes twice" }
    guard uuids.isSubset(of: matching.map(\.uuid)) else { return "one does not match" }
    let byUUID = Dictionary(uniqueKeysWithValues: all.map { ($0.uuid, $0) })
    let values = found.compactMap { uuid in byUUID[uuid].map { one in orders.map { $0.value(one) } }
    }
    // Those that are alike may come in any order, but nothing that comes later may be left out for them.
    let expected = matching.map { one in orders.map { $0.value(one) } }
      .sorted { $0.lexicographicallyPrecedes($1) }.prefix(count)
    guard values != Array(expected) else { return nil }
    return "in order of \(orders.map(\.descriptor)) they come as \(values) and not \(expected)"
  }

  @Test(arguments: [seed, 5]) func `what matches is deleted, and nothing else`(
    seed: UInt64
  ) async throws {
    var chance = Chance(seed: seed)
    for round in 0..<15 {
      let world = try await Self.world(&chance)
      let type = chance.pick([Self.mass, Self.sleep] as [HKSampleType])
      let claim = world.claims(type).claim(2, &chance)
      let all = world.samples[type] ?? []
      // An app deletes what it saved alone.
      let going = all.filter { $0.source == "a" && claim.says($0) }
      let count = try await world.store.deleteObjects(of: type, predicate: claim.predicate)
      #expect(count == going.count, "seed \(seed), round \(round): \(claim.predicate)")
      let left = Set(all.map(\.uuid)).subtracting(going.map(\.uuid))
      #expect(
        Set(try await world.store.samples(type).map(\.uuid)) == left,
        "seed \(seed), round \(round): \(claim.predicate)")
    }
  }
}
