internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport

/// What was reached on each day of a year, beside as many samples as are asked for.
enum ActivityYears {
  private static let days = 365
  private static let secondsPerDay = 86_400.0
  private static let firstDay = 8_035
  private static let rowsPerSave = 4_096
  private static let questions = 11

  static func run(_ bench: Bench) async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.file("store")))
    var generator = bench.generator(9)
    var uuids = UUIDSequence(using: &generator)
    // Ten years, of which the last is asked for: energy, steps and distance in equal parts, minute by minute or so, and
    // hours of standing.
    let parts: [(ObjectType, Unit)] = [
      (.activeEnergyBurned, .kilocalorie), (.stepCount, .count),
      (.distanceWalkingRunning, .meter()), (.appleExerciseTime, .minute),
    ]
    let each = bench.arguments.size / parts.count
    let length = Double(10 * days) * secondsPerDay
    let first = Double(firstDay + days - 10 * days) * secondsPerDay
    for (type, unit) in parts {
      var row = 0
      while row < each {
        var run = SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
        for index in row..<min(row + rowsPerSave, each) {
          let start = first + length * Double(index) / Double(each)
          run.append(
            Sample(
              uuid: uuids.take(for: type), type: type, start: start, end: start + 30,
              value: .quantity(Quantity(Double(index % 50), unit)), source: source))
        }
        try await store.commit(.save(Change.Save([run])))
        row += run.count
      }
    }
    try await store.commit(.save(Change.Save(standing(&uuids))))
    try await store.maintain()
    let edges = (0...days).map { Double(firstDay + $0) * secondsPerDay }
    let owner = OwnerSession(store)
    var milliseconds: [Double] = []
    for _ in 0..<questions {
      let begin = ContinuousClock.now
      let found = try await owner.activitySummaries(from: firstDay, edges: edges) ?? []
      milliseconds.append(Measure.seconds(begin.duration(to: .now)) * 1e3)
      guard found.count == days, found.allSatisfy({ $0.move > 0 && $0.stand == 12 }) else {
        throw BenchError("not every day has something")
      }
    }
    bench.report.add(
      Figure(
        "activity-year", .milliseconds, ours: Measure.median(milliseconds), goal: .atMost(10)))
    try await store.close()
  }

  private static let source = SourceRevision(
    source: Source(bundleIdentifier: "bench.watch", name: "Watch"))

  /// Twelve hours of each day.
  private static func standing(_ uuids: inout UUIDSequence) -> [SampleRun] {
    var runs: [SampleRun] = []
    var run = SampleRun(empty: .appleStandHour, like: .category([]))
    for day in 0..<days {
      for hour in 8..<20 {
        let start = Double(firstDay + day) * secondsPerDay + Double(hour) * 3_600
        run.append(
          Sample(
            uuid: uuids.take(for: .appleStandHour), type: .appleStandHour, start: start,
            end: start + 3_600, value: .category(0), source: source))
        if run.count == rowsPerSave {
          runs.append(run)
          run = SampleRun(empty: .appleStandHour, like: .category([]))
        }
      }
    }
    return runs + (run.isEmpty ? [] : [run])
  }
}
