internal import CalendarEdges
internal import HealthModel
internal import LocalStore
internal import SQLiteCore
internal import StoreAccess
internal import StoreTables
internal import SystemCore
internal import TestSupport

/// Questions in SQL that look at every sample, beside SQLite on a table of the same rows and DuckDB on a file of them.
enum SQLScans {
  /// One question, as each is asked it.
  private struct Question {
    let name: String
    let ours: String
    let sqlite: String
    let duckdb: String

    /// A question with `#` for the table and `%` for the day of a row.
    init(_ name: String, _ text: String) {
      func asked(of table: String, day: String) -> String {
        text.split(separator: "#").joined(separator: table).split(separator: "%").joined(
          separator: day)
      }
      self.name = name
      ours = asked(of: "heartRate", day: "substr(start, 1, 10)")
      sqlite = asked(of: "sample", day: "date(start + \(Instant.secondsFrom1970), 'unixepoch')")
      duckdb = asked(of: "sample", day: "CAST(floor(began / 86400) AS INTEGER)")
    }
  }

  private static let questions = [
    Question("sql-scan", "SELECT avg(value) FROM # "),
    Question("sql-filter", "SELECT avg(value) FROM # WHERE value > 100"),
    Question(
      "sql-days", "SELECT sum(a) FROM (SELECT % AS day, avg(value) AS a FROM # GROUP BY day)"),
  ]

  static func run(_ bench: Bench) async throws {
    let stores = try bench.stores()
    let folder = try stores.foreign.copy(beginning: Incarnation(rawValue: 2)).folder
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    let data = EmbeddedAccess(OwnerSession(store))
    let tables = try await StoreTables(data, in: .utc, zonesIn: TimeZoneRules.usualFolder)
    let files = try TemporaryFolder()
    if bench.arguments.duckdb != nil { try writeRows(bench.arguments, to: files.path) }
    for question in questions {
      let duckdb = try bench.arguments.duckdb.map { script in
        try StatisticsMeasurement(
          ofDuckDB: script,
          [
            "sql", files.path, "--question", question.duckdb, "--rounds",
            "\(bench.arguments.rounds)",
          ])
      }
      var figures: [(ours: Double, peer: Double)] = []
      for _ in 0..<bench.arguments.rounds {
        let (ours, found) = try await WorkThread.value("sql") {
          let connection = try tables.connection()
          var answer: Double?
          let seconds = try Measure.seconds {
            answer = try connection.text(question.ours).flatMap(Double.init)
          }
          return (seconds, answer)
        }
        var answer: Double?
        let peer = try Measure.seconds { answer = try stores.rows.number(question.sqlite) }
        for answer in [answer] + (duckdb.map { [$0.answer] } ?? []) {
          guard let found, let answer, abs(found - answer) <= 1e-6 * abs(answer) else {
            throw BenchError("the answers to '\(question.ours)' differ")
          }
        }
        figures.append((ours, peer))
      }
      let ours = Measure.median(figures.map(\.ours)) * 1_000
      let peer = Measure.median(figures.map(\.peer)) * 1_000
      bench.report.add(
        Figure(question.name, .milliseconds, ours: ours, peer: peer, goal: .times(1)))
      guard let duckdb else { continue }
      bench.report.add(
        Figure(
          "\(question.name)-duckdb", .milliseconds, ours: ours, peer: duckdb.seconds * 1_000,
          goal: .times(1 / 3)))
    }
    try await store.close()
    // It is gone with its last use.
    withExtendedLifetime(folder) {}
  }

  /// Writes what `FilledStores` saves for DuckDB.
  private static func writeRows(_ arguments: Arguments, to folder: String) throws {
    var rates = try HeartRates(.random, seed: arguments.seed)
    for first in stride(from: 0, to: arguments.size, by: BulkSaves.samplesPerSave) {
      let run = try rates.next(min(BulkSaves.samplesPerSave, arguments.size - first))
      guard case .quantity(let values, _) = run.payload else { continue }
      let lines = values.indices.map { row in
        "\(run.starts[row] * 1_000),\(run.ends[row] * 1_000),\(values[row]),0\n"
      }
      try FileSystem.createFile("\(folder)/rows-\(first).csv", Array(lines.joined().utf8))
    }
  }
}
