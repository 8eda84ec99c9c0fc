internal import SQLiteCore

/// Begins and commits the writer's transactions, which come often and are compiled once.
struct WriteTransaction: ~Copyable {
  private var beginning: Statement
  private var committing: Statement

  init(_ connection: borrowing Connection) throws(SQLiteError) {
    let beginning = try connection.prepare("BEGIN IMMEDIATE", persistent: true)
    let committing = try connection.prepare("COMMIT", persistent: true)
    self.beginning = beginning
    self.committing = committing
  }

  mutating func begin() throws(SQLiteError) { try beginning.run() }

  mutating func commit() throws(SQLiteError) { try committing.run() }
}
