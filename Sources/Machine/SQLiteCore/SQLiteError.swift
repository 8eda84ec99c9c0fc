private import CSQLite
private import Glibc

/// Why SQLite, or this module on top of it, refused to do something.
package struct SQLiteError: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  package enum Code: Hashable, Sendable {
    /// Another connection holds a lock that did not go away in time.
    case busy
    /// A value broke a rule of the schema.
    case constraint
    /// The file is a database whose content contradicts itself.
    case corrupt
    /// The disk or the database reached its limit.
    case full
    /// The system refused to open, read, write or sync a file.
    case io
    /// Somebody asked for the operation to stop.
    case interrupted
    /// The call makes no sense: a mistake of ours.
    case misuse
    /// The database was written by a newer version of the program.
    case newerVersion
    /// The file is not a SQLite database.
    case notADatabase
    /// The file is a SQLite database that belongs to another program.
    case otherApplication
    /// The database or its folder may not be written.
    case readOnly
    /// The statement does what the rules of its connection do not permit.
    case refused
    /// Anything nobody reacts to.
    case other
  }

  /// What a caller may react to.
  package var code: Code
  /// SQLite's extended result code, or the primary one where this module found the fault itself.
  package var extendedCode: Int32
  /// What was being attempted, as a verb phrase: "step a statement".
  package var operation: String
  /// The reason, in SQLite's words where it gave one.
  package var detail: String
  /// The statement concerned; it holds no values, because values are bound.
  package var sql: String?

  /// States a fault that this module found itself.
  package init(_ code: Code, cannot operation: String, _ detail: String, sql: String? = nil) {
    self.code = code
    self.extendedCode = code.primaryCode
    self.operation = operation
    self.detail = detail
    self.sql = sql
  }
}

extension SQLiteError {
  /// Reads the reason from `connection`, which must have just returned `status`.
  init(_ status: Int32, on connection: OpaquePointer?, cannot operation: String, sql: String? = nil)
  {
    self.code = Code(status)
    // Only writing pages counts as a full disk to SQLite; making the index of the log longer does not.
    if code == .io, [ENOSPC, EDQUOT].contains(unsafe sqlite3_system_errno(connection)) {
      code = .full
    }
    self.extendedCode = status
    self.operation = operation
    self.sql = sql
    // A connection that never opened, or that reports another fault, has no message for this one.
    let speaker =
      if let connection = unsafe connection,
        unsafe sqlite3_extended_errcode(connection) == status
      { unsafe sqlite3_errmsg(connection) } else { unsafe sqlite3_errstr(status) }
    self.detail = unsafe speaker.map { unsafe String(cString: $0) } ?? "result code \(status)"
  }
}

extension SQLiteError: CustomStringConvertible {
  /// "cannot OPERATION: DETAIL".
  package var description: String { "cannot \(operation): \(detail)" }
}

extension SQLiteError.Code {
  /// Sorts a primary or extended result code.
  init(_ status: Int32) {
    // The low byte of an extended code is the primary code.
    switch status & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH: self = .constraint
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_FULL: self = .full
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL: self = .io
    case SQLITE_INTERRUPT: self = .interrupted
    case SQLITE_MISUSE, SQLITE_RANGE: self = .misuse
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_AUTH: self = .refused
    default: self = .other
    }
  }

  /// The result code SQLite itself would have used.
  fileprivate var primaryCode: Int32 {
    switch self {
    case .busy: SQLITE_BUSY
    case .constraint: SQLITE_CONSTRAINT
    case .corrupt: SQLITE_CORRUPT
    case .full: SQLITE_FULL
    case .io: SQLITE_IOERR
    case .interrupted: SQLITE_INTERRUPT
    case .misuse: SQLITE_MISUSE
    case .notADatabase: SQLITE_NOTADB
    case .readOnly: SQLITE_READONLY
    case .refused: SQLITE_AUTH
    case .newerVersion, .otherApplication, .other: SQLITE_ERROR
    }
  }
}
