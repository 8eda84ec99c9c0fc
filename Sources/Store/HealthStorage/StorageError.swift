internal import HealthCodec
package import SQLiteCore

/// What the store could not do.
package struct StorageError: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  package enum Code: Hashable, Sendable {
    /// The anchor does not fit this log, or is older than it, or all history was erased under a query:
    /// start over from the beginning.
    case startOver
    /// Stored bytes are not what was written.
    case damaged
    /// The disk is full; nothing of the change was kept.
    case full
    /// Another process holds the store.
    case busy
    /// The file belongs to a newer version or to something else.
    case unsupported
    /// Any other fault of the database or the disk.
    case unavailable
  }

  package var code: Code
  /// What was being attempted, as a verb phrase.
  package var operation: String
  package var detail: String

  package init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }
}

extension StorageError {
  /// Deletions that the reader has not heard of are forgotten.
  static let tooOldAnchor = Self(
    .startOver, cannot: "follow the anchor",
    "the log no longer reaches back to it; start over without an anchor")

  /// The disk is full, whichever statement met that.
  package static let noRoom = Self(.full, cannot: "write to the store", "the disk is full")

  /// The disk is full, and a deletion takes more than the room that is kept for it.
  ///
  /// The UUIDs of deleted samples are kept. Those that this store gave take next to nothing, those that another
  /// system gave take 16 bytes and more each, which is more than erasing such a sample gives back.
  package static let noRoomToDelete = Self(
    .full, cannot: "delete so many samples",
    "the disk is full, and what is remembered of deleted samples takes room of its own")

  /// Somebody took the file away that the store is in.
  static let moved = Self(
    .unavailable, cannot: "write to the store",
    "its file store.db was removed or replaced while it was open; put it back, or end the daemon and "
      + "restore a backup")

  /// What the query was to read is gone as a whole.
  static let erasedMeanwhile = Self(
    .startOver, cannot: "read on", "all history was erased meanwhile; start over")
}

extension StorageError: CustomStringConvertible {
  package var description: String { "cannot \(operation): \(detail)" }
}

extension StorageError: SQLiteFailure {
  /// What a fault of SQLite means to the store.
  package init(_ error: SQLiteError) {
    let code: Code =
      switch error.code {
      case .busy: .busy
      case .full: .full
      case .corrupt, .notADatabase: .damaged
      case .newerVersion, .otherApplication: .unsupported
      default: .unavailable
      }
    guard code != .full else {
      self = .noRoom
      return
    }
    self.init(code, cannot: error.operation, error.detail)
  }
}

extension StorageError {
  /// What a fault of the database or of stored bytes means to the store; any other error as it is.
  package static func naming(_ error: any Error) -> any Error {
    error is SQLiteError || error is CodecError ? StorageError(wrapping: error) : error
  }

  /// The error itself, or what a fault further down means to the store.
  init(wrapping error: any Error) {
    switch error {
    case let error as StorageError: self = error
    case let error as SQLiteError: self.init(error)
    case let error as CodecError:
      self.init(.damaged, cannot: "use what is stored", "\(error)")
    default: self.init(.unavailable, cannot: "use the store", "\(error)")
    }
  }
}
