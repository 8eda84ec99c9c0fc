private import Glibc

/// The right to be the one process that uses something, for as long as this value lives.
///
/// The system lets go of it when the process ends in any way. The file stays: removing it would let
/// two processes lock two files of the same name.
package struct FileLock: ~Copyable {
  /// More than any process number with its line's end needs.
  private static let longestOwner = 32

  private let file: OpenFile

  /// Takes the lock at `path`, making the file if need be, and writes this process's number into it.
  ///
  /// - Throws: `locked` with the owner's number when another has it, at once; also when the file
  ///   cannot be made.
  package init(path: String) throws(SystemError) {
    let operation = "lock"
    let file = try OpenFile.makeOrOpen(path, flags: O_RDWR, cannot: operation)
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else { throw SystemError(cannot: operation, path) }
      let owner = FileLock.owner(in: file)
      let name = owner.map { "process \($0)" } ?? "another process"
      var error = SystemError(.locked, cannot: operation, path, "\(name) has it")
      error.owner = owner
      throw error
    }
    try FileLock.writeNumber(to: file)
    self.file = file
  }

  deinit {
    // A number left behind does no harm: it is read only while somebody has the lock.
    try? file.truncate(to: 0)
    // Closing the file alone would not do: a process that is being started has a copy of the
    // descriptor until its program begins, and the lock is of all copies.
    _ = flock(file.descriptor, LOCK_UN)
  }

  /// Writes this process's number, which is for people: the lock holds on a full disk, too.
  private static func writeNumber(to file: borrowing OpenFile) throws(SystemError) {
    do throws(SystemError) {
      try file.truncate(to: 0)
      try file.writeAll(Array("\(getpid())\n".utf8))
    } catch {
      guard error.code == .noSpace else { throw error }
    }
  }

  /// The number the owner wrote, unless it is just about to.
  private static func owner(in file: borrowing OpenFile) -> Int32? {
    guard let bytes = try? file.readAll(atMost: longestOwner), bytes.last == UInt8(ascii: "\n"),
      bytes.dropLast().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int32(String(decoding: bytes.dropLast(), as: UTF8.self))
  }
}
