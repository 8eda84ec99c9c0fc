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
      return try Connection.foreign(path).readableColumns
    } catch {
      throw ExportError("it is a database, and damaged: \(error.detail)")
    }
  }
}
