internal import SystemCore
internal import TestSupport
internal import Testing

@Suite struct FolderWatchTests {
  @Test func `files are told once they are written or moved there, and folders are not`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.createFolder(folder.file("in"))
    try folder.write([1], to: "in/before")
    let watch = try FolderWatch(folder.file("in"))
    try FileSystem.createFolder(folder.file("in/folder"))
    try folder.write([1], to: "in/new")
    try folder.write([1], to: "in/new")
    try folder.write([2], to: "moved")
    try FileSystem.moveFile(folder.file("moved"), to: folder.file("in/moved, ü"))
    #expect(try watch.next() == .files(["new", "moved, ü"]))
    try folder.write([3], to: "in/before")
    #expect(try watch.next() == .files(["before"]))
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
