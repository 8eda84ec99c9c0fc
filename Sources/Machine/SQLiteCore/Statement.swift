private import CSQLite

/// One compiled statement, and the only owner of its handle.
///
/// Parameters are numbered from 1, as in `?1`; columns from 0. It belongs to the isolation of the
/// connection it came from. It may outlive that connection, which then closes with it.
@safe package struct Statement: ~Copyable {
  let handle: OpaquePointer
  // Zero while there is no row, so that one comparison guards every column.
  private(set) var readableColumns: Int32 = 0

  /// Takes over the handle, which is finalised with this value.
  init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    // It repeats the error of the last step, which was thrown there.
    _ = unsafe sqlite3_finalize(handle)
  }

  /// Goes to the next row; `false` at the end.
  ///
  /// At the end, and when it throws, the statement is reset and ready to be bound again. A
  /// statement left on a row keeps its read transaction open until `reset()`.
  package mutating func step() throws(SQLiteError) -> Bool {
    let status = unsafe sqlite3_step(handle)
    if status == SQLITE_ROW {
      readableColumns = unsafe sqlite3_data_count(handle)
      return true
    }
    readableColumns = 0
    guard status == SQLITE_DONE else {
      let error = failure(status, cannot: "step a statement")
      _ = unsafe sqlite3_reset(handle)  // It repeats `status`.
      throw error
    }
    _ = unsafe sqlite3_reset(handle)  // After the end there is nothing it could report.
    return false
  }

  /// Steps to the end, passing over rows.
  package mutating func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Leaves the current row and ends the statement's read transaction; bound values stay.
  ///
  /// - Parameter clearing: Whether every parameter becomes NULL again.
  package mutating func reset(clearing: Bool = false) {
    readableColumns = 0
    // Both only repeat what the last step threw.
    _ = unsafe sqlite3_reset(handle)
    if clearing { _ = unsafe sqlite3_clear_bindings(handle) }
  }

  /// The text it was compiled from, without bound values.
  package var sql: String {
    unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? ""
  }

  /// Whether a transaction is open on its connection.
  package var isInTransaction: Bool {
    unsafe sqlite3_get_autocommit(sqlite3_db_handle(handle)) == 0
  }

  func failure(_ status: Int32, cannot operation: String) -> SQLiteError {
    unsafe SQLiteError(status, on: sqlite3_db_handle(handle), cannot: operation, sql: sql)
  }
}
