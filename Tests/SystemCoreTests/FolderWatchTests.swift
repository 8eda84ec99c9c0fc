internal import SystemCore
internal import TestSupport
internal import Testing

@Suite struct FolderWatchTests {
  // A file that was written counts as closed once no child of another test has it any more: so each is waited for by
  // itself, and where events are counted files are moved.
  @Test func `files are told once they are written or moved there, and folders are not`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.createFolder(folder.file("in"))
    let watch = try FolderWatch(folder.file("in"))
    try FileSystem.createFolder(folder.file("in/folder"))
    try folder.write([1], to: "in/new")
    #expect(try watch.next() == .files(["new"]))
    try FileSystem.moveFile(folder.file("in/new"), to: folder.file("out"))
    try FileSystem.moveFile(folder.file("out"), to: folder.file("in/moved, ü"))
    #expect(try watch.next() == .files(["moved, ü"]))
    try folder.write([3], to: "in/moved, ü")
    #expect(try watch.next() == .files(["moved, ü"]))
  }

  @Test func `where more came than the system remembers, all is to be looked at`() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "a")
    let watch = try FolderWatch(folder.path)
    let limit = try FileSystem.readFile("/proc/sys/fs/inotify/max_queued_events", atMost: 64)
    let most = try #require(Int(String(decoding: limit.filter { $0 != 0x0A }, as: UTF8.self)))
    for number in 0...most {
      let names = number.isMultiple(of: 2) ? ("a", "b") : ("b", "a")
      try FileSystem.moveFile(folder.file(names.0), to: folder.file(names.1))
    }
    var news = try watch.next()
    while news != .everything { news = try watch.next() }
  }

  @Test func `a folder that is gone, or none, is told`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.createFolder(folder.file("in"))
    let watch = try FolderWatch(folder.file("in"))
    try FileSystem.moveFile(folder.file("in"), to: folder.file("out"))
    let gone = #expect(throws: SystemError.self) { try watch.next() }
    #expect(gone?.code == .notFound)
    try folder.write([1], to: "file")
    for name in ["none", "file"] {
      #expect(throws: SystemError.self) { _ = try FolderWatch(folder.file(name)) }
    }
  }
}
