internal import HealthModel
internal import HealthStorage

/// How fast many samples become durable.
enum BulkSaves {
  static let samplesPerSave = 4_096
  /// As many samples as warm each side up.
  private static let warmUp = 20_480

  /// Against rows keyed by random UUIDs.
  static func run(_ bench: Bench) throws {
    let size = bench.arguments.size
    let seed = bench.arguments.seed
    _ = try own(.own, warmUp, seed)
    _ = try rows(warmUp, seed)
    var random: [Double] = []
    let result = try Measure.inTurn(rounds: bench.arguments.rounds) {
      random.append(try own(.random, size, seed))
      // Ours takes a tenth of the peer's time, in which one slow sync would tell too much.
      return Measure.median(try (0..<3).map { _ in try own(.own, size, seed) })
    } peer: {
      try rows(size, seed)
    }
    bench.report.add(
      Figure(
        "save-bulk", .samplesPerSecond, ours: result.ours, peer: result.peer, goal: .times(50)))
    bench.report.add(
      Figure(
        "save-bulk-random", .samplesPerSecond, ours: Measure.median(random), peer: result.peer))
  }

  /// Against bare columns.
  static func runLimit(_ bench: Bench) throws {
    let size = bench.arguments.size
    let seed = bench.arguments.seed
    _ = try own(.own, warmUp, seed)
    _ = try columns(warmUp, seed)
    // They are quick, so there can be more rounds.
    let result = try Measure.inTurn(rounds: bench.arguments.rounds * 3) {
      try own(.own, size, seed)
    } peer: {
      try columns(size, seed)
    }
    bench.report.add(
      Figure(
        "save-limit", .samplesPerSecond, ours: result.ours, peer: result.peer, goal: .times(1)))
  }

  /// Thousands of samples a second, with our own UUIDs.
  static func ownRate(_ count: Int, _ seed: UInt64) throws -> Double {
    try own(.own, count, seed)
  }

  private static func own(
    _ numbering: HeartRates.Numbering, _ count: Int, _ seed: UInt64
  ) throws -> Double {
    let store = try OwnStore()
    return try rate(numbering, count, seed, perSave: samplesPerSave) { run in
      try Measure.seconds { try store.commit(.save(Change.Save([run]))) }
    }
  }

  private static func rows(_ count: Int, _ seed: UInt64) throws -> Double {
    let store = try RowStore()
    return try rate(.random, count, seed, perSave: RowStore.rowsPerTransaction) { run in
      let uuids = run.uuidBytes
      return try Measure.seconds { try store.save(run, uuids: uuids) }
    }
  }

  private static func columns(_ count: Int, _ seed: UInt64) throws -> Double {
    let store = try ColumnStore()
    return try rate(.random, count, seed, perSave: samplesPerSave) { run in
      try Measure.seconds { try store.save(run) }
    }
  }

  /// Thousands of samples a second; only `save` is timed, not the making of samples.
  private static func rate(
    _ numbering: HeartRates.Numbering, _ count: Int, _ seed: UInt64, perSave: Int,
    save: (SampleRun) throws -> Double
  ) throws -> Double {
    var samples = try HeartRates(numbering, seed: seed)
    var left = count
    var seconds = 0.0
    while left > 0 {
      let run = try samples.next(min(left, perSave))
      left -= run.count
      seconds += try save(run)
    }
    return Double(count) / seconds / 1_000
  }
}
