/// Where a store keeps its files.
package struct StoreLocation: Hashable, Sendable {
  /// The folder, which only its owner may enter.
  package var folder: String

  package init(folder: String) {
    self.folder = folder
  }

  /// The database, with its write-ahead log beside it.
  package var database: String { folder + "/store.db" }
  /// What the owning process locks and writes its number into.
  package var lock: String { folder + "/store.lock" }

  /// Nothing but room on the disk, for when there is none.
  package var reserve: String { database + "-reserve" }

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
