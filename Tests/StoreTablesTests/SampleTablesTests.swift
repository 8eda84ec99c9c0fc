internal import CalendarEdges
internal import HealthModel
internal import LocalStore
internal import SQLiteCore
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import StoreTables

/// What tables say of a store, beside plain tables that hold the same rows.
@Suite struct SampleTablesTests {
  private static let types: [ObjectType] = [.heartRate, .bodyMass, .sleepAnalysis, .workout]

  private static let perMinute = Unit.remembered("count/min") ?? .count
  private static let perSecond = Unit.remembered("count/s") ?? .count

  /// Samples near each other, in several units, with dates that rounding moves.
  private static func samples(_ generator: inout SeededGenerator) -> [Sample] {
    var uuids = UUIDSequence(using: &generator)
    let base = 788_918_400.0
    return (0..<400).map { _ in
      let type = types.randomElement(using: &generator) ?? .heartRate
      let steps = Double(Int.random(in: 0..<40, using: &generator))
      let start =
        base + steps * 21_600
        + ([0, 0, 0.25, 0.9999999, 1e-7].randomElement(using: &generator) ?? 0)
      let number = Double(Int.random(in: 40..<60, using: &generator))
      let value: Sample.Value =
        switch type {
        case .heartRate:
          .quantity(
            Bool.random(using: &generator)
              ? Quantity(number, perMinute) : Quantity(number / 60, perSecond))
        case .bodyMass:
          .quantity(
            Bool.random(using: &generator)
              ? Quantity(number, .pound) : Quantity(number, .gram(.kilo)))
        case .sleepAnalysis: .category(Int64.random(in: 0...2, using: &generator))
        default: .object(.workout(Workout(activity: 37, duration: number)))
        }
      let app = Int.random(in: 0..<3, using: &generator)
      return Sample(
        uuid: uuids.take(for: type), type: type, start: start, end: start + number, value: value,
        source: SourceRevision(
          source: Source(bundleIdentifier: "app.\(app)", name: app == 0 ? "Watch" : "App"),
          version: nil),
        device: nil, metadata: app == 1 ? ["HKWasUserEntered": .bool(true)] : [:])
    }
  }

  /// Lends a connection with the tables, on a thread that may wait for them.
  private static func asking<Value: Sendable>(
    _ tables: StoreTables, _ body: @escaping @Sendable (borrowing Connection) throws -> Value
  ) async throws -> Value {
    try await WorkThread.value("test.sql") {
      let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
      try connection.addTables { try tables.add(to: $0) }
      return try body(connection)
    }
  }

  private static func rows(_ tables: StoreTables, _ sql: String) async throws -> [[SQLValue]] {
    try await asking(tables) { (connection: borrowing Connection) throws in
      try rows(connection, sql)
    }
  }

  private static func tables(_ samples: [Sample]) async throws -> (StoreTables, LocalStore) {
    let store = try await LocalStore.openInMemory()
    let data = EmbeddedAccess(OwnerSession(store))
    try await data.save(samples.map { SampleRun($0) })
    // Of blocks some rows are gone.
    try await data.delete(samples.prefix(9).map(\.uuid))
    return (try await StoreTables(data, in: .utc, zonesIn: TimeZoneRules.usualFolder), store)
  }

  /// Makes the store read blocks anew: what it has decoded already comes whole, whatever is needed of it.
  private static func dropCaches(of store: LocalStore) throws {
    let feed = Feed<Void> { put in
      await store.dropCaches()
      await put(())
    }
    defer { feed.close() }
    try feed.next()
  }

  private static func rows(_ connection: borrowing Connection, _ sql: String) throws -> [[SQLValue]]
  {
    var statement = try connection.prepare(sql)
    var rows: [[SQLValue]] = []
    while try statement.step() { rows.append(try statement.values()) }
    return rows
  }

