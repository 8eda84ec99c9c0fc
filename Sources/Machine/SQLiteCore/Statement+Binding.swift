private import CSQLite

// Every copy is SQLite's own (`SQLITE_TRANSIENT`), so nothing bound has to stay alive.
extension Statement {
  /// Binds an integer.
  package mutating func bind(_ value: Int64, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(handle, Int32(index), value))
  }

  /// Binds an integer.
  package mutating func bind(_ value: Int, at index: Int) throws(SQLiteError) {
    try bind(Int64(value), at: index)
  }

  /// Binds a number; NaN becomes NULL, because SQLite has none.
  package mutating func bind(_ value: Double, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_double(handle, Int32(index), value))
  }

  /// Binds a text.
  package mutating func bind(_ value: String, at index: Int) throws(SQLiteError) {
    var text = value
    let status = text.withUTF8 { utf8 in
      guard let start = utf8.baseAddress, !utf8.isEmpty else {
        // A null pointer would mean NULL.
        return unsafe sqlite3_bind_text(handle, Int32(index), "", 0, CSQLite_transient())
      }
      return unsafe start.withMemoryRebound(to: CChar.self, capacity: utf8.count) { start in
        unsafe sqlite3_bind_text64(
          handle, Int32(index), start, UInt64(utf8.count), CSQLite_transient(), UInt8(SQLITE_UTF8))
      }
    }
    try check(status)
  }

  /// Binds bytes.
  package mutating func bind(_ bytes: [UInt8], at index: Int) throws(SQLiteError) {
    try bind(bytes.span, at: index)
  }

  /// Binds part of an array of bytes.
  package mutating func bind(_ bytes: ArraySlice<UInt8>, at index: Int) throws(SQLiteError) {
    try bind(bytes.span, at: index)
  }

  /// Binds borrowed bytes.
  package mutating func bind(_ bytes: borrowing Span<UInt8>, at index: Int) throws(SQLiteError) {
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress, !buffer.isEmpty else {
        // A null pointer would mean NULL.
        return unsafe sqlite3_bind_zeroblob(handle, Int32(index), 0)
      }
      return unsafe sqlite3_bind_blob64(
        handle, Int32(index), start, UInt64(buffer.count), CSQLite_transient())
    }
    try check(status)
  }

  /// Binds what a cell holds.
  package mutating func bind(_ value: SQLValue, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let number): try bind(number, at: index)
    case .number(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    case .bytes(let bytes): try bind(bytes, at: index)
    }
  }

  /// Binds NULL.
  package mutating func bindNull(at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_null(handle, Int32(index)))
  }

  private func check(_ status: Int32) throws(SQLiteError) {
    guard status == SQLITE_OK else { throw failure(status, cannot: "bind a value") }
  }
}
