internal import PostgresCore

/// The tables of a mirror.
///
/// Every key begins with the subject, so that engines that spread tables over machines can do so by it. Statements are
/// of what PostgreSQL, Citus, CockroachDB and YugabyteDB have in common, but for the partitions, which only
/// PostgreSQL is asked for.
enum MirrorSchema {
  /// The version of the tables that this program writes.
  static let version = 3

  /// Makes what is not there, a statement at a time.
  ///
  /// - Parameters:
  ///   - connection: To the database; no transaction is open.
  ///   - spread: Over what the samples of all subjects are spread, where the tables are made.
  /// - Throws: `MirrorFailure` where the tables are of a newer version; what the server says.
  static func prepare(_ connection: borrowing PostgresConnection, _ spread: MirrorSpread) throws {
    while true {
      do {
        return try prepareOnce(connection, spread)
      } catch let error as PostgresError where error.code == .inTheWay {
        // Somebody else makes the same tables, and is through.
      }
    }
  }

  private static func prepareOnce(
    _ connection: borrowing PostgresConnection, _ spread: MirrorSpread
  ) throws {
    let operation = "prepare the tables of the mirror"
    try connection.run("SET client_min_messages = warning", to: operation)
    // Where they are made, nobody needs the right to make any.
    if try !isBegun(connection) {
      try make("CREATE SCHEMA IF NOT EXISTS dyad", connection, operation)
      try make(
        "CREATE TABLE IF NOT EXISTS dyad.schema_version (version int4 PRIMARY KEY, spread int4 NOT NULL)",
        connection, operation)
    }
    if let version = try knownVersion(connection) {
      if version < Self.version { try renew(connection, from: version) }
      return
    }
    let isPartitioned = try partitions(connection)
    guard isPartitioned || spread.servers.isEmpty else {
      throw MirrorFailure(
        "spread samples over servers: this engine spreads tables by itself",
        advice: "Leave out --servers.")
    }
    let parts = Parts(isPartitioned ? spread : nil)
    for statement in tables(parts) { try make(statement, connection, operation) }
    for part in 0..<parts.count { try makePart(part, parts, connection) }
    // Last, so that tables that were half made are made again.
    try connection.run(
      "INSERT INTO dyad.schema_version VALUES (\(Self.version), \(parts.count)) ON CONFLICT DO NOTHING",
      to: operation)
  }

  /// Makes something that is not there, unless somebody else makes it at the same moment.
  static func make(
    _ statement: String, _ connection: borrowing PostgresConnection, _ operation: String
  ) throws {
    do {
      try connection.run(statement, to: operation)
    } catch {
      // Where PostgreSQL looks, and where it makes, are two moments.
      guard error.code == .duplicate else { throw error }
    }
  }

  /// The version that the tables have; `nil` before they are made.
  private static func knownVersion(_ connection: borrowing PostgresConnection) throws -> Int? {
    let known = try connection.rows(
      "SELECT max(version) FROM dyad.schema_version", to: "read the version of the tables")
    let version = known.first?.first?.flatMap { Int($0) }
    guard let version, version > Self.version else { return version }
    throw MirrorFailure(
      "use the mirror: its tables are of version \(version), and this program knows \(Self.version)",
      advice: "Update dyad.")
  }

  /// Whether there are tables to read.
  ///
  /// - Throws: `MirrorFailure` where they are of another version.
  static func isPresent(_ connection: borrowing PostgresConnection) throws -> Bool {
    guard try isBegun(connection), let version = try knownVersion(connection) else { return false }
    guard version == Self.version else {
      throw MirrorFailure(
        "use the mirror: its tables are of version \(version), and this program's of \(Self.version)",
        advice: "'dyad mirror --once' brings them up to date.")
    }
    return true
  }

  /// Brings tables of an older version up to date, as often as that is begun.
  private static func renew(
    _ connection: borrowing PostgresConnection, from version: Int
  ) throws {
    let operation = "renew the tables of the mirror"
    for statement in additions + views { try make(statement, connection, operation) }
    // What belongs to workouts was not told before: each mirror compares once, and brings it.
    if version < 2 { try connection.run("UPDATE dyad.positions SET anchor = ''", to: operation) }
    try connection.run(
      """
      INSERT INTO dyad.schema_version SELECT \(Self.version), max(spread) FROM dyad.schema_version
      ON CONFLICT DO NOTHING
      """, to: operation)
  }

  /// Whether somebody has begun to make the tables.
  static func isBegun(_ connection: borrowing PostgresConnection) throws -> Bool {
    try !connection.rows(
      """
      SELECT 1 FROM information_schema.tables
      WHERE table_schema = 'dyad' AND table_name = 'schema_version'
      """, to: "look for the tables of the mirror"
    ).isEmpty
  }

  /// Whether the server is PostgreSQL itself, and no engine that spreads tables in a way of its own.
  private static func partitions(_ connection: borrowing PostgresConnection) throws -> Bool {
    let operation = "ask the server what it is"
    let version = try connection.rows("SELECT version()", to: operation).first?.first ?? nil
    guard let version, version.hasPrefix("PostgreSQL"), !version.contains("-YB-") else {
      return false
    }
    return try connection.rows(
      "SELECT 1 FROM pg_extension WHERE extname IN ('citus', 'timescaledb')", to: operation
    ).isEmpty
  }