  private static func condition(_ generator: inout SeededGenerator, _ hasValue: Bool) -> String {
    let comparison = ["=", "<", "<=", ">", ">="].randomElement(using: &generator) ?? "="
    let day = Int.random(in: 1...11, using: &generator)
    let date = "2026-01-\(day < 10 ? "0" : "")\(day)"
    let dates = [
      date, date + "T06:00:00Z", date + "T06:00:00.250Z", date + " 06:00:00",
      date + " 06:00:00.250", "2026", "2026-01",
      "x",
    ]
    switch Int.random(in: 0..<(hasValue ? 10 : 8), using: &generator) {
    case 0: return "start \(comparison) '\(dates.randomElement(using: &generator) ?? date)'"
    case 1: return "\"end\" \(comparison) '\(dates.randomElement(using: &generator) ?? date)'"
    case 2:
      let unix = 1_767_225_600.0 + Double(Int.random(in: 0..<40, using: &generator)) * 21_600
      return "start_unix \(comparison) \(unix + (Bool.random(using: &generator) ? 0.25 : 0))"
    case 3: return "bundle = 'app.\(Int.random(in: 0..<4, using: &generator))'"
    case 4: return "source = '\(["Watch", "App", "watch"].randomElement(using: &generator) ?? "")'"
    case 5: return "start \(comparison) \(Int.random(in: 0...1, using: &generator))"
    case 6: return "bundle IN ('app.0', 'app.2', 'none')"
    case 7:
      return "(\(condition(&generator, hasValue)) OR \(condition(&generator, hasValue)))"
    case 8: return "value \(comparison) \(Int.random(in: 0..<60, using: &generator))"
    default: return "value \(comparison) \(Double.random(in: 18..<60, using: &generator))"
    }
  }

