private import Glibc
internal import SystemCore
internal import TestSupport
internal import Testing

struct FileSystemTests {
  private let folder: TemporaryFolder

  init() throws {
    self.folder = try TemporaryFolder()
  }

  @Test func `folders are made with those above them, for their owner alone`() throws {
    let path = folder.file("a/b/c")
    try FileSystem.createFolder(path)
    #expect(try FileSystem.exists(path))
    #expect(try permissions("a") == 0o700)
    #expect(try permissions("a/b/c") == 0o700)
    try FileSystem.createFolder(path)
    try FileSystem.createFolder("\(path)/")
  }

  @Test func `a folder that is there keeps its rights`() throws {
    try FileSystem.createFolder(folder.file("a"))
    #expect(unsafe chmod(folder.file("a"), 0o755) == 0)
    try FileSystem.createFolder(folder.file("a/b"))
    #expect(try permissions("a") == 0o755)
  }

  @Test func `what is written into a link or a device leaves it there`() throws {
    try folder.write([1, 2], to: "file")
    #expect(unsafe symlink("file", folder.file("link")) == 0)
    try FileSystem.write([3], into: folder.file("link"))
    #expect(FileSystem.linkTarget(folder.file("link")) == "file")
    #expect(try FileSystem.readFile(folder.file("file"), atMost: 9) == [3])
    try FileSystem.write([3], into: "/dev/null")
    #expect(try FileSystem.isPlainFile("/dev/null") == false)
    #expect(throws: SystemError.self) { try FileSystem.write([3], into: folder.path) }
    #expect(throws: SystemError.self) { try FileSystem.write([3], into: folder.file("none")) }
  }

  @Test func `links and folders are told from files`() throws {
    try folder.write([1], to: "file")
    #expect(unsafe symlink("file", folder.file("link")) == 0)
    #expect(unsafe symlink("nowhere", folder.file("dangling")) == 0)
    #expect(try FileSystem.isPlainFile(folder.file("file")) == true)
    #expect(try FileSystem.isPlainFile(folder.file("none")) == nil)
    for path in [folder.file("link"), folder.file("dangling"), folder.path, "/dev/null"] {
      #expect(try FileSystem.isPlainFile(path) == false)
    }
    #expect(throws: SystemError.self) { _ = try FileSystem.isPlainFile(folder.file("file/a")) }
    #expect(FileSystem.linkTarget(folder.file("dangling")) == "nowhere")
    #expect(FileSystem.linkTarget(folder.file("file")) == nil)
    #expect(FileSystem.linkTarget(folder.file("none")) == nil)
  }

  @Test(arguments: ["", "relative", "relative/path"])
  func `a folder is named from the root`(path: String) throws {
    #expect(throws: SystemError.self) { try FileSystem.createFolder(path) }
  }

