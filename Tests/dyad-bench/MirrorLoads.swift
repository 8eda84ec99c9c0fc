internal import HealthModel
internal import LocalStore
internal import PostgresCore
internal import StoreAccess
internal import StoreMirror
internal import SystemCore
internal import TestSupport

/// A store brought to PostgreSQL, beside a bare COPY of the same rows into the same tables of the same server.
enum MirrorLoads {
  static func run(_ bench: Bench) async throws {
    let stores = try bench.stores()
    let folder = try stores.foreign.copy(beginning: Incarnation(rawValue: 2)).folder
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    let data = EmbeddedAccess(OwnerSession(store))
    guard let pair = bench.arguments.postgres else {
      throw BenchError("mirror-load has no server: --postgres is missing")
    }
    // They lie in the same folder.
    let folderOfTools = pair.split(separator: "/").dropLast().joined(separator: "/")
    let server = try await WorkThread.value("postgres") {
      try PostgresServer("/\(folderOfTools)/postgres-server", ["max_wal_size = 4GB"])
    }
    let count = Double(bench.arguments.size)
    var figures: [(ours: Double, peer: Double)] = []
    for _ in 0..<bench.arguments.rounds {
      let clock = ContinuousClock()
      let start = clock.now
      try await Mirror(of: data, at: server.address, subject: "bench").run(once: true)
      let ours = start.duration(to: clock.now) / .seconds(1)
      let peer = try await WorkThread.value("postgres") { try bare(server.address) }
      figures.append((count / ours / 1_000, count / peer / 1_000))
    }
    bench.report.add(
      Figure(
        "mirror-load", .samplesPerSecond, ours: Measure.median(figures.map(\.ours)),
        peer: Measure.median(figures.map(\.peer)), goal: .times(0.8)))
    try await WorkThread.value("postgres") { try server.stop() }
    try await store.close()
    withExtendedLifetime(folder) {}
  }

  /// How long the server takes for the rows that a mirror has brought, without the mirror; nothing is left there.
  private static func bare(_ address: String) throws -> Double {
    let connection = try PostgresConnection(address)
    var rows: [UInt8] = []
    try connection.copyOut(
      "COPY (SELECT * FROM dyad.samples) TO STDOUT (FORMAT binary)", to: "read the rows"
    ) { rows += $0 }
    try connection.run("TRUNCATE dyad.samples", to: "empty the table")
    let seconds = try Measure.seconds {
      try connection.copy("COPY dyad.samples FROM STDIN (FORMAT binary)", rows, to: "copy the rows")
    }
    try connection.run("DROP SCHEMA dyad CASCADE", to: "begin anew")
    return seconds
  }
}
