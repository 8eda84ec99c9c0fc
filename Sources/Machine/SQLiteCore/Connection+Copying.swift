extension Connection {
  /// Writes the database, as it is when this begins, to a file: without free pages, so that nothing of
  /// what was deleted goes with it.
  ///
  /// It reads for as long as it takes, which stops no writer of a write-ahead log; that log grows meanwhile.
  ///
  /// - Parameter path: A file that is empty, or not there.
  /// - Throws: `interrupted` when somebody asked for that; what was written by then stays there.
  package func copy(to path: String) throws(SQLiteError) {
    var statement = try prepare("VACUUM INTO ?1")
    try statement.bind(path, at: 1)
    while try statement.step() {}
  }
}
