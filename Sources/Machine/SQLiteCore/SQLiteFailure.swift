/// An error type that can carry a fault of the database, so that typed throws pass through closures.
package protocol SQLiteFailure: Error {
  /// Wraps what the database said.
  init(_ error: SQLiteError)
}

extension SQLiteError: SQLiteFailure {
  /// The error itself.
  package init(_ error: SQLiteError) { self = error }
}
