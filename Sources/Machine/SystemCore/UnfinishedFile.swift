private import Glibc

/// A file that gets its name once all of it is on the disk.
///
/// Until then it is called as it will be and ".partial". It is removed when this is let go before; what a crash left
/// is overwritten by the next one of the same name.
package final class UnfinishedFile {
  /// Where it will be.
  package let path: String
  /// Where it is meanwhile.
  package var partialPath: String { "\(path).partial" }

  private let file: OpenFile
  private let replaces: Bool
  private var isThere = true

  /// Makes it.
  ///
  /// - Parameters:
  ///   - path: Where it will be.
  ///   - replaces: Whether what is there by then is replaced.
  /// - Throws: `alreadyExists` where something is there that is not to be replaced.
  package init(_ path: String, replaces: Bool) throws(SystemError) {
    self.path = path
    self.replaces = replaces
    if try FileSystem.exists(path) {
      guard replaces else { throw SystemError(cannot: "create", path, number: EEXIST) }
      guard try FileSystem.isPlainFile(path) == true else {
        throw SystemError(.other, cannot: "replace", path, "it is no plain file")
      }
    }
    let partial = "\(path).partial"
    if try FileSystem.isPlainFile(partial) == true { _ = try FileSystem.removeFile(partial) }
    file = try OpenFile(partial, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, cannot: "create")
  }

  deinit { discard() }

  /// Adds bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try file.writeAll(bytes) }

  /// Removes it, if it was not finished.
  package func discard() {
    guard isThere else { return }
    isThere = false
    // Whoever lets go of it has another reason to tell.
    if (try? isOwn()) == true { _ = try? FileSystem.removeFile(partialPath) }
  }

  /// Gives it its name, and returns once that is on the disk.
  ///
  /// - Throws: `alreadyExists` where something has the name meanwhile.
  package func finish() throws(SystemError) {
    try file.synchronize()
    guard try isOwn() else {
      throw SystemError(.other, cannot: "create", path, "another process writes it")
    }
    if replaces {
      try FileSystem.moveFile(partialPath, to: path)
    } else {
      try giveName()
    }
    isThere = false
    try FileSystem.synchronizeFolder(FileSystem.folder(of: path))
  }

  private func giveName() throws(SystemError) {
    // A link, since a rename would replace what is there.
    if unsafe link(partialPath, path) == 0 {
      _ = try FileSystem.removeFile(partialPath)
      return
    }
    let number = errno
    // Sticks and cards mostly have file systems without links.
    guard number == EPERM || number == EOPNOTSUPP || number == ENOSYS,
      try !FileSystem.exists(path)
    else { throw SystemError(cannot: "create", path, number: number) }
    try FileSystem.moveFile(partialPath, to: path)
  }

  /// Whether the name that it has meanwhile is still its own.
  private func isOwn() throws(SystemError) -> Bool {
    var own = stat()
    var named = stat()
    guard unsafe fstat(file.descriptor, &own) == 0 else {
      throw SystemError(cannot: "look at", partialPath)
    }
    return unsafe lstat(partialPath, &named) == 0 && own.st_ino == named.st_ino
      && own.st_dev == named.st_dev
  }
}
