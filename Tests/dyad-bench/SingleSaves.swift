internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport

/// How fast single samples become durable, saved by one writer and by several at once.
enum SingleSaves {
  /// As many saves as each writer makes in a round.
  private static let savesPerWriter = 1_000
  private static let writers = 8

  static func run(_ bench: Bench) async throws {
    let seed = bench.arguments.seed
    _ = try await own(writers: 1, seed)
    _ = try alone(seed)
    let one = try await Measure.inTurn(rounds: bench.arguments.rounds * 3) {
      try await own(writers: 1, seed)
    } peer: {
      try alone(seed)
    }
    bench.report.add(
      Figure("save-single-1", .savesPerSecond, ours: one.ours, peer: one.peer, goal: .times(1)))
    let many = try await Measure.inTurn(rounds: bench.arguments.rounds) {
      try await own(writers: writers, seed)
    } peer: {
      try await shared(seed)
    }
    bench.report.add(
      Figure("save-single-8", .savesPerSecond, ours: many.ours, peer: many.peer, goal: .times(3)))
  }

  private static func own(writers: Int, _ seed: UInt64) async throws -> Double {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.file("store")))
    return try await withTaskExecutorPreference(store.savers) {
      try await rate(writers: writers, .own, seed) { run in
        try await store.commit(.save(Change.Save([run])))
      }
    }
  }

  private static func shared(_ seed: UInt64) async throws -> Double {
    let rows = RowActor(try RowStore())
    return try await rate(writers: writers, .random, seed) { run in try await rows.save(run) }
  }

  /// The peer's one writer calls SQLite itself, without a thread between.
  private static func alone(_ seed: UInt64) throws -> Double {
    let rows = try RowStore()
    var samples = try HeartRates(.random, seed: seed)
    var seconds = 0.0
    for _ in 0..<savesPerWriter {
      let run = try samples.next(1)
      let uuid = run.uuidBytes
      seconds += try Measure.seconds { try rows.save(run, uuids: uuid) }
    }
    return Double(savesPerWriter) / seconds
  }

  /// Saves a second of all writers together.
  private static func rate(
    writers: Int, _ numbering: HeartRates.Numbering, _ seed: UInt64,
    save: @escaping @Sendable (SampleRun) async throws -> Void
  ) async throws -> Double {
    var parts: [[SampleRun]] = []
    for writer in 0..<writers {
      var samples = try HeartRates(numbering, seed: seed &+ UInt64(writer) &* 7_919)
      parts.append(try (0..<savesPerWriter).map { _ in try samples.next(1) })
    }
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingTaskGroup { group in
      for part in parts {
        group.addTask { for run in part { try await save(run) } }
      }
      try await group.waitForAll()
    }
    return Double(writers * savesPerWriter) / Measure.seconds(start.duration(to: clock.now))
  }
}
