internal import PostgresCore

// The parts that samples are spread among; only PostgreSQL itself is asked for them.
extension MirrorSchema {
  /// The parts of the table of samples.
  struct Parts: Hashable, Sendable {
    /// How many there are; none where the table has no parts.
    private(set) var count = 0
    /// The foreign server of each part, where parts are elsewhere.
    private(set) var servers: [String] = []

    /// A table without parts.
    init() {}

    /// Those that are to be made.
    init(_ spread: MirrorSpread?) {
      guard let spread else { return }
      count = spread.parts
      guard !spread.servers.isEmpty else { return }
      servers = (0..<count).map { spread.servers[$0 % spread.servers.count] }
    }

    /// Those that there are.
    init(_ connection: borrowing PostgresConnection) throws {
      let operation = "look at the parts of the mirror"
      let known = try connection.rows("SELECT max(spread) FROM dyad.schema_version", to: operation)
      count = known.first?.first?.flatMap { Int($0) } ?? 0
      guard count > 0 else { return }
      let rows = try connection.rows(
        """
        SELECT s.srvname, substr(c.relname, 9) FROM pg_foreign_table f
        JOIN pg_foreign_server s ON s.oid = f.ftserver JOIN pg_class c ON c.oid = f.ftrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'dyad'
        """, to: operation)
      servers = rows.sorted { Int($0[1] ?? "") ?? 0 < Int($1[1] ?? "") ?? 0 }.compactMap { $0[0] }
    }

    /// Whether they are on other servers.
    var areForeign: Bool { !servers.isEmpty }

    private static let columns = ", PRIMARY KEY (subject, type, start_at, uuid)"
    private static let index = "(subject, uuid)"

    /// The key in the table of all; where the parts are elsewhere, each has its own.
    var key: String { areForeign ? "" : Self.columns }

    var clause: String { count > 0 ? " PARTITION BY HASH (subject)" : "" }

    var indexes: [String] {
      areForeign
        ? [] : ["CREATE INDEX IF NOT EXISTS samples_uuid ON dyad.samples \(Self.index)"]
    }

    /// What makes a part where it is.
    fileprivate func statements(for part: Int) -> [String] {
      let name = "dyad.samples_\(part)"
      let make = "CREATE TABLE IF NOT EXISTS"
      let rest = "\(make) \(name)_other PARTITION OF \(name) DEFAULT"
      guard areForeign else {
        return [
          """
          \(make) \(name) PARTITION OF dyad.samples
          FOR VALUES WITH (MODULUS \(count), REMAINDER \(part)) PARTITION BY RANGE (start_at)
          """, rest,
        ]
      }
      return [
        "CREATE SCHEMA IF NOT EXISTS dyad",
        """
        \(make) \(name) (\(MirrorSchema.columns)\(Self.columns))
        PARTITION BY RANGE (start_at)
        """,
        "CREATE INDEX IF NOT EXISTS samples_\(part)_uuid ON \(name) \(Self.index)", rest,
      ]
    }
  }

  /// Where rows wait for their way to other servers, which take many at a time from a query and one from `COPY`.
  static let stage = "pg_temp.dyad_samples"

  /// Makes the place where rows wait, which ends with the connection.
  static func makeStage(_ connection: borrowing PostgresConnection) throws {
    try connection.run(
      "CREATE TEMPORARY TABLE dyad_samples (LIKE dyad.samples) ON COMMIT DELETE ROWS",
      to: "make room for samples on their way")
  }

  /// Makes a part.
  static func makePart(
    _ part: Int, _ parts: Parts, _ connection: borrowing PostgresConnection
  ) throws {
    for statement in parts.statements(for: part) {
      try run(statement, for: part, parts, connection)
    }
    guard parts.areForeign else { return }
    try make(
      """
      CREATE FOREIGN TABLE IF NOT EXISTS dyad.samples_\(part) PARTITION OF dyad.samples
      FOR VALUES WITH (MODULUS \(parts.count), REMAINDER \(part)) SERVER \(quoted(parts.servers[part]))
      OPTIONS (schema_name 'dyad', table_name 'samples_\(part)', batch_size '5000', fetch_size '10000')
      """, connection, "make a part of the mirror")
  }

  /// The first and the last month of which samples have a part of their own; what lies outside shares one.
  static let months = 1970 * 12..<2100 * 12

  /// Makes the parts that samples of a month go to.
  ///
  /// - Parameters:
  ///   - month: Counted from the year 0.
  ///   - parts: Among which subjects are spread.
  ///   - connection: No transaction is open.
  /// - Throws: What the server says.
  static func makeMonth(
    _ month: Int, _ parts: Parts, _ connection: borrowing PostgresConnection
  ) throws {
    let text = { (month: Int) in
      let number = month % 12 + 1
      return "\(month / 12)-\(number < 10 ? "0" : "")\(number)"
    }
    for part in 0..<parts.count {
      try run(
        """
        CREATE TABLE IF NOT EXISTS dyad.samples_\(part)_\(text(month).replacing("-", with: "_"))
        PARTITION OF dyad.samples_\(part)
        FOR VALUES FROM ('\(text(month))-01 00:00:00+00') TO ('\(text(month + 1))-01 00:00:00+00')
        """, for: part, parts, connection)
    }
  }

  /// Runs a statement where a part is; dblink knows the same servers as foreign tables do.
  private static func run(
    _ statement: String, for part: Int, _ parts: Parts,
    _ connection: borrowing PostgresConnection
  ) throws {
    let operation = "make room for samples"
    guard parts.areForeign else { return try make(statement, connection, operation) }
    do {
      _ = try connection.rows(
        "SELECT dblink_exec($1, $2)",
        [parts.servers[part], "SET client_min_messages = warning; \(statement)"], to: operation)
    } catch {
      // As where it is made here.
      guard error.code == .duplicate else { throw error }
    }
  }

  private static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
