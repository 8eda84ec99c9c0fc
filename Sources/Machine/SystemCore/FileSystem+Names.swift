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

  /// What a link says, as it is written; `nil` where the path is none, or says more than a path can.
  package static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count >= 0, count < bytes.count else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a file of bytes has the name, and neither a folder nor a link, pipe or device; `nil` where
  /// nothing has it.
  package static func isPlainFile(_ path: String) throws(SystemError) -> Bool? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemError(cannot: "look at", path)
    }
    return status.st_mode & S_IFMT == S_IFREG
  }
}
