private import Glibc
internal import SystemCore
internal import TestSupport
internal import Testing

struct FileLockTests {
  @Test func `a second taker is told who has it`() throws {
    let folder = try TemporaryFolder()
    let lock = try FileLock(path: folder.file("lock"))
    #expect(try folder.read("lock") == Array("\(getpid())\n".utf8))
    do {
      _ = try FileLock(path: folder.file("lock"))
      Issue.record("it was taken twice")
    } catch {
      #expect(error.code == .locked)
      #expect(error.owner == getpid())
      #expect(
        error.description == "cannot lock \(folder.path)/lock: process \(getpid()) has it")
    }
    release(lock)
    _ = try FileLock(path: folder.file("lock"))
    #expect(try folder.read("lock").isEmpty)
  }

  @Test(arguments: [
    "", "12", "12x\n", "-4\n", "99999999999999999999\n", "a line that is too long\n1\n",
  ])
  func `an owner that cannot be read is another process`(text: String) throws {
    let folder = try TemporaryFolder()
    let lock = try FileLock(path: folder.file("lock"))
    try folder.write(Array(text.utf8), to: "lock")
    do {
      _ = try FileLock(path: folder.file("lock"))
      Issue.record("it was taken twice")
    } catch {
      #expect(error.code == .locked)
      #expect(error.owner == nil)
      #expect(error.detail == "another process has it")
    }
    release(lock)
  }

  @Test func `a number that was left behind does not hold the lock`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("1234567\n".utf8), to: "lock")
    let lock = try FileLock(path: folder.file("lock"))
    #expect(try folder.read("lock") == Array("\(getpid())\n".utf8))
    release(lock)
  }

  @Test func `a link is not followed`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "target")
    #expect(unsafe symlink(folder.file("target"), folder.file("lock")) == 0)
    #expect(throws: SystemError.self) { _ = try FileLock(path: folder.file("lock")) }
    #expect(try folder.read("target") == [1])
  }

  @Test func `it is let go of although a program that is being started has a copy`() throws {
    let folder = try TemporaryFolder()
    let lock = try FileLock(path: folder.file("lock"))
    let mine = try #require(try descriptor(of: folder.file("lock")))
    let copy = fcntl(mine, F_DUPFD_CLOEXEC, 0)
    try #require(copy >= 0)
    defer { close(copy) }
    release(lock)
    release(try FileLock(path: folder.file("lock")))
  }

  /// This process's descriptor of the file at `path`.
  private func descriptor(of path: String) throws -> Int32? {
    var file = stat()
    try #require(unsafe stat(path, &file) == 0)
    return (0..<Int32(4_096)).first { number in
      var own = stat()
      return unsafe fstat(number, &own) == 0 && own.st_dev == file.st_dev
        && own.st_ino == file.st_ino
    }
  }

  @Test func `a folder that is missing is an error`() throws {
    let folder = try TemporaryFolder()
    let error = try #require(throws: SystemError.self) {
      _ = try FileLock(path: folder.file("missing/lock"))
    }
    #expect(error.code == .notFound)
  }

  private func release(_ lock: consuming FileLock) {}
}