  private static func tables(_ parts: Parts) -> [String] {
    [
      "CREATE TABLE IF NOT EXISTS dyad.subjects (subject uuid PRIMARY KEY, name text NOT NULL UNIQUE)",
      """
      CREATE TABLE IF NOT EXISTS dyad.positions (
        subject uuid PRIMARY KEY, epoch int8 NOT NULL, anchor text NOT NULL, told_at timestamptz)
      """,
      """
      CREATE TABLE IF NOT EXISTS dyad.types (
        type int4 PRIMARY KEY, name text NOT NULL UNIQUE, unit text)
      """,
      """
      CREATE TABLE IF NOT EXISTS dyad.sources (
        subject uuid, source int4, bundle text NOT NULL, name text NOT NULL, version text,
        PRIMARY KEY (subject, source))
      """,
      """
      CREATE TABLE IF NOT EXISTS dyad.devices (
        subject uuid, device int4, name text, manufacturer text, model text, hardware_version text,
        firmware_version text, software_version text, local_identifier text, udi text,
        PRIMARY KEY (subject, device))
      """,
      """
      CREATE TABLE IF NOT EXISTS dyad.samples (
        \(columns)\(parts.key))\(parts.clause)
      """,
    ] + parts.indexes + additions + views
  }

  /// Those of the table of samples.
  static let columns = """
    subject uuid NOT NULL, type int4 NOT NULL, start_at timestamptz NOT NULL, uuid uuid NOT NULL,
    end_at timestamptz NOT NULL, value double precision, given double precision, unit text,
    source int4 NOT NULL, device int4, details jsonb, metadata jsonb, raw bytea
    """

  /// What came after the first version.
  private static let additions = [
    """
    CREATE TABLE IF NOT EXISTS dyad.documents (
      subject uuid, uuid uuid, bytes bytea NOT NULL, PRIMARY KEY (subject, uuid))
    """,
    """
    CREATE TABLE IF NOT EXISTS dyad.summaries (
      subject uuid, day date, move double precision NOT NULL, move_goal double precision NOT NULL,
      exercise double precision NOT NULL, exercise_goal double precision NOT NULL,
      stand int4 NOT NULL, stand_goal double precision NOT NULL, steps double precision NOT NULL,
      distance double precision NOT NULL, uses_wheelchair boolean NOT NULL,
      PRIMARY KEY (subject, day))
    """,
    "ALTER TABLE dyad.positions ADD COLUMN IF NOT EXISTS documents boolean NOT NULL DEFAULT false",
    "ALTER TABLE dyad.positions ADD COLUMN IF NOT EXISTS days text NOT NULL DEFAULT ''",
  ]

  private static let views = [
    """
    CREATE VIEW dyad.readable AS
    SELECT p.name AS subject, t.name AS type, s.start_at, s.end_at, s.value, t.unit,
      o.name AS source, o.bundle, d.name AS device, s.details, s.metadata, s.uuid
    FROM dyad.samples s
    JOIN dyad.subjects p ON p.subject = s.subject
    JOIN dyad.types t ON t.type = s.type
    JOIN dyad.sources o ON o.subject = s.subject AND o.source = s.source
    LEFT JOIN dyad.devices d ON d.subject = s.subject AND d.device = s.device
    WHERE t.name <> 'DyadAssociationTypeIdentifier'
    """,
    """
    CREATE VIEW dyad.workout_samples AS
    SELECT p.name AS subject, CAST(s.details ->> 'workout' AS uuid) AS workout,
      CAST(jsonb_array_elements_text(s.details -> 'members') AS uuid) AS sample
    FROM dyad.samples s
    JOIN dyad.subjects p ON p.subject = s.subject
    JOIN dyad.types t ON t.type = s.type
    WHERE t.name = 'DyadAssociationTypeIdentifier'
    """,
    """
    CREATE VIEW dyad.workouts AS
    SELECT subject, start_at, end_at, details ->> 'activity' AS activity,
      CAST(details ->> 'seconds' AS double precision) AS seconds,
      CAST(details ->> 'energy' AS double precision) AS energy, details ->> 'energy_unit' AS energy_unit,
      CAST(details ->> 'distance' AS double precision) AS distance,
      details ->> 'distance_unit' AS distance_unit, source, uuid
    FROM dyad.readable WHERE type = 'workout'
    """,
    """
    CREATE VIEW dyad.days AS
    SELECT p.name AS subject, s.day, s.move, s.move_goal, s.exercise, s.exercise_goal, s.stand, s.stand_goal,
      s.steps, s.distance, s.uses_wheelchair
    FROM dyad.summaries s
    JOIN dyad.subjects p ON p.subject = s.subject
    """,
  ].map { $0.replacing("CREATE VIEW", with: "CREATE OR REPLACE VIEW") }
}
