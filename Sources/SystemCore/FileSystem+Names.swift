private import Glibc

// What is done with files that are too large to be held in memory.
extension FileSystem {
  /// Returns once everything of the file is on the disk.
  package static func synchronizeFile(_ path: String) throws(SystemError) {
    try OpenFile(path, flags: O_RDONLY | O_NOFOLLOW, cannot: "sync").synchronize()
  }

  /// Gives a file a second name beside the first.
  ///
  /// - Throws: `alreadyExists` where something has the name.
  package static func linkFile(_ path: String, as other: String) throws(SystemError) {
    guard unsafe link(path, other) == 0 else { throw SystemError(cannot: "keep", path) }
  }

  /// Puts a file in the place of another one: whoever looks sees the one or the other.
  ///
  /// The new name is on the disk once the folder was synced.
  package static func moveFile(_ path: String, to other: String) throws(SystemError) {
    guard unsafe rename(path, other) == 0 else { throw SystemError(cannot: "replace", other) }
  }
}
