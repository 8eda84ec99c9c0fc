private import Glibc

/// The rights of a file or folder: what its owner, its group and all others may do.
package struct FileRights: Hashable, Sendable {
  /// The permission bits, as `chmod` takes them.
  package let mode: UInt32
  /// The number of the user it belongs to.
  package let owner: UInt32

  /// Takes both.
  package init(mode: UInt32, owner: UInt32) {
    self.mode = mode
    self.owner = owner
  }

  /// Whether it belongs to this process's user.
  package var isOwn: Bool { owner == geteuid() }

  /// Whether nobody else can read or change it.
  package var isPrivate: Bool { mode & 0o077 == 0 }

  /// The permission bits as people write them: "0600".
  package var octal: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension FileSystem {
  /// Who may do what with the file or folder.
  ///
  /// - Parameter path: where it is.
  /// - Returns: its rights.
  /// - Throws: `notFound`, and when the system does not let one know.
  package static func rights(of path: String) throws(SystemError) -> FileRights {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(cannot: "look at", path) }
    return FileRights(mode: status.st_mode & 0o7777, owner: status.st_uid)
  }

  /// Replaces a file that everybody may read, so that readers see the old or the new contents.
  ///
  /// Nothing is synced: after a power cut the file may be old, or gone. One writer at a time.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - contents: its bytes.
  /// - Throws: when it cannot be written; the old contents stay.
  package static func publishFile(_ path: String, _ contents: [UInt8]) throws(SystemError) {
    let fresh = "\(path).new"
    _ = try removeFile(fresh)
    do throws(SystemError) {
      let file = try OpenFile(
        fresh, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, cannot: "create")
      try file.writeAll(contents)
      guard fchmod(file.descriptor, 0o644) == 0 else { throw SystemError(cannot: "open up", path) }
      guard unsafe rename(fresh, path) == 0 else { throw SystemError(cannot: "replace", path) }
    } catch {
      _ = unsafe unlink(fresh)  // The next call would remove it.
      throw error
    }
  }
}