  /// Questions to which a store gave another answer than a plain table, and how many rows were found.
  private static func differences(
    _ connection: borrowing Connection, _ store: LocalStore, _ generator: inout SeededGenerator
  ) throws -> (questions: [String], rows: Int) {
    let names = ["heartRate", "bodyMass", "sleepAnalysis", "workout", "samples"]
    for name in names {
      try connection.execute(
        "CREATE TABLE plain_\(name) AS SELECT *, start_unix, end_unix FROM \"\(name)\"")
    }
    var questions: [String] = []
    var count = 0
    for _ in 0..<250 {
      let name = names.randomElement(using: &generator) ?? "samples"
      var parts = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        condition(&generator, name != "workout")
      }
      if name == "samples", Bool.random(using: &generator) { parts.append("type = 'bodyMass'") }
      let filter = parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
      let orders = ["start", "start_unix DESC", "\"end\" DESC", "uuid"]
      let order = orders.randomElement(using: &generator) ?? "start"
      let limit =
        Bool.random(using: &generator)
        ? " LIMIT \(Int.random(in: 0..<20, using: &generator)) OFFSET 2" : ""
      let columns =
        "uuid, start, \"end\", start_unix, end_unix, source, bundle, metadata"
        + (name == "workout" ? ", seconds" : ", value")
      // Where several are equal, which of them come first is nobody's promise.
      let key = order.prefix { $0 != " " }
      // Where few columns are looked at, no others are read.
      let few = ["value", "start", "end_unix", "source", "version", "device", "uuid", "metadata"]
        .filter { $0 != "value" || name != "workout" }.shuffled(using: &generator)
        .prefix(Int.random(in: 1...3, using: &generator)).joined(separator: ", ")
      let asked = [
        (columns, "uuid"), (String(key), order + limit), (few, few),
        (name == "workout" ? "count(*)" : "count(*), min(value), max(start)", "1"),
      ]
      for (selected, ending) in asked {
        func question(_ table: String) -> String {
          "SELECT \(selected) FROM \"\(table)\"\(filter) ORDER BY \(ending)"
        }
        let expected = try rows(connection, question("plain_\(name)"))
        try dropCaches(of: store)
        if try rows(connection, question(name)) != expected {
          questions.append(question(name))
        }
        count += expected.count
      }
    }
    return (questions, count)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a question finds in a store what it finds in a plain table`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let (tables, store) = try await Self.tables(Self.samples(&generator))
    let next = generator.next()
    let found = try await Self.asking(tables) { (connection: borrowing Connection) throws in
      var generator = SeededGenerator(seed: next)
      return try Self.differences(connection, store, &generator)
    }
    #expect(found.questions == [])
    #expect(found.rows > 4_000)
  }

  @Test func `one sample is found by its UUID, whatever else is there`() async throws {
    var generator = SeededGenerator(seed: 7)
    let samples = Self.samples(&generator)
    let (tables, _) = try await Self.tables(samples)
    for sample in samples.dropFirst(9).prefix(10) {
      for table in [sample.type.name, "samples"] {
        let found = try await Self.rows(
          tables, "SELECT bundle FROM \(table) WHERE uuid = '\(sample.uuid)'")
        #expect(found == [[.text(sample.source.source.bundleIdentifier)]])
      }
    }
    // SQLite reads the table once for each part, and tells by the key what it has had.
    let (first, second) = (samples[20].uuid, samples[21].uuid)
    let either = try await Self.rows(
      tables,
      """
      SELECT count(*) FROM samples WHERE uuid = '\(first)' OR (uuid = '\(second)' AND start > '2000')
      OR (uuid = '\(first)' AND start > '2000')
      """)
    #expect(either == [[.integer(2)]])
    for word in ["x", "00000000-0000-0000-0000-000000000000"] {
      let found = try await Self.rows(tables, "SELECT 1 FROM samples WHERE uuid = '\(word)'")
      #expect(found.isEmpty)
    }
  }

  @Test func `all values of a type are in one unit, the chosen one first`() async throws {
    let data = EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
    var generator = SeededGenerator(seed: 1)
    let samples = Self.samples(&generator).filter { $0.type == .bodyMass }
    try await data.save(samples.map { SampleRun($0) })
    try await data.setPreferredUnit(.pound, of: .bodyMass)
    let tables = try await StoreTables(data, in: .utc, zonesIn: TimeZoneRules.usualFolder)
    #expect(
      try await Self.rows(tables, "SELECT DISTINCT unit FROM bodyMass") == [[.text("lb")]])
    // Pounds, nothing, and kilograms.
    for (range, isThere) in [("40 AND 60", 1), ("61 AND 87", 0), ("88 AND 133", 1)]
      as [(String, Int64)]
    {
      let found = try await Self.rows(
        tables, "SELECT count(*) > 10 FROM bodyMass WHERE value BETWEEN \(range)")
      #expect(found == [[.integer(isThere)]], "\(range)")
    }
  }

  @Test func `days are those of the engine`() async throws {
    let data = EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
    var generator = SeededGenerator(seed: 3)
    var uuids = UUIDSequence(using: &generator)
    // Two sources that cover the same hour, and one over midnight.
    let base = 788_918_400.0
    for (start, steps, app) in [
      (base + 3_600, 100.0, "a"), (base + 3_600, 90, "b"), (base + 84_600, 60, "a"),
    ] {
      let sample = Sample(
        uuid: uuids.take(for: .stepCount), type: .stepCount, start: start, end: start + 3_600,
        value: .quantity(Quantity(steps, .count)),
        source: SourceRevision(source: Source(bundleIdentifier: app, name: app), version: nil),
        device: nil, metadata: [:])
      try await data.save([SampleRun(sample)])
    }
    try await data.setSourceOrder(["a", "b"], of: .stepCount)
    let tables = try await StoreTables(data, in: .utc, zonesIn: TimeZoneRules.usualFolder)
    #expect(
      try await Self.rows(tables, "SELECT day, sum, unit FROM daily('stepCount')") == [
        [.text("2026-01-01"), .number(130), .text("count")],
        [.text("2026-01-02"), .number(30), .text("count")],
      ])
    #expect(
      try await Self.rows(tables, "SELECT day, steps FROM summaries WHERE day > '2026-01-01'") == [
        [.text("2026-01-02"), .number(30)]
      ])
    let joined = """
      SELECT types.type, day FROM types JOIN daily(types.type, 'Pacific/Kiritimati')
      WHERE types.type = 'stepCount' AND day = '2026-01-02'
      """
    #expect(
      try await Self.rows(tables, joined) == [[.text("stepCount"), .text("2026-01-02")]])
    for (sql, words) in [
      ("SELECT * FROM daily", "daily needs a type"), ("SELECT * FROM daily('x')", "no type x"),
      ("SELECT * FROM daily('sleepAnalysis')", "no quantities"),
      ("SELECT * FROM daily('stepCount', 'Nowhere')", "Nowhere"),
    ] {
      let error = await #expect(throws: SQLiteError.self) { try await Self.rows(tables, sql) }
      #expect(error?.detail.contains(words) == true, "\(sql)")
    }
  }
}
