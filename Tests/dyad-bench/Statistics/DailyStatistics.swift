internal import HealthModel
internal import TestSupport

/// Statistics by the day over ten million samples, beside DuckDB on the same rows.
enum DailyStatistics {
  private static let mostMegabytes = 64.0
  private static let goal = 3.0

  /// One source: a sum, and an average, a minimum and a maximum.
  static func run(_ bench: Bench) throws {
    try measure(.steps, "stats-daily-sum", bench)
    try measure(.rates, "stats-daily-range", bench)
  }

  /// Two sources that cover the same time.
  static func runTwoSources(_ bench: Bench) throws {
    try measure(.both, "stats-two-sources", bench)
  }

  private static func measure(
    _ kind: StatisticsRows.Kind, _ name: String, _ bench: Bench
  ) throws {
    let size = bench.arguments.statisticsSize
    let store = try OwnStore()
    let files = try TemporaryFolder()
    var rows = StatisticsRows(kind, seed: bench.arguments.seed)
    try rows.fill(store, files.path, count: size)
    let output = try ChildProcess.output(of: [
      "--statistics-child", kind.rawValue, "--store", store.folder.path, "--size", "\(size)",
      "--rounds", "\(bench.arguments.rounds)",
    ])
    let ours = try StatisticsMeasurement(output.split(separator: "\n"))
    let peer = try bench.arguments.duckdb.map { script in
      try StatisticsMeasurement(
        ofDuckDB: script, [kind.rawValue, files.path, "--rounds", "\(bench.arguments.rounds * 5)"])
    }
    try peer.map { try ours.checkSameAnswer(as: $0) }
    bench.report.add(
      Figure(
        name, .milliseconds, ours: ours.seconds * 1_000, peer: peer.map { $0.seconds * 1_000 },
        goal: .times(goal)))
    bench.report.add(
      Figure("\(name)-memory", .megabytes, ours: ours.peakMegabytes, goal: .atMost(mostMegabytes)))
  }
}
