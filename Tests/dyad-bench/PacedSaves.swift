internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport

/// How long single saves take while a thousand come a second, whether that stays so, and what each
/// writes.
enum PacedSaves {
  private static let pace = Duration.milliseconds(1)
  /// As many saves as the bytes are counted over: enough for merges and checkpoints to take part.
  private static let countedSaves = 20_000

  static func run(_ bench: Bench) async throws {
    let seed = bench.arguments.seed
    let seconds = bench.arguments.latencySeconds
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.file("store")))
    let own = try await latencies(.own, seconds, seed) { run in
      _ = try await store.commit(.save(Change.Save([run])))
    }
    let rows = RowActor(try RowStore())
    let peer = try await latencies(.random, seconds, seed) { run in try await rows.save(run) }
    for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
      bench.report.add(
        Figure(
          "save-single-latency-\(name)", .microseconds, ours: Measure.quantile(share, of: own),
          peer: Measure.quantile(share, of: peer)))
    }
    // The peer of the second half is the first; two times slower is the most.
    let half = own.count / 2
    bench.report.add(
      Figure(
        "save-single-latency-flat", .microseconds,
        ours: Measure.quantile(0.99, of: Array(own[half...])),
        peer: Measure.quantile(0.99, of: Array(own[..<half])), goal: .times(0.5)))
    try writtenBytes(bench)
  }

  private static func latencies(
    _ numbering: HeartRates.Numbering, _ seconds: Int, _ seed: UInt64,
    save: (SampleRun) async throws -> Void
  ) async throws -> [Double] {
    var samples = try HeartRates(numbering, seed: seed)
    var latencies: [Double] = []
    let clock = ContinuousClock()
    let start = clock.now
    var due = start
    while start.duration(to: due) < .seconds(seconds) {
      let run = try samples.next(1)
      // A save that took too long is no reason to hurry afterwards.
      due = max(due + pace, clock.now)
      try await clock.sleep(until: due, tolerance: .zero)
      let begin = clock.now
      try await save(run)
      latencies.append(Measure.seconds(begin.duration(to: clock.now)) * 1e6)
    }
    return latencies
  }

  private static func writtenBytes(_ bench: Bench) throws {
    let ownFiles = try FaultVFS(remembersSyncs: false)
    let rowFiles = try FaultVFS(remembersSyncs: false)
    var own = try HeartRates(.own, seed: bench.arguments.seed)
    var random = try HeartRates(.random, seed: bench.arguments.seed)
    do {
      let store = try OwnStore(vfs: ownFiles.name)
      for _ in 0..<countedSaves { try store.commit(.save(Change.Save([own.next(1)]))) }
      let rows = try RowStore(vfs: rowFiles.name)
      for _ in 0..<countedSaves {
        let run = try random.next(1)
        try rows.save(run, uuids: run.uuidBytes)
      }
    }
    let files: [(String, FaultVFS.File)] = [("log", .log), ("database", .database)]
    for (name, file) in files {
      bench.report.add(
        Figure(
          "save-single-\(name)-bytes", .bytesPerSave,
          ours: Double(ownFiles.bytesWritten(to: file)) / Double(countedSaves),
          peer: Double(rowFiles.bytesWritten(to: file)) / Double(countedSaves)))
    }
  }
}
