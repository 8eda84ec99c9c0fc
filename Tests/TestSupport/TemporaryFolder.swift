private import Glibc

/// A folder of its own for one test; it goes away, with all in it, when the last reference does.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let path: String

  /// Makes it below `$TMPDIR`, or below /tmp.
  ///
  /// - Parameter inMemory: Whether it had rather be where there is no disk, below /dev/shm.
  /// - Throws: `TestSupportError` where it cannot be made.
  package init(inMemory: Bool = false) throws(TestSupportError) {
    var parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    if inMemory, unsafe access("/dev/shm", W_OK) == 0 { parent = "/dev/shm" }
    var template = Array("\(parent)/dyad-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw TestSupportError("cannot make a temporary folder: error \(errno)")
    }
    self.path = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    TemporaryFolder.remove(path)
  }

  /// Where a file called `name` in it is.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of what is in it, sorted.
  package func contents() -> [String] { TemporaryFolder.names(in: path).sorted() }

  /// The bytes of the file called `name`.
  package func read(_ name: String) throws(TestSupportError) -> [UInt8] {
    try Self.read(file(name))
  }

  /// The bytes of any file.
  static func read(_ path: String) throws(TestSupportError) -> [UInt8] {
    guard let stream = unsafe fopen(path, "r") else {
      throw TestSupportError("cannot read \(path): error \(errno)")
    }
    defer { _ = unsafe fclose(stream) }  // Nothing was written that closing could lose.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, stream)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    guard unsafe ferror(stream) == 0 else { throw TestSupportError("cannot read \(path)") }
    return bytes
  }

  /// Replaces the file called `name` by `bytes`.
  package func write(_ bytes: [UInt8], to name: String) throws(TestSupportError) {
    guard let stream = unsafe fopen(file(name), "w") else {
      throw TestSupportError("cannot write \(name): error \(errno)")
    }
    let count = unsafe fwrite(bytes, 1, bytes.count, stream)
    guard unsafe fclose(stream) == 0, count == bytes.count else {
      throw TestSupportError("cannot write \(name): error \(errno)")
    }
  }

  package static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { _ = unsafe closedir(stream) }  // It was only read.
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: String) {
    // A test may have taken the right to look inside.
    _ = unsafe chmod(path, 0o700)
    for name in names(in: path) {
      let inner = "\(path)/\(name)"
      if unsafe unlink(inner) != 0 { remove(inner) }
    }
    // What is left over is only clutter in a folder for temporary things.
    _ = unsafe rmdir(path)
  }
}
