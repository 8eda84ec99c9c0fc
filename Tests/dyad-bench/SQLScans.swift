internal import CalendarEdges
internal import HealthModel
internal import LocalStore
internal import SQLiteCore
internal import StoreAccess
internal import StoreTables
internal import SystemCore
internal import TestSupport

/// Questions in SQL that look at every sample, beside SQLite on a table of the same rows.
enum SQLScans {
  private static let questions = [
    ("sql-scan", "SELECT avg(value) FROM"),
    ("sql-filter", "SELECT avg(value) FROM # WHERE value > 100"),
  ]

  static func run(_ bench: Bench) async throws {
    let stores = try bench.stores()
    let folder = try stores.foreign.copy(beginning: Incarnation(rawValue: 2)).folder
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    let data = EmbeddedAccess(OwnerSession(store))
    let tables = try await StoreTables(data, in: .utc, zonesIn: TimeZoneRules.usualFolder)
    for (name, question) in questions {
      func sql(_ table: String) -> String {
        question.contains("#")
          ? question.split(separator: "#").joined(separator: table) : "\(question) \(table)"
      }
      let (mine, theirs) = (sql("heartRate"), sql("sample"))
      var figures: [(ours: Double, peer: Double)] = []
      for _ in 0..<bench.arguments.rounds {
        let (ours, found) = try await WorkThread.value("sql") {
          let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
          try connection.addTables { try tables.add(to: $0) }
          var answer: Double?
          let seconds = try Measure.seconds {
            answer = try connection.text(mine).flatMap(Double.init)
          }
          return (seconds, answer)
        }
        var answer: Double?
        let peer = try Measure.seconds { answer = try stores.rows.number(theirs) }
        guard let found, let answer, abs(found - answer) <= 1e-6 * abs(answer) else {
          throw BenchError("the answers to '\(mine)' differ")
        }
        figures.append((ours, peer))
      }
      bench.report.add(
        Figure(
          name, .milliseconds, ours: Measure.median(figures.map(\.ours)) * 1_000,
          peer: Measure.median(figures.map(\.peer)) * 1_000, goal: .times(1)))
    }
    try await store.close()
    // It is gone with its last use.
    withExtendedLifetime(folder) {}
  }
}
