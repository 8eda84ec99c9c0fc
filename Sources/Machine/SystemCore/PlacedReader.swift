private import Glibc

/// Reads a plain file at any place of it.
package struct PlacedReader: ~Copyable, Sendable {
  /// How many bytes the file had when it was opened.
  package let byteCount: Int
  private let file: OpenFile

  /// Opens a file.
  ///
  /// - Throws: `other` for what is no plain file, such as a pipe.
  package init(_ path: String) throws(SystemError) {
    // A pipe in the file's place must not make anyone wait.
    let file = try OpenFile(path, flags: O_RDONLY | O_NONBLOCK, cannot: "open")
    var status = stat()
    guard unsafe fstat(file.descriptor, &status) == 0 else {
      throw SystemError(cannot: "measure", path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(.other, cannot: "read", path, "it is no plain file")
    }
    byteCount = Int(status.st_size)
    self.file = file
  }

  /// The next `count` bytes from a place on; fewer only where the file ends.
  package func read(_ count: Int, at place: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let more = unsafe pread(
          file.descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled,
          place + filled)
        if more < 0, errno == EINTR { continue }
        if more < 0 { failure = SystemError(cannot: "read", file.path) }
        guard more > 0 else { return }
        filled += more
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension FileSystem {
  /// As many names as a folder may have for one who reads them all.
  private static let mostNames = 100_000

  /// The names of what is in a folder, in order, without those of itself and of what it is in.
  ///
  /// - Throws: `notFolder`, `notFound`, and `tooLarge` where there are more than 100,000.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw SystemError(cannot: "list", path) }
    // It was only read, so closing has nothing to lose.
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(validatingCString: $0)
        }
      }
      // What is no text is the name of nothing that is looked for.
      if let name, name != ".", name != ".." { names.append(name) }
      guard names.count <= mostNames else {
        throw SystemError(.tooLarge, cannot: "list", path, "it has more than \(mostNames) names")
      }
      errno = 0
    }
    guard errno == 0 else { throw SystemError(cannot: "list", path) }
    return names.sorted()
  }

  /// Whether a path names a folder; `nil` where nothing is there.
  package static func isFolder(_ path: String) throws(SystemError) -> Bool? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemError(cannot: "look at", path)
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }
}
