private import Glibc

extension FileSystem {
  /// Makes a file that must not exist yet from pieces, and returns once it is on the disk.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - next: Makes the next piece; `nil` after the last.
  /// - Throws: What making a piece throws, and `alreadyExists`; nothing is left behind.
  package static func createFile(_ path: String, pieces next: () throws -> [UInt8]?) throws {
    let file = try OpenFile(
      path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, cannot: "create")
    do {
      while let piece = try next() { try file.writeAll(piece) }
      try file.synchronize()
      try synchronizeFolder(folder(of: path))
    } catch {
      // The first error is the one to report.
      _ = try? removeFile(path)
      throw error
    }
  }
}

/// Reads a file from its beginning to its end, a piece at a time.
package struct PieceReader: ~Copyable {
  private let file: OpenFile

  /// Opens a file.
  package init(_ path: String) throws(SystemError) {
    // A pipe in the file's place must not make anyone wait.
    file = try OpenFile(path, flags: O_RDONLY | O_NONBLOCK, cannot: "read")
  }

  /// The next `count` bytes; fewer only where the file ends.
  package mutating func next(_ count: Int) throws(SystemError) -> [UInt8] {
    try file.next(count)
  }
}
