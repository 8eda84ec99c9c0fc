/// When a transaction takes its locks.
package enum TransactionKind: Hashable, Sendable {
  /// At the first read and the first write.
  case deferred
  /// The write lock at once, so that nothing it read can be changed before it writes.
  case immediate
}

/// Something that keeps a connection and what was prepared from it.
///
/// Its `transaction` and `savepoint` lend the whole holder to the body, statements and all, which
/// those of the connection inside it could not: the connection would be in use already.
package protocol ConnectionHolder: ~Copyable {
  /// The connection.
  var connection: Connection { get }
}

extension ConnectionHolder where Self: ~Copyable {
  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  ///
  /// - Throws: what `body` threw, or why the transaction could not begin or commit. Either way
  ///   nothing of it is stored.
  package mutating func transaction<Result: ~Copyable, Failure: SQLiteFailure>(
    _ kind: TransactionKind, _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try run(.transaction(kind), body)
  }

  /// Runs `body` inside the open transaction so that, when it throws, its own changes alone are
  /// undone; without an open transaction it is one.
  package mutating func savepoint<Result: ~Copyable, Failure: SQLiteFailure>(
    _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try run(.savepoint, body)
  }

  private mutating func run<Result: ~Copyable, Failure: SQLiteFailure>(
    _ bracket: Bracket, _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(SQLiteError) { try bracket.open(on: connection) } catch { throw Failure(error) }
    let result: Result
    do throws(Failure) {
      result = try body(&self)
    } catch {
      bracket.abandon(on: connection)
      throw error
    }
    do throws(SQLiteError) { try bracket.close(on: connection) } catch { throw Failure(error) }
    return result
  }
}

extension Connection {
  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  ///
  /// - Throws: what `body` threw, or why the transaction could not begin or commit. Either way
  ///   nothing of it is stored.
  package func transaction<Result: ~Copyable, Failure: SQLiteFailure>(
    _ kind: TransactionKind, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try run(.transaction(kind), body)
  }

  /// Runs `body` inside the open transaction so that, when it throws, its own changes alone are
  /// undone; without an open transaction it is one.
  package func savepoint<Result: ~Copyable, Failure: SQLiteFailure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try run(.savepoint, body)
  }

  private func run<Result: ~Copyable, Failure: SQLiteFailure>(
    _ bracket: Bracket, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(SQLiteError) { try bracket.open(on: self) } catch { throw Failure(error) }
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      bracket.abandon(on: self)
      throw error
    }
    do throws(SQLiteError) { try bracket.close(on: self) } catch { throw Failure(error) }
    return result
  }
}

/// What begins, ends and undoes a stretch of work.
private struct Bracket {
  private let beginning: String
  private let end: String
  private let undo: String

  static func transaction(_ kind: TransactionKind) -> Bracket {
    let beginning =
      switch kind {
      case .deferred: "BEGIN DEFERRED"
      case .immediate: "BEGIN IMMEDIATE"
      }
    return Bracket(beginning: beginning, end: "COMMIT", undo: "ROLLBACK")
  }

  /// One name serves all depths: SQLite takes the innermost.
  static var savepoint: Bracket {
    Bracket(
      beginning: "SAVEPOINT nested", end: "RELEASE nested",
      undo: "ROLLBACK TO nested; RELEASE nested")
  }

  func open(on connection: borrowing Connection) throws(SQLiteError) {
    try connection.execute(beginning)
  }

  func close(on connection: borrowing Connection) throws(SQLiteError) {
    do throws(SQLiteError) {
      try connection.execute(end)
    } catch {
      abandon(on: connection)
      throw error
    }
  }

  /// Undoes what is open, after an error that matters more than one met here.
  func abandon(on connection: borrowing Connection) {
    // SQLite ends the transaction itself on a full disk, an I/O error or an interrupt.
    guard connection.isInTransaction else { return }
    do throws(SQLiteError) {
      try connection.execute(undo)
    } catch {
      // A savepoint that cannot be undone must not be kept by an outer commit.
      guard connection.isInTransaction else { return }
      // If even this fails the transaction stays open, and the next one fails to begin.
      try? connection.execute("ROLLBACK")
    }
  }
}
