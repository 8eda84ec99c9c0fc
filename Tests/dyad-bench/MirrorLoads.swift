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
    let server = try await server(bench)
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

  /// The same store again and again, each time of another subject, in turn with a bare COPY of its rows: the last ones
  /// of both.
  static func growth(_ bench: Bench) async throws {
    let folder = try bench.stores().foreign.copy(beginning: Incarnation(rawValue: 2)).folder
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    let data = EmbeddedAccess(OwnerSession(store))
    let server = try await server(bench)
    let count = Double(bench.arguments.size) / 1_000
    var rates: [(ours: Double, bare: Double)] = []
    for subject in 0..<subjectsOfGrowth {
      let clock = ContinuousClock()
      let start = clock.now
      try await Mirror(of: data, at: server.address, subject: "p\(subject)").run(once: true)
      let ours = start.duration(to: clock.now) / .seconds(1)
      let bare = try await WorkThread.value("postgres") {
        try bareAgain(server.address, subject)
      }
      rates.append((count / ours, count / bare))
    }
    for (name, part) in [("mirror-growth-first", rates[1..<4]), ("mirror-growth", rates.suffix(3))]
    {
      bench.report.add(
        Figure(
          name, .samplesPerSecond, ours: Measure.median(part.map(\.ours)),
          peer: Measure.median(part.map(\.bare)), goal: .times(0.8)))
    }
    try await WorkThread.value("postgres") { try server.stop() }
    try await store.close()
    withExtendedLifetime(folder) {}
  }

  /// How long the server takes for the rows of a subject as those of one that it does not know.
  private static func bareAgain(_ address: String, _ subject: Int) throws -> Double {
    let connection = try PostgresConnection(address)
    let fresh = SampleUUID(high: UInt64(subject), low: 1).bytes
    var rows: [UInt8] = []
    try connection.copyOut(
      """
      COPY (SELECT * FROM dyad.samples WHERE subject =
        (SELECT subject FROM dyad.subjects WHERE name = 'p\(subject)')) TO STDOUT (FORMAT binary)
      """, to: "read the rows"
    ) { row in
      let place = row.count - 2 > 0 && rows.isEmpty ? 19 + 6 : 6
      var row = row
      // The end of the rows has no cells.
      if row.count > place + 16 { row.replaceSubrange(place..<place + 16, with: fresh) }
      rows += row
    }
    return try Measure.seconds {
      try connection.copy("COPY dyad.samples FROM STDIN (FORMAT binary)", rows, to: "copy the rows")
    }
  }

  private static let subjectsOfGrowth = 10

  /// A thousand stores and one process: all of them, then all of them with nothing new, then only their files.
  static func subjects(_ bench: Bench) async throws {
    let template = try bench.stores().foreign
    let folder = try TemporaryFolder()
    for number in 0..<subjectCount {
      let place = StoreLocation(folder: folder.file("p\(number)"))
      try FileSystem.createFolder(place.folder)
      let copy = try template.copy(beginning: Incarnation(rawValue: 2)).folder
      try FileSystem.createFile(
        place.database, try FileSystem.readFile(copy.file("store.db"), atMost: 1 << 30))
    }
    let members = (0..<subjectCount).map { number in
      let place = StoreLocation(folder: folder.file("p\(number)"))
      return MirrorFleet.Member(
        "p\(number)", files: [place.database, "\(place.database)-wal"]
      ) { body in
        let store = try await LocalStore.open(place)
        try await body(EmbeddedAccess(OwnerSession(store)))
        try await store.close()
      }
    }
    let server = try await server(bench)
    var choices = Mirror.Choices()
    choices.clock = WallClock { WallClock.system.now + 100 }
    choices.spread = MirrorSpread(parts: 8)
    let fleet = MirrorFleet(
      at: server.address, connections: 4, every: .zero, choices, of: { members }, { _ in })
    func round() async throws -> Double {
      let clock = ContinuousClock()
      let start = clock.now
      guard try await fleet.run(once: true) == 0 else { throw BenchError("a store failed") }
      return start.duration(to: clock.now) / .seconds(1)
    }
    let all = try await round()
    let looked = try await round()
    let idle = try await round()
    let samples = Double(subjectCount * bench.arguments.size)
    bench.report.add(
      Figure("mirror-subjects", .samplesPerSecond, ours: samples / all / 1_000))
    bench.report.add(
      Figure(
        "mirror-subjects-again", .milliseconds, ours: looked * 1_000 / Double(subjectCount)))
    bench.report.add(Figure("mirror-subjects-idle", .milliseconds, ours: idle * 1_000))
    try await WorkThread.value("postgres") { try server.stop() }
  }

  private static let subjectCount = 1_000

  private static func server(_ bench: Bench) async throws -> PostgresServer {
    guard let pair = bench.arguments.postgres else {
      throw BenchError("the mirror has no server: --postgres is missing")
    }
    // They lie in the same folder.
    let folderOfTools = pair.split(separator: "/").dropLast().joined(separator: "/")
    return try await WorkThread.value("postgres") {
      try PostgresServer("/\(folderOfTools)/postgres-server", ["max_wal_size = 4GB"])
    }
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
