internal import HealthKit
internal import TestSupport

/// What Apple's API costs beside the engine that it stands on, and beside lines of JSON as tests mock a store.
enum HealthKitCosts {
  /// How the API may stand to the engine: where it makes objects, and where it makes none.
  private static let withObjects = 1.0 / 3
  private static let without = 1 / 1.5
  private static let beat = HKUnit(from: "count/min")

  private static func run(
    _ bench: Bench, _ body: (HKHealthStore, EngineStore, Int) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let store = HKHealthStore(
      at: URL(fileURLWithPath: folder.file("api")), permissions: .allowing)
    let type = HKQuantityType(.heartRate)
    try await store.requestAuthorization(toShare: [type], read: [type])
    let engine = try await EngineStore(folder.file("engine"))
    try await body(store, engine, bench.arguments.size)
    try await engine.close()
  }

  /// Objects as apps make them, a heart rate every five seconds.
  private static func objects(_ rates: [EngineStore.Rate]) -> [HKQuantitySample] {
    let type = HKQuantityType(.heartRate)
    return rates.map { rate in
      let date = Date(timeIntervalSinceReferenceDate: rate.date)
      return HKQuantitySample(
        type: type, quantity: HKQuantity(unit: beat, doubleValue: rate.value), start: date,
        end: date)
    }
  }

  private static func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    return Measure.seconds(try await clock.measure(body)) * 1e3
  }

  /// Saves of 100,000 samples at once, which is about as many as one save may have; making the objects is not timed.
  static func save(_ bench: Bench) async throws {
    let count = min(100_000, bench.arguments.size)
    try await run(bench) { store, engine, _ in
      var rates = RateSequence(seed: bench.arguments.seed)
      let (ours, peer) = try await Measure.inTurn(rounds: bench.arguments.rounds) {
        let samples = objects(rates.next(count))
        return try await milliseconds { try await store.save(samples) }
      } peer: {
        let run = try engine.run(of: rates.next(count))
        return try await milliseconds { try await engine.save(run) }
      }
      let name = "healthkit-save-\(count)"
      bench.report.add(
        Figure(name, .milliseconds, ours: ours, peer: peer, goal: .times(withObjects)))
      let lines = try JSONLines()
      let told = objects(rates.next(count))
      bench.report.add(
        Figure(
          "\(name)-json", .milliseconds, ours: ours,
          peer: try await milliseconds {
            try lines.append(told.map(JSONLines.Line.init))
          }))
    }
  }

  /// Questions to a store of all samples.
  static func query(_ bench: Bench) async throws {
    try await run(bench) { store, engine, count in
      let rates = RateSequence(seed: bench.arguments.seed).first(count)
      let samples = objects(rates)
      for start in stride(from: 0, to: count, by: 100_000) {
        let part = start..<min(count, start + 100_000)
        try await store.save(Array(samples[part]))
        try await engine.save(try engine.run(of: Array(rates[part])))
      }
      let lines = try JSONLines()
      try lines.append(samples.map(JSONLines.Line.init))
      let rounds = bench.arguments.rounds
      let type = HKQuantityType(.heartRate)
      let all = HKSamplePredicate.quantitySample(type: type)
      func add(
        _ name: String, _ goal: Double, ours: () async throws -> Void,
        peer: () async throws -> Void, json: (() throws -> Void)? = nil
      ) async throws {
        let (own, other) = try await Measure.inTurn(rounds: rounds) {
          try await milliseconds(ours)
        } peer: {
          try await milliseconds(peer)
        }
        bench.report.add(
          Figure(name, .milliseconds, ours: own, peer: other, goal: .times(goal)))
        guard let json else { return }
        bench.report.add(
          Figure(
            "\(name)-json", .milliseconds, ours: own, peer: try await milliseconds { try json() }))
      }
      try await add("healthkit-query-\(count)", withObjects) {
        let found = try await HKSampleQueryDescriptor(predicates: [all], sortDescriptors: [])
          .result(for: store)
        try Queries.expect(found.count, atLeast: count)
      } peer: {
        try Queries.expect(try await engine.count(), atLeast: count)
      } json: {
        try Queries.expect(try lines.all().count, atLeast: count)
      }
      let year = HKQuery.predicateForSamples(
        withStart: samples[0].startDate, end: samples[0].startDate + 365 * 86_400)
      var day = DateComponents(day: 1)
      day.calendar = Calendar(identifier: .gregorian)
      day.timeZone = .gmt
      try await add("healthkit-stats-year", without) {
        let days = try await HKStatisticsCollectionQueryDescriptor(
          predicate: .quantitySample(type: type, predicate: year), options: .discreteAverage,
          anchorDate: samples[0].startDate, intervalComponents: day
        ).result(for: store)
        try Queries.expect(days.statistics().count, atLeast: min(365, count / 17_280))
      } peer: {
        try Queries.expect(
          try await engine.days(from: rates[0].date, count: 365),
          atLeast: min(365, count / 17_280))
      }
      let last = min(1_000, count)
      let place = try await HKAnchoredObjectQueryDescriptor(
        predicates: [all], anchor: nil, limit: count - last
      ).result(for: store).newAnchor
      let anchor = try await engine.anchor(before: last)
      try await add("healthkit-anchored-tail", withObjects) {
        let changes = try await HKAnchoredObjectQueryDescriptor(predicates: [all], anchor: place)
          .result(for: store)
        try Queries.expect(changes.addedSamples.count, atLeast: last)
      } peer: {
        try Queries.expect(try await engine.changes(since: anchor), atLeast: last)
      }
    }
  }
}

/// A store as tests mock it: a line of JSON for each sample.
private struct JSONLines {
  struct Line: Codable {
    var uuid: UUID
    var start: Date
    var end: Date
    var value: Double

    init(_ sample: HKQuantitySample) {
      uuid = sample.uuid
      (start, end) = (sample.startDate, sample.endDate)
      value = sample.quantity.doubleValue(for: HKUnit(from: "count/min"))
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { URL(fileURLWithPath: folder.file("samples.jsonl")) }

  func append(_ lines: [Line]) throws {
    let encoder = JSONEncoder()
    var data = Data()
    for line in lines {
      data += try encoder.encode(line)
      data.append(UInt8(ascii: "\n"))
    }
    try data.write(to: file)
  }

  func all() throws -> [Line] {
    let decoder = JSONDecoder()
    return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Line.self, from: $0)
    }
  }
}
