private import CLinux
private import Glibc

/// A note that lasts from a clean close to the next open, and that no backup and no restart of the
/// machine can bring back: a small file on a file system in memory.
package struct RuntimeMarker: Sendable {
  /// A note says where a store stood; a page is plenty.
  package static let mostBytes = 4_096

  private let path: String

  /// Finds a place for the note called `name`, or `nil` when this machine has none.
  ///
  /// - Parameters:
  ///   - name: Tells the notes of different stores apart; it has no slash.
  ///   - places: Folders to look at, best first. One is used if it is on a file system in memory and
  ///     a folder of this user alone can be made in it.
  package init?(name: String, places: [String] = RuntimeMarker.usualPlaces()) {
    precondition(!name.isEmpty && !name.contains("/"), "a name is no path")
    for place in places where RuntimeMarker.isInMemory(place) {
      let folder = "\(place)/dyad-\(geteuid())"
      if RuntimeMarker.ownFolder(folder) {
        self.path = "\(folder)/\(name)"
        return
      }
    }
    return nil
  }

  /// Where a user's own files in memory usually go.
  package static func usualPlaces() -> [String] {
    let named = unsafe getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) }
    let places = [named, "/run/user/\(geteuid())", "/dev/shm"].compactMap { $0 }
    return places.filter { $0.hasPrefix("/") }
  }

  /// Takes the note away and returns what it said; `nil` when there was none.
  ///
  /// - Throws: when it cannot be read or is still there; then it must not be trusted.
  package func take() throws(SystemError) -> [UInt8]? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readFile(path, atMost: RuntimeMarker.mostBytes)
    } catch {
      if error.code == .notFound { return nil }
      _ = try FileSystem.removeFile(path)
      throw error
    }
    return try FileSystem.removeFile(path) ? bytes : nil
  }

  /// Leaves a note.
  package func leave(_ bytes: [UInt8]) throws(SystemError) {
    precondition(bytes.count <= RuntimeMarker.mostBytes, "a note is small")
    try FileSystem.replaceFile(path, bytes)
  }
}

extension RuntimeMarker {
  // The numbers of `tmpfs` and `ramfs` in linux/magic.h.
  private static let kindsInMemory: Set<Int> = [0x0102_1994, 0x8584_58f6]

  private static func isInMemory(_ path: String) -> Bool {
    kindsInMemory.contains(unsafe CLinux_fileSystemKind(path))
  }

  /// Makes the folder or finds it; whether it belongs to this user alone.
  private static func ownFolder(_ path: String) -> Bool {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { return false }
    var status = stat()
    // Not followed: in a place that all may write to, a link would be somebody else's choice.
    guard unsafe lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
  }
}
