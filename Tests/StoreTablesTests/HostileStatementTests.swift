internal import CalendarEdges
internal import HealthModel
internal import LocalStore
internal import SQLiteCore
internal import StoreAccess
internal import StoreTables
internal import SystemCore
internal import TestSupport
internal import Testing

/// Statements that want more than to read, typed to `dyad sql`: the folder of the store stays as it is, byte by byte.
@Suite(.timeLimit(.minutes(5))) struct HostileStatementTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The folder's files, those of the store included, by their names.
  private func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in folder.contents() {
      if name == "state" {
        for inner in TemporaryFolder.names(in: folder.file(name)) {
          files["state/" + inner] = try folder.read("state/" + inner)
        }
      } else {
        files[name] = try folder.read(name)
      }
    }
    return files
  }

  /// The names of files that differ between two looks at the folder.
  private static func changes(_ before: [String: [UInt8]], _ after: [String: [UInt8]]) -> [String] {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  /// A store of 40 samples in the folder, beside a database of somebody else.
  private func open() async throws -> (StoreTables, LocalStore) {
    let store = try await LocalStore.open(StoreLocation(folder: folder.file("state")))
    let data = EmbeddedAccess(OwnerSession(store))
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let samples = (0..<40).map { index in
      Sample(
        uuid: uuids.take(for: .stepCount), type: .stepCount, start: 788_918_400 + Double(index),
        end: 788_918_401 + Double(index), value: .quantity(Quantity(Double(index), .count)),
        source: SourceRevision(source: Source(bundleIdentifier: "a", name: "A"), version: nil))
    }
    try await data.save(samples.map { SampleRun($0) })
    try folder.write(Array("words\n".utf8), to: "words.txt")
    do {
      let other = try Connection(path: folder.file("other.db"), mode: .readWriteCreate)
      try other.execute("CREATE TABLE kept(a); INSERT INTO kept VALUES (1)")
    }
    return (try await StoreTables(data, in: .utc, zonesIn: TimeZoneRules.usualFolder), store)
  }

  /// What became of a script: how many rows it answered, and what stopped it.
  private struct Ending: Sendable {
    var rows = 0
    var failure: String?
  }

  /// Runs a script as `dyad sql` does.
  private static func run(_ script: String, on connection: borrowing Connection) -> Ending {
    var rest = script[...]
    var ending = Ending()
    do {
      while var statement = try connection.prepareFirst(of: &rest) {
        while try statement.step() {
          _ = try statement.values()
          ending.rows += 1
        }
      }
    } catch {
      ending.failure = error.detail
    }
    return ending
  }

  /// Statements that do more than read, or read more than the tables.
  private func hostile() -> [String] {
    let (store, other) = (folder.file("state/store.db"), folder.file("other.db"))
    let fresh = folder.file("made.db")
    return [
      "PRAGMA query_only = 0; ATTACH '\(store)' AS s; DELETE FROM s.block",
      "ATTACH '\(store)' AS s", "ATTACH '\(fresh)' AS s", "ATTACH 'file:\(fresh)?mode=rwc' AS s",
      "ATTACH ':memory:' AS s", "ATTACH '' AS s", "DETACH main", "VACUUM", "VACUUM INTO '\(fresh)'",
      "VACUUM main INTO '\(other)'", "EXPLAIN VACUUM INTO '\(fresh)'", "PRAGMA query_only",
      "PRAGMA query_only = 0", "PRAGMA temp_store = FILE", "PRAGMA temp_store_directory = '/'",
      "PRAGMA writable_schema = 1", "PRAGMA journal_mode = DELETE", "PRAGMA trusted_schema = 1",
      "PRAGMA table_info(stepCount)", "SELECT * FROM pragma_table_info('stepCount')",
      "SELECT * FROM pragma_database_list", "SELECT * FROM pragma_query_only",
      "SELECT * FROM dbstat", "CREATE TABLE t(a)", "CREATE TEMP TABLE t(a)",
      "CREATE TEMP TABLE t AS SELECT * FROM stepCount", "CREATE TABLE t AS SELECT * FROM stepCount",
      "CREATE VIEW v AS SELECT 1", "CREATE TEMP VIEW v AS SELECT 1",
      "CREATE TEMP TRIGGER r AFTER INSERT ON stepCount BEGIN SELECT 1; END",
      "CREATE VIRTUAL TABLE temp.t USING stepCount", "CREATE VIRTUAL TABLE t USING fts5(a)",
      "CREATE VIRTUAL TABLE t USING rtree(a, b, c)", "CREATE INDEX i ON stepCount(value)",
      "INSERT INTO stepCount VALUES (1)", "INSERT INTO sqlite_schema VALUES (1, 2, 3, 4, 5)",
      "UPDATE stepCount SET value = 1", "UPDATE sqlite_schema SET sql = ''",
      "DELETE FROM stepCount", "DELETE FROM sqlite_schema",
      "WITH x AS (SELECT 1) DELETE FROM sqlite_schema", "REPLACE INTO stepCount VALUES (1)",
      "DROP TABLE stepCount", "ALTER TABLE stepCount RENAME TO t", "ANALYZE",
      "BEGIN", "BEGIN EXCLUSIVE", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
      "SELECT load_extension('\(fresh)')", "SELECT load_extension('libc.so.6')",
      "SELECT fts3_tokenizer('simple')", "SELECT writefile('\(fresh)', 'x')",
      "SELECT readfile('\(folder.file("words.txt"))')", "SELECT edit('x', 'touch \(fresh)')",
      "SELECT sqlite_log(1, 'x')", "SELECT fts5(1)",
      "SELECT * FROM stepCount WHERE load_extension('\(fresh)')",
    ]
  }

  /// Statements that only read, of what a person asks.
  private static let harmless = [
    "SELECT count(*) FROM stepCount", "SELECT * FROM samples ORDER BY value DESC LIMIT 3",
    "SELECT type, samples FROM types", "SELECT * FROM sources", "SELECT name FROM sqlite_schema",
    "SELECT count(*), min(value), max(value), avg(value), total(value) FROM STEPCOUNT",
    "SELECT day, sum FROM daily('stepCount')", "VALUES (1), (2)", "SELECT 1; SELECT 2 -- two",
    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT * FROM n",
    "SELECT date(start), upper(source), coalesce(device, 'none') FROM stepCount GROUP BY 1",
    "SELECT row_number() OVER (ORDER BY start), lag(value) OVER (ORDER BY start) FROM stepCount",
    "SELECT value FROM json_each('[1,2]')", "SELECT '{\"a\":1}' ->> 'a', json_object('a', 1)",
    "SELECT a.value FROM stepCount a JOIN stepCount b ON a.uuid = b.uuid WHERE a.source LIKE 'a%'",
    "EXPLAIN QUERY PLAN SELECT * FROM stepCount", "EXPLAIN SELECT 1", "SELECT sqlite_version()",
    "SELECT current_timestamp, strftime('%Y', start) FROM stepCount LIMIT 1",
    "SELECT count(*) FILTER (WHERE value > 1), group_concat(DISTINCT source) FROM stepCount",
    "SELECT * FROM bodyMass UNION ALL SELECT * FROM bodyMass", "SELECT round(pi() * 2, 1), sqrt(4)",
  ]

  @Test
  func `every statement that does more than read is refused, and leaves the folder as it was`()
    async throws
  {
    let (tables, store) = try await open()
    let hostile = hostile()
    let before = try files()
    let endings = try await WorkThread.value("test.sql") {
      try hostile.map { script in
        let connection = try tables.connection()
        return Self.run(script, on: connection)
      }
    }
    for (script, ending) in zip(hostile, endings) {
      #expect(ending.failure != nil, "\(script) was not refused")
    }
    #expect(Self.changes(before, try files()) == [])
    #expect(
      try await store.samples(SampleQuery(.stepCount)).all().reduce(0) { $0 + $1.count } == 40)
    try await store.close()
  }

  @Test func `what only reads is answered, also after something was refused`() async throws {
    let (tables, store) = try await open()
    let endings = try await WorkThread.value("test.sql") {
      let connection = try tables.connection()
      return Self.harmless.map { script in
        _ = Self.run("PRAGMA query_only = 0; VACUUM", on: connection)
        return Self.run(script, on: connection)
      }
    }
    for (script, ending) in zip(Self.harmless, endings) {
      #expect(ending.failure == nil, "\(script): \(ending.failure ?? "")")
      #expect(ending.rows > 0 || script.contains("bodyMass"), "\(script) has no rows")
    }
    try await store.close()
  }

  /// A script of several statements, most of them hostile, some cut short or joined to another.
  private static func script(_ hostile: [String], _ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      let isHostile = Int.random(in: 0..<4, using: &generator) > 0
      var text = (isHostile ? hostile : harmless).randomElement(using: &generator) ?? "SELECT 1"
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: text = "EXPLAIN " + text
      case 1: text = "/* \(text) */ " + text
      case 2: text = "WITH y AS (SELECT * FROM stepCount) " + text
      case 3: text = text.lowercased()
      case 4: text = String(text.prefix(Int.random(in: 0...text.count, using: &generator)))
      case 5: text = "SELECT * FROM (\(text))"
      default: break
      }
      return text
    }.joined(separator: [";", ";\n", " ", "; --x\n"].randomElement(using: &generator) ?? ";")
  }

  @Test func `no script that chance puts together changes or makes a file`() async throws {
    var entropy = Entropy()
    let seed: UInt64 = entropy.next()
    let (tables, store) = try await open()
    let hostile = hostile()
    var generator = SeededGenerator(seed: seed)
    var before = try files()
    var counts = (answered: 0, refused: 0)
    for _ in 0..<40 {
      let scripts = (0..<50).map { _ in Self.script(hostile, &generator) }
      let endings = try await WorkThread.value("test.sql") {
        // One connection for all of them: what one script loosens, the next would use.
        let connection = try tables.connection()
        return scripts.map { Self.run($0, on: connection) }
      }
      counts.answered += endings.filter { $0.failure == nil }.count
      counts.refused += endings.filter { $0.failure != nil }.count
      let after = try files()
      #expect(Self.changes(before, after) == [], "seed \(seed): \(scripts)")
      before = after
    }
    #expect(counts.answered > 50 && counts.refused > 500, "\(counts), seed \(seed)")
    #expect(
      try await store.samples(SampleQuery(.stepCount)).all().reduce(0) { $0 + $1.count } == 40)
    try await store.close()
  }
}
