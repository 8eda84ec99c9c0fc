internal import CPQ

/// A connection to a server of PostgreSQL, or of what speaks like it; every call waits for its answer.
///
/// It is not `Sendable`: the isolation of whoever owns it is the only one that it can be used from.
@safe package struct PostgresConnection: ~Copyable {
  private let handle: OpaquePointer
  private let library: UnsafePointer<CPQ_Library>

  /// Connects.
  ///
  /// - Parameter address: A `postgresql://` address or `key=value` words, as libpq reads them; what it leaves out
  ///   comes from the environment, the service file and the password file.
  /// - Throws: Why there is no connection; the words are libpq's, which tell no password.
  package init(_ address: String) throws(PostgresError) {
    let operation = "connect to the database"
    guard let library = unsafe CPQ_load() else {
      throw PostgresError(.noLibrary, cannot: operation, "libpq.so.5 is not installed")
    }
    guard let handle = unsafe library.pointee.connect(address) else {
      throw PostgresError(.full, cannot: operation, "there is no memory left")
    }
    guard unsafe library.pointee.status(handle) == Int32(CPQ_usable) else {
      let words = unsafe Self.line(String(cString: library.pointee.errorMessage(handle)))
      unsafe library.pointee.finish(handle)
      throw PostgresError(Self.code(ofRefusal: words), cannot: operation, words)
    }
    unsafe self.library = library
    unsafe self.handle = handle
  }

  deinit { unsafe library.pointee.finish(handle) }

  /// Whether a transaction is open, or nobody can tell.
  package var isInTransaction: Bool {
    unsafe library.pointee.transactionStatus(handle) != Int32(CPQ_idle)
  }

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1` and so on for values.
  ///   - values: Those, as text; their types follow from the statement.
  ///   - operation: What this is for, as a verb phrase.
  /// - Returns: How many rows it changed.
  /// - Throws: What the server says.
  @discardableResult
  package func run(
    _ sql: String, _ values: [String?] = [], to operation: String
  ) throws(PostgresError) -> Int {
    let result = unsafe try result(of: sql, values, operation, CPQ_commandDone, CPQ_rows)
    defer { unsafe library.pointee.clear(result) }
    return unsafe Int(String(cString: library.pointee.changedRows(result))) ?? 0
  }

  /// Runs a query whose answer is short.
  ///
  /// - Parameters:
  ///   - sql: The query, with `$1` and so on for values.
  ///   - values: Those, as text.
  ///   - operation: What this is for, as a verb phrase.
  /// - Returns: All rows, their cells as text.
  /// - Throws: What the server says.
  package func rows(
    _ sql: String, _ values: [String?] = [], to operation: String
  ) throws(PostgresError) -> [[String?]] {
    let result = unsafe try result(of: sql, values, operation, CPQ_rows, CPQ_commandDone)
    defer { unsafe library.pointee.clear(result) }
    let columns = unsafe library.pointee.columnCount(result)
    return unsafe (0..<library.pointee.rowCount(result)).map { row in
      (0..<columns).map { column in
        unsafe library.pointee.isNull(result, row, column) != 0
          ? nil : String(cString: library.pointee.value(result, row, column))
      }
    }
  }

  /// Sends rows of a table.
  ///
  /// - Parameters:
  ///   - sql: A `COPY ... FROM STDIN`.
  ///   - rows: Their bytes in the form that it names, from the first to the last.
  ///   - operation: What this is for, as a verb phrase.
  /// - Throws: What the server says.
  package func copy(
    _ sql: String, _ rows: [UInt8], to operation: String
  ) throws(PostgresError) {
    let start = unsafe try result(of: sql, [], operation, CPQ_copyIn, CPQ_copyIn)
    unsafe library.pointee.clear(start)
    var isSent = true
    var place = 0
    while isSent, place < rows.count {
      let piece = rows[place..<min(place + Self.pieceBytes, rows.count)]
      isSent = unsafe piece.withUnsafeBytes { bytes in
        let words = unsafe bytes.bindMemory(to: CChar.self)
        guard let base = words.baseAddress else { return true }
        return unsafe library.pointee.putData(handle, base, Int32(words.count)) == 1
      }
      place = piece.endIndex
    }
    isSent = unsafe library.pointee.putEnd(handle, isSent ? nil : "cut off") == 1 && isSent
    guard isSent else { throw lost(operation) }
    try finishCopy(operation)
  }

  /// Takes rows of a query, one at a time.
  ///
  /// - Parameters:
  ///   - sql: A `COPY (...) TO STDOUT`.
  ///   - operation: What this is for, as a verb phrase.
  ///   - take: Gets the bytes of each row in the form that the statement names; the header of the binary form comes
  ///     with the first.
  /// - Throws: What the server says, or what `take` throws: the connection is of no more use then.
  package func copyOut(
    _ sql: String, to operation: String, _ take: ([UInt8]) throws -> Void
  ) throws {
    let start = unsafe try result(of: sql, [], operation, CPQ_copyOut, CPQ_copyOut)
    unsafe library.pointee.clear(start)
    while true {
      var row: UnsafeMutablePointer<CChar>?
      let count = unsafe library.pointee.getData(handle, &row, 0)
      guard count > 0, let bytes = unsafe row else {
        guard count == -1 else { throw lost(operation) }
        return try finishCopy(operation)
      }
      let taken = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
      defer { unsafe library.pointee.freeMemory(row) }
      try take(unsafe Array(taken))
    }
  }

  private static var pieceBytes: Int { 1 << 20 }

  private func finishCopy(_ operation: String) throws(PostgresError) {
    var failure: PostgresError?
    while let result = unsafe library.pointee.nextResult(handle) {
      if unsafe library.pointee.resultStatus(result) != Int32(CPQ_commandDone) {
        if failure == nil { failure = unsafe error(of: result, operation) }
      }
      unsafe library.pointee.clear(result)
    }
    if let failure { throw failure }
    guard unsafe library.pointee.status(handle) == Int32(CPQ_usable) else {
      throw lost(operation)
    }
  }

  private func result(
    of sql: String, _ values: [String?], _ operation: String, _ wanted: Int...
  ) throws(PostgresError) -> OpaquePointer {
    var words = unsafe [UnsafePointer<CChar>?]()
    var copies = unsafe [UnsafeMutablePointer<CChar>]()
    defer {
      for index in unsafe copies.indices { unsafe copies[index].deallocate() }
    }
    for value in values {
      guard let value else {
        unsafe words.append(nil)
        continue
      }
      let text = value.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      for (index, character) in text.enumerated() { unsafe copy[index] = character }
      unsafe copies.append(copy)
      unsafe words.append(UnsafePointer(copy))
    }
    let answer = unsafe library.pointee.run(
      handle, sql, Int32(values.count), nil, words, nil, nil, 0)
    guard let answer = unsafe answer else { throw lost(operation) }
    let status = unsafe library.pointee.resultStatus(answer)
    guard wanted.contains(Int(status)) else {
      let failure = unsafe error(of: answer, operation)
      unsafe library.pointee.clear(answer)
      throw failure
    }
    return unsafe answer
  }

  private func error(of result: OpaquePointer, _ operation: String) -> PostgresError {
    guard unsafe library.pointee.status(handle) == Int32(CPQ_usable),
      let state = unsafe library.pointee.errorField(result, Int32(CPQ_stateField))
    else { return lost(operation) }
    var words = ""
    if let message = unsafe library.pointee.errorField(result, Int32(CPQ_primaryField)) {
      words = unsafe String(cString: message)
    }
    return unsafe PostgresError(state: String(cString: state), words, cannot: operation)
  }

  private func lost(_ operation: String) -> PostgresError {
    let words = unsafe Self.line(String(cString: library.pointee.errorMessage(handle)))
    return PostgresError(.lost, cannot: operation, words.isEmpty ? "no answer came" : words)
  }

  /// What libpq says on several lines, on one.
  private static func line(_ words: String) -> String {
    words.split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" || $0 == " " } }
      .joined(separator: ", ")
  }

  /// What will not change by itself is no reason to try again; libpq has words for it and no code.
  private static func code(ofRefusal words: String) -> PostgresError.Code {
    if words.hasPrefix("invalid ") || words.hasPrefix("missing \"=\"") { return .badAddress }
    if words.contains("database \""), words.contains("\" does not exist") { return .noDatabase }
    let refusals = [
      "authentication failed", "no password supplied", "pg_hba.conf", "does not exist",
    ]
    return refusals.contains { words.contains($0) } ? .refused : .lost
  }
}
