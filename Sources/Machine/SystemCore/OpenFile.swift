private import Glibc

/// One open file or folder, and the only owner of its descriptor.
@safe struct OpenFile: ~Copyable {
  let descriptor: Int32
  let path: String

  /// Takes a descriptor that is open.
  init(_ descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens `path`; a new file can be read and written by its owner alone.
  init(_ path: String, flags: Int32, cannot operation: String) throws(SystemError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SystemError(.other, cannot: operation, path, "the path is empty or has a zero byte")
    }
    let descriptor = OpenFile.retrying { unsafe open(path, flags | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw SystemError(cannot: operation, path) }
    self.descriptor = descriptor
    self.path = path
  }

  /// Makes the file where nothing is, as its folder's: what root makes in the folder of a user would shut that
  /// user out.
  static func make(
    _ path: String, flags: Int32, cannot operation: String
  ) throws(SystemError)
    -> OpenFile
  {
    let file = try OpenFile(
      path, flags: flags | O_CREAT | O_EXCL | O_NOFOLLOW, cannot: operation)
    guard geteuid() == 0 else { return file }
    let folder = FileSystem.folder(of: path)
    var status = stat()
    guard unsafe stat(folder, &status) == 0,
      status.st_uid == 0 || fchown(file.descriptor, status.st_uid, status.st_gid) == 0
    else {
      let error = SystemError(cannot: operation, path)
      _ = unsafe unlink(path)  // The first error is the one to report.
      throw error
    }
    return file
  }

  /// The same, or opens what is there.
  static func makeOrOpen(
    _ path: String, flags: Int32, cannot operation: String
  )
    throws(SystemError) -> OpenFile
  {
    do throws(SystemError) {
      return try make(path, flags: flags, cannot: operation)
    } catch {
      guard error.code == .alreadyExists else { throw error }
      return try OpenFile(path, flags: flags | O_CREAT | O_NOFOLLOW, cannot: operation)
    }
  }

  deinit {
    // What had to last was synced before, with its status read.
    _ = Glibc.close(descriptor)
  }

  /// Reads to the end, or throws `tooLarge` past `bound` bytes.
  func readAll(atMost bound: Int) throws(SystemError) -> [UInt8] {
    let operation = "read"
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(bound + 1, 65_536))
    while true {
      let count = OpenFile.retrying { unsafe read(descriptor, &chunk, chunk.count) }
      guard count >= 0 else { throw SystemError(cannot: operation, path) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= bound else {
        throw SystemError(
          .tooLarge, cannot: operation, path, "it has more than \(bound) bytes")
      }
      bytes += chunk[..<count]
    }
  }

  /// Reads `count` bytes at the current place; fewer only where the file ends.
  func next(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = OpenFile.retrying {
        unsafe bytes.withUnsafeMutableBytes {
          unsafe read(descriptor, $0.baseAddress.map { unsafe $0 + filled }, count - filled)
        }
      }
      guard more >= 0 else { throw SystemError(cannot: "read", path) }
      guard more > 0 else { break }
      filled += more
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Writes all of `bytes` at the current place.
  func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = OpenFile.retrying {
        unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      }
      guard count > 0 else { throw SystemError(cannot: "write", path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes it as long as `size`.
  func truncate(to size: Int) throws(SystemError) {
    guard OpenFile.retrying({ ftruncate(descriptor, size) }) == 0 else {
      throw SystemError(cannot: "truncate", path)
    }
  }

  /// Returns once everything is on the disk.
  func synchronize() throws(SystemError) {
    // A failed sync is never repeated: the second one would succeed without the lost pages.
    guard OpenFile.retrying({ fsync(descriptor) }) == 0 else {
      throw SystemError(cannot: "sync", path)
    }
  }

  /// Repeats a call that a signal interrupted before it did anything.
  static func retrying<Number: BinaryInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      guard result == -1, errno == EINTR else { return result }
    }
  }
}
