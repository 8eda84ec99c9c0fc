internal import SQLiteCore
internal import SystemCore

/// A file that is a database of SQLite, and the columns of its tables, by which forms are told apart.
enum DatabaseFile {
  /// What every one begins with.
  static let beginning = Array("SQLite format 3\0".utf8)

  /// The names of columns by those of tables; `nil` for a file that is no database.
  ///
  /// - Throws: `ExportError` for one that is damaged.
  static func tables(of path: String) throws -> [String: Set<String>]? {
    guard try FileSystem.isPlainFile(path) == true,
      try PlacedReader(path).read(beginning.count, at: 0) == beginning
    else { return nil }
    do throws(SQLiteError) {
      let connection = try Connection(path: path, mode: .readOnly)
      var tables: [String: Set<String>] = [:]
      var rows = try connection.prepare(
        """
        SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table'
        """)
      while try rows.step() {
        tables[try rows.text(at: 0), default: []].insert(try rows.text(at: 1))
      }
      return tables
    } catch {
      throw ExportError("it is a database, and damaged: \(error.detail)")
    }
  }
}
