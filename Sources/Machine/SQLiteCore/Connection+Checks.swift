private import CSQLite

extension Connection {
  /// How thoroughly the database is compared with itself.
  package enum IntegrityCheck: Hashable, Sendable {
    /// Pages and rows.
    case quick
    /// Pages and rows, and every index against its table.
    case full
  }

  /// More findings than this say nothing new; SQLite stops there by itself.
  package static var mostFindings: Int { 100 }

  /// What is wrong in the file, in SQLite's words; empty when nothing is.
  package func integrityFindings(_ check: IntegrityCheck) throws(SQLiteError) -> [String] {
    var statement = try prepare(
      check == .quick ? "PRAGMA quick_check" : "PRAGMA integrity_check")
    var findings: [String] = []
    do throws(SQLiteError) {
      while findings.count < Connection.mostFindings, try statement.step() {
        findings.append(try statement.text(at: 0))
      }
    } catch {
      // Some damage stops the check itself, which is as much a finding.
      guard error.code == .corrupt else { throw error }
      findings.append(error.detail)
    }
    return findings == ["ok"] ? [] : findings
  }

  /// Whether the file at the path is no longer the one that was opened: it was removed, or replaced.
  package var hasMoved: Bool {
    var hasMoved: Int32 = 0
    // Where a file system of SQLite's cannot tell, nobody can take its files away.
    let status = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return status == SQLITE_OK && hasMoved != 0
  }

  /// Rows that refer to rows that are not there, named by table; empty when there are none.
  package func foreignKeyFindings() throws(SQLiteError) -> [String] {
    var statement = try prepare("PRAGMA foreign_key_check")
    var findings: [String] = []
    while findings.count < Connection.mostFindings, try statement.step() {
      let row = statement.isNull(at: 1) ? "a row" : "row \(statement.integer(at: 1))"
      findings.append(
        "\(row) of \(try statement.text(at: 0)) refers to nothing in \(try statement.text(at: 2))")
    }
    return findings
  }
}
