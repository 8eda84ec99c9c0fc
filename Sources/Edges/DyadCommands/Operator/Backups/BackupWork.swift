package import LocalStore
package import Pairing

/// Copies whole stores where no daemon has them open.
package struct BackupWork: Sendable {
  /// Writes a copy of an open store to a path where nothing is yet, and says how many bytes it has.
  package var backUp: @Sendable (LocalStore, _ path: String) async throws -> UInt64
  /// Puts the copy at a path in place of the store at a location, and says how many samples it has.
  ///
  /// No process has the store open. The audit log names `file`, which the copy came from; `beforehand` runs once
  /// the copy was found good, and before the store is replaced.
  package var restore:
    @Sendable (
      _ path: String, StoreLocation, _ file: String,
      _ beforehand: @escaping @Sendable () throws -> Void
    ) async throws -> Int

  /// What the node of a store, or of a backup, knows of itself and its peers; `nil` where it never ran.
  package var ledger: @Sendable (_ path: String) throws -> TrustLedger?
  /// How many bytes the file at a path has; `nil` where there is none.
  package var size: @Sendable (_ path: String) throws -> UInt64?
  /// How many parts of the copy at a path cannot be read.
  package var damageCount:
    @Sendable (_ path: String, _ progress: @escaping @Sendable (Int) -> Void) async throws -> Int =
      { _, _ in 0 }
  /// What a guess of a passphrase costs.
  package var cost = SealedStream.Cost.usual

  /// Puts anything in place of the work.
  ///
  /// - Parameters:
  ///   - backUp: Writes a copy of an open store to a path, and says how many bytes it has.
  ///   - restore: Puts the copy at a path in place of a store, and says how many samples it has.
  ///   - ledger: Says whose store a file holds.
  ///   - size: Says how many bytes the file at a path has, if there is one.
  package init(
    backUp: @escaping @Sendable (LocalStore, _ path: String) async throws -> UInt64,
    restore:
      @escaping @Sendable (
        _ path: String, StoreLocation, _ file: String,
        _ beforehand: @escaping @Sendable () throws -> Void
      ) async throws -> Int,
    ledger: @escaping @Sendable (_ path: String) throws -> TrustLedger?,
    size: @escaping @Sendable (_ path: String) throws -> UInt64?
  ) {
    self.backUp = backUp
    self.restore = restore
    self.ledger = ledger
    self.size = size
  }
}
