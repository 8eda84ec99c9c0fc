/// Brings a database to the newest schema, forwards only.
package struct Migrator: Sendable {
  private let migrations: [Migration]
  private let applicationID: Int32
  private let whole: Migration?

  /// States the schema's history.
  ///
  /// - Parameters:
  ///   - applicationID: The number in the file's header that says whose database it is; not zero.
  ///   - migrations: The steps, in the order of their versions.
  ///   - whole: What makes of an empty database at once what all steps make of it.
  package init(applicationID: Int32, migrations: [Migration], whole: Migration? = nil) {
    precondition(applicationID != 0, "zero is what a database of nobody carries")
    precondition(
      zip([0] + migrations.map(\.version), migrations.map(\.version)).allSatisfy { $0 < $1 },
      "versions start at 1 and rise")
    precondition(whole == nil || whole?.version == migrations.last?.version, "no step is left out")
    self.applicationID = applicationID
    self.migrations = migrations
    self.whole = whole
  }

  /// The version a database has after `migrate`.
  package var newestVersion: Int { migrations.last?.version ?? 0 }

  /// Applies the steps that `connection`'s database lacks, each in a transaction of its own that
  /// commits only when integrity and foreign keys are found in order.
  ///
  /// - Parameters:
  ///   - connection: To the database.
  ///   - finish: Does what SQL cannot, in the transaction of the step to a version and after its script.
  /// - Returns: The versions that were applied.
  /// - Throws: `newerVersion`, `otherApplication`, `notADatabase`, `corrupt`, or what the script met;
  ///   the database then stays at the last version that was reached.
  @discardableResult
  package func migrate(
    _ connection: borrowing Connection,
    _ finish: (Int, borrowing Connection) throws(SQLiteError) -> Void = { _, _ in }
  ) throws(SQLiteError) -> [Int] {
    var applied: [Int] = []
    if let whole, try version(of: connection) == 0 {
      let didApply = try connection.transaction(.immediate) { () throws(SQLiteError) in
        guard try version(of: connection) == 0 else { return false }
        try apply(whole, to: connection) { _, _ in }
        return true
      }
      if didApply { applied.append(newestVersion) }
    }
    for migration in migrations where migration.version > (try version(of: connection)) {
      let didApply = try connection.transaction(.immediate) { () throws(SQLiteError) in
        // Read again under the write lock: another process may have been faster.
        guard try version(of: connection) < migration.version else { return false }
        try apply(migration, to: connection, finish)
        return true
      }
      if didApply { applied.append(migration.version) }
    }
    // Once more, because with nothing to apply nothing has been read yet.
    _ = try version(of: connection)
    return applied
  }

  /// The schema's version, of a database that is ours or empty.
  ///
  /// - Throws: `newerVersion`, `otherApplication` or `notADatabase`.
  package func version(of connection: borrowing Connection) throws(SQLiteError) -> Int {
    let owner = try connection.integer("PRAGMA application_id") ?? 0
    let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
    if owner != Int64(applicationID) {
      let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      guard owner == 0, version == 0, objects == 0 else {
        throw SQLiteError(
          .otherApplication, cannot: "open the store",
          "the file belongs to another program (its application id is \(owner), "
            + "not \(applicationID))")
      }
    }
    guard version <= newestVersion else {
      throw SQLiteError(
        .newerVersion, cannot: "open the store",
        "its schema has version \(version), and this program knows versions up to \(newestVersion)")
    }
    return version
  }

  private func apply(
    _ migration: Migration, to connection: borrowing Connection,
    _ finish: (Int, borrowing Connection) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let operation = "migrate to version \(migration.version)"
    try connection.execute(migration.sql)
    try finish(migration.version, connection)
    guard connection.isInTransaction else {
      throw SQLiteError(.misuse, cannot: operation, "the script ended the transaction")
    }
    // Pragmas take no parameters; both are our own integers.
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(migration.version)")
    if let finding = try connection.integrityFindings(.full).first {
      throw SQLiteError(.corrupt, cannot: operation, finding)
    }
    if let finding = try connection.foreignKeyFindings().first {
      throw SQLiteError(.constraint, cannot: operation, finding)
    }
  }
}
