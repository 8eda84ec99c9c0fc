private import CSQLite

extension Connection {
  /// Compiles one statement.
  ///
  /// - Parameters:
  ///   - sql: Exactly one statement.
  ///   - persistent: Whether it will be kept and used many times.
  /// - Returns: The statement, before its first row.
  /// - Throws: `misuse` for an empty text and for a second statement, and what SQLite refuses.
  package func prepare(_ sql: String, persistent: Bool = false) throws(SQLiteError) -> Statement {
    let operation = "prepare a statement"
    var text = sql
    let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let (status, statement, rest) = text.withUTF8 { bytes in
      unsafe compile(bytes[...], flags: flags)
    }
    guard status == SQLITE_OK else { throw failure(status, compiling: sql) }
    guard let statement = unsafe statement else {
      throw SQLiteError(.misuse, cannot: operation, "the text is empty", sql: sql)
    }
    // Made before the rest is judged, so that the handle is released if the judgement is bad.
    let made = unsafe Statement(handle: statement)
    guard isBlank(text.utf8.dropFirst(rest)) else {
      throw SQLiteError(.misuse, cannot: operation, "the text goes on after it", sql: sql)
    }
    return made
  }

  /// Compiles the first statement of a script and leaves what follows it; `nil` where the script has none.
  ///
  /// - Throws: What SQLite refuses.
  package func prepareFirst(of script: inout Substring) throws(SQLiteError) -> Statement? {
    while !script.isEmpty {
      var text = String(script)
      let (status, compiled, taken) = text.withUTF8 { bytes in
        unsafe compile(bytes[...], flags: 0)
      }
      guard status == SQLITE_OK else { throw failure(status, compiling: text) }
      script = Substring(script.utf8.dropFirst(taken))
      // Comments and blanks compile to nothing.
      if let compiled = unsafe compiled { return unsafe Statement(handle: compiled) }
    }
    return nil
  }

  /// Runs a script of any number of statements; rows are stepped over.
  ///
  /// - Throws: at the first statement that fails, naming it; those before it stay done.
  package func execute(_ script: String) throws(SQLiteError) {
    var text = script
    let failure: SQLiteError? = text.withUTF8 { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let (status, compiled, next) = unsafe compile(rest, flags: 0)
        guard status == SQLITE_OK else {
          return self.failure(status, compiling: unsafe String(decoding: rest, as: UTF8.self))
        }
        unsafe rest = unsafe rest.dropFirst(next)
        // Comments and blanks compile to nothing.
        guard let compiled = unsafe compiled else { continue }
        var statement = unsafe Statement(handle: compiled)
        do throws(SQLiteError) {
          while try statement.step() {}
        } catch {
          return error
        }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// The integer in the first column of the first row, or `nil` when there is no row.
  package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    var statement = try prepare(sql)
    return try statement.step() ? statement.integer(at: 0) : nil
  }

  /// The text in the first column of the first row, or `nil` when there is no row.
  package func text(_ sql: String) throws(SQLiteError) -> String? {
    var statement = try prepare(sql)
    return try statement.step() ? statement.text(at: 0) : nil
  }
}

extension Connection {
  /// The row id of the latest successful insert into a table that has row ids.
  package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// How many rows the latest statement inserted, updated or deleted.
  package var changes: Int64 { unsafe sqlite3_changes64(handle) }

  /// How many rows were inserted, updated or deleted since the connection opened.
  package var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }
}

extension Connection {
  /// Why a text could not be compiled: a rule of ours, or what SQLite says.
  private func failure(_ status: Int32, compiling sql: String) -> SQLiteError {
    if let refusal = watch?.refusal {
      return SQLiteError(.refused, cannot: "prepare a statement", refusal, sql: sql)
    }
    return unsafe SQLiteError(status, on: handle, cannot: "prepare a statement", sql: sql)
  }

  /// Whether what follows a statement is no statement.
  private func isBlank(_ rest: Substring.UTF8View) -> Bool {
    var text = String(Substring(rest))
    return text.withUTF8 { bytes in
      let (status, statement, _) = unsafe compile(bytes[...], flags: 0)
      _ = unsafe sqlite3_finalize(statement)  // It never ran, so it has nothing to report.
      return unsafe status == SQLITE_OK && statement == nil
    }
  }

  /// Compiles the first statement of `bytes`; returns also how many bytes it took.
  private func compile(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, flags: UInt32
  ) -> (
    status: Int32, statement: OpaquePointer?, taken: Int
  ) {
    watch?.begin()
    let buffer = unsafe UnsafeBufferPointer(rebasing: bytes)
    guard let count = Int32(exactly: buffer.count) else { return (SQLITE_TOOBIG, nil, 0) }
    return unsafe buffer.withMemoryRebound(to: CChar.self) { text in
      guard let start = text.baseAddress else { return (SQLITE_OK, nil, 0) }
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      let status = unsafe sqlite3_prepare_v3(handle, start, count, flags, &statement, &tail)
      let taken = unsafe tail.map { unsafe $0 - start } ?? Int(count)
      // SQLite asks nobody about VACUUM before it runs.
      if let watch, let compiled = unsafe statement, unsafe sqlite3_stmt_readonly(compiled) == 0 {
        _ = unsafe sqlite3_finalize(compiled)  // It never ran, so it has nothing to report.
        watch.refuse("VACUUM does more than read")
        return (SQLITE_AUTH, nil, taken)
      }
      return unsafe (status, statement, taken)
    }
  }
}