  @Test func `a file in a folder's place is an error`() throws {
    try folder.write([], to: "a")
    let error = try #require(throws: SystemError.self) {
      try FileSystem.createFolder(folder.file("a"))
    }
    #expect(error.code == .alreadyExists)
    #expect(throws: SystemError.self) { try FileSystem.createFolder(folder.file("a/b")) }
  }

  @Test(arguments: [0, 1, 200_000])
  func `a new file holds its bytes, for its owner alone`(count: Int) throws {
    var generator = SeededGenerator(seed: 1)
    let bytes = generator.bytes(count)
    try FileSystem.createFile(folder.file("a"), bytes)
    #expect(try FileSystem.readFile(folder.file("a"), atMost: count) == bytes)
    #expect(try FileSystem.size(of: folder.file("a")) == count)
    #expect(try permissions("a") == 0o600)
  }

  @Test func `a file that exists is not made again`() throws {
    try folder.write([1], to: "a")
    let error = try #require(throws: SystemError.self) {
      try FileSystem.createFile(folder.file("a"), [2])
    }
    #expect(error.code == .alreadyExists)
    #expect(error.description == "cannot create \(folder.path)/a: it exists already (EEXIST)")
    #expect(try folder.read("a") == [1])
  }

  @Test func `a link that leads nowhere is not followed to make a file`() throws {
    #expect(unsafe symlink(folder.file("target"), folder.file("link")) == 0)
    #expect(throws: SystemError.self) { try FileSystem.createFile(folder.file("link"), [1]) }
    #expect(folder.contents() == ["link"])
  }

  @Test func `replacing leaves the new contents and nothing else`() throws {
    try FileSystem.replaceFile(folder.file("a"), [1])
    try FileSystem.replaceFile(folder.file("a"), [2, 3])
    #expect(try folder.read("a") == [2, 3])
    #expect(folder.contents() == ["a"])
    #expect(try permissions("a") == 0o600)
  }

  @Test func `what a crash left does not stop a replacement`() throws {
    try folder.write([9, 9, 9], to: "a.new")
    try FileSystem.replaceFile(folder.file("a"), [1])
    #expect(try folder.read("a") == [1])
    #expect(folder.contents() == ["a"])
  }

  @Test func `a replacement that fails leaves nothing behind`() throws {
    try FileSystem.createFolder(folder.file("a"))
    try folder.write([1], to: "a/inside")
    #expect(throws: SystemError.self) { try FileSystem.replaceFile(folder.file("a"), [1]) }
    #expect(folder.contents() == ["a"])
  }

  @Test func `reading stops at its bound`() throws {
    try folder.write(Array(repeating: 7, count: 100), to: "a")
    #expect(try FileSystem.readFile(folder.file("a"), atMost: 100).count == 100)
    let error = try #require(throws: SystemError.self) {
      _ = try FileSystem.readFile(folder.file("a"), atMost: 99)
    }
    #expect(error.code == .tooLarge)
    #expect(error.detail == "it has more than 99 bytes")
  }

  @Test func `a device without end is read to the bound only`() throws {
    let error = try #require(throws: SystemError.self) {
      _ = try FileSystem.readFile("/dev/zero", atMost: 1_000)
    }
    #expect(error.code == .tooLarge)
  }

  @Test(arguments: ["read", "measure", "free space", "sync", "create", "replace"])
  func `what is missing is told as such`(attempt: String) throws {
    let path = folder.file("missing")
    let error = try #require(throws: SystemError.self) {
      switch attempt {
      case "read": _ = try FileSystem.readFile(path, atMost: 1)
      case "measure": _ = try FileSystem.size(of: path)
      case "free space": _ = try FileSystem.freeSpace(at: path)
      case "sync": try FileSystem.synchronizeFolder(path)
      case "create": try FileSystem.createFile("\(path)/a", [])
      default: try FileSystem.replaceFile("\(path)/a", [])
      }
    }
    #expect(error.code == .notFound)
    #expect(error.description.hasSuffix("no such file or folder (ENOENT)"))
  }

  @Test func `asking for what is missing is no error`() throws {
    #expect(try !FileSystem.exists(folder.file("missing")))
    #expect(try !FileSystem.removeFile(folder.file("missing")))
  }

  @Test func `a file is removed once`() throws {
    try folder.write([1], to: "a")
    #expect(try FileSystem.removeFile(folder.file("a")))
    #expect(try !FileSystem.removeFile(folder.file("a")))
  }

  @Test func `a folder is not removed as a file`() throws {
    #expect(throws: SystemError.self) { _ = try FileSystem.removeFile(folder.path) }
    #expect(try FileSystem.exists(folder.path))
  }

  @Test func `there is space where files can be written`() throws {
    #expect(try FileSystem.freeSpace(at: folder.path) > 0)
  }

  private func permissions(_ name: String) throws -> UInt32 {
    var status = stat()
    try #require(unsafe stat(folder.file(name), &status) == 0)
    return status.st_mode & 0o777
  }
}
