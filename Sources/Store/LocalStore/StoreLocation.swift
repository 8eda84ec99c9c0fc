private import Synchronization
package import SystemCore

/// Where a store keeps its files, if it has any.
package struct StoreLocation: Hashable, Sendable {
  /// The folder, which only its owner may enter; nothing but a name where the store is in memory.
  package var folder: String
  /// Whether the store is in the memory of this process, and gone with it or when it is closed.
  package let isInMemory: Bool

  package init(folder: String) {
    self.folder = folder
    isInMemory = false
  }

  private init(inMemory name: String) {
    folder = name
    isInMemory = true
  }

  private static let inMemoryCount = Atomic(0)

  /// A place in memory where no other store is.
  static func inMemory() -> StoreLocation {
    let number = inMemoryCount.add(1, ordering: .relaxed).newValue
    return StoreLocation(inMemory: "/dyad-\(number)")
  }

  /// The database, with its write-ahead log beside it.
  package var database: String { folder + "/store.db" }
  /// What the owning process locks and writes its number into.
  package var lock: String { folder + "/store.lock" }

  /// Nothing but room on the disk, for when there is none.
  package var reserve: String { database + "-reserve" }

  /// Where a sealed backup lies open while it is restored.
  package var openedBackup: String { folder + "/backup-opened" }
  /// Where a copy of the store lies until it is sealed.
  package var copyToSeal: String { folder + "/backup-to-seal" }
  /// Where a backup is copied to before it takes the place of the store.
  package var restoring: String { database + ".restoring" }

  /// Removes a database and the files that SQLite keeps beside it, where they are there.
  package static func removeDatabase(_ path: String) throws(SystemError) {
    for suffix in ["", "-wal", "-shm", "-journal"] { _ = try FileSystem.removeFile(path + suffix) }
  }

  /// Removes the copies in the clear of a process that was ended while it sealed or restored a backup.
  func removeLeftCopies() throws(SystemError) {
    for path in [openedBackup, copyToSeal, restoring] { try Self.removeDatabase(path) }
  }

  /// What to do where nothing in a store can be read.
  package static let unreadableAdvice =
    "'dyad restore FILE' puts a backup in its place. Without one move store.db away, start 'dyadd' "
    + "and pair anew: what paired devices have comes back."

  /// Where a user's store is by convention, from the environment.
  package static func usual(_ environment: [String: String]) -> StoreLocation? {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return StoreLocation(folder: data + "/dyad")
    }
    if let home = environment["HOME"], home.hasPrefix("/") {
      return StoreLocation(folder: home + "/.local/share/dyad")
    }
    return nil
  }
}
