private import Glibc

/// Tells which files come into a folder: each once it was written to its end, or moved there.
///
/// What is in folders below it is not told.
package struct FolderWatch: ~Copyable, Sendable {
  /// What there is to look at.
  package enum News: Equatable, Sendable {
    /// Files of these names, in the order in which they came.
    case files([String])
    /// More came than anybody remembers.
    case everything
  }

  /// As much as many events take, of which one has a name of 255 bytes at most.
  private static let bufferBytes = 65_536

  private let file: OpenFile

  /// Begins to watch a folder.
  ///
  /// - Throws: `notFound`, `notFolder`, and what the system says.
  package init(_ path: String) throws(SystemError) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(cannot: "watch", path) }
    let file = OpenFile(descriptor, path)
    let wanted =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
      | UInt32(IN_ONLYDIR)
    guard unsafe inotify_add_watch(descriptor, path, wanted) >= 0 else {
      throw SystemError(cannot: "watch", path)
    }
    self.file = file
  }

  /// Waits until something came, which blocks the thread.
  ///
  /// - Throws: `notFound` once the folder itself is gone, or is elsewhere.
  package func next() throws(SystemError) -> News {
    var bytes = [UInt8](repeating: 0, count: Self.bufferBytes)
    let count = OpenFile.retrying { unsafe read(file.descriptor, &bytes, bytes.count) }
    guard count >= 0 else { throw SystemError(cannot: "watch", file.path) }
    var names: [String] = []
    let head = MemoryLayout<inotify_event>.size
    var place = 0
    while place + head <= count {
      let event = unsafe bytes.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
      }
      let text = bytes[(place + head)..<(place + head + Int(event.len))]
      place += head + Int(event.len)
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .everything }
      if event.mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0 {
        throw SystemError(.notFound, cannot: "watch", file.path, "the folder is gone")
      }
      let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      if event.mask & UInt32(IN_ISDIR) == 0, !names.contains(name) { names.append(name) }
    }
    return .files(names)
  }
}
