private import CSQLite

// Asking for a column while there is no row, or for one that does not exist, is a mistake of ours
// and traps.
extension Statement {
  /// The names of the columns that its rows have; none where it has no rows.
  package var columnNames: [String] {
    (0..<(unsafe sqlite3_column_count(handle))).map { column in
      unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// What the column holds.
  ///
  /// - Throws: `corrupt` where a text is not UTF-8.
  package func value(at column: Int) throws(SQLiteError) -> SQLValue {
    switch unsafe sqlite3_column_type(handle, checked(column)) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(at: column))
    case SQLITE_FLOAT: .number(double(at: column))
    case SQLITE_TEXT: .text(try text(at: column))
    default: .bytes(try blob(at: column))
    }
  }

  /// What all columns hold.
  ///
  /// - Throws: `corrupt` where a text is not UTF-8.
  package func values() throws(SQLiteError) -> [SQLValue] {
    var values: [SQLValue] = []
    for column in 0..<Int(readableColumns) { values.append(try value(at: column)) }
    return values
  }

  /// Whether the column is NULL.
  package func isNull(at column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, checked(column)) == SQLITE_NULL
  }

  /// The integer in the column; zero for NULL.
  package func integer(at column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, checked(column))
  }

  /// The number in the column; zero for NULL.
  package func double(at column: Int) -> Double {
    unsafe sqlite3_column_double(handle, checked(column))
  }

  /// The text in the column; empty for NULL.
  ///
  /// - Throws: `corrupt` when the bytes are not UTF-8.
  package func text(at column: Int) throws(SQLiteError) -> String {
    let column = checked(column)
    guard let start = unsafe sqlite3_column_text(handle, column) else {
      try checkMemory()
      return ""
    }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
      throw SQLiteError(
        .corrupt, cannot: "read column \(column)", "its text is not UTF-8", sql: sql)
    }
    return text
  }

  /// A copy of the bytes in the column; empty for NULL.
  package func blob(at column: Int) throws(SQLiteError) -> [UInt8] {
    let column = checked(column)
    guard let start = unsafe sqlite3_column_blob(handle, column) else {
      try checkMemory()
      return []
    }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// How many bytes the column's blob or text has.
  package func blobCount(at column: Int) -> Int {
    Int(unsafe sqlite3_column_bytes(handle, checked(column)))
  }

  /// Lends the column's bytes without a copy; empty for NULL.
  ///
  /// It takes the statement exclusively, because the bytes go away when the statement moves or
  /// converts the column.
  package mutating func withBlob<Result: ~Copyable, Failure: SQLiteFailure>(
    at column: Int, _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let column = checked(column)
    guard let start = unsafe sqlite3_column_blob(handle, column) else {
      do throws(SQLiteError) { try checkMemory() } catch { throw Failure(error) }
      return try body(Span())
    }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    let bytes = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: count)
    return try body(unsafe bytes.span)
  }

  private func checked(_ column: Int) -> Int32 {
    precondition(
      column >= 0 && column < Int(readableColumns), "there is no row, or no such column in it")
    return Int32(truncatingIfNeeded: column)
  }

  /// A null pointer means NULL or empty, unless memory ran out.
  private func checkMemory() throws(SQLiteError) {
    guard unsafe sqlite3_errcode(sqlite3_db_handle(handle)) != SQLITE_NOMEM else {
      throw failure(SQLITE_NOMEM, cannot: "read a column")
    }
  }
}
