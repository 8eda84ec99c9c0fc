private import Glibc
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite struct FileRightsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [
    (UInt32(0o600), true, "0600"), (0o400, true, "0400"), (0o640, false, "0640"),
    (0o601, false, "0601"), (0o4700, true, "4700"), (0, true, "0000"),
  ])
  func `they are as chmod made them`(mode: UInt32, isPrivate: Bool, octal: String) throws {
    try FileSystem.createFile(folder.file("a"), [])
    #expect(unsafe chmod(folder.file("a"), mode) == 0)
    let rights = try FileSystem.rights(of: folder.file("a"))
    #expect(rights == FileRights(mode: mode, owner: geteuid()))
    #expect(rights.isPrivate == isPrivate)
    #expect(rights.isOwn)
    #expect(rights.octal == octal)
    #expect(!FileRights(mode: mode, owner: geteuid() + 1).isOwn)
  }

  @Test func `what is not there has none`() {
    let error = #expect(throws: SystemError.self) { try FileSystem.rights(of: folder.file("a")) }
    #expect(error?.code == .notFound)
  }

  @Test func `a published file can be read by all and replaces the one before`() throws {
    for bytes: [UInt8] in [[1], [2, 3]] {
      try FileSystem.publishFile(folder.file("a"), bytes)
      #expect(try folder.read("a") == bytes)
      #expect(try FileSystem.rights(of: folder.file("a")).octal == "0644")
      #expect(folder.contents() == ["a"])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "it takes root to make files of others"))
  func `what root makes as a folder's belongs to whom the folder belongs to`() throws {
    let user: UInt32 = 41_234
    let own = folder.file("own")
    try FileSystem.createFolder(own)
    #expect(unsafe chown(own, user, user) == 0)
    try FileSystem.createFile("\(own)/made", [1], asOfFolder: true)
    try FileSystem.replaceFile("\(own)/replaced", [1], asOfFolder: true)
    try FileSystem.allocateFile("\(own)/room", size: 4_096)
    let lock = try FileLock(path: "\(own)/lock")
    for name in ["made", "replaced", "room", "lock"] {
      let rights = try FileSystem.rights(of: "\(own)/\(name)")
      #expect(rights == FileRights(mode: 0o600, owner: user), "\(name)")
    }
    _ = consume lock
    // What was there stays whose it is, and what root writes for itself is root's.
    try FileSystem.createFile("\(own)/lock-of-root", [])
    _ = try FileLock(path: "\(own)/lock-of-root")
    #expect(try FileSystem.rights(of: "\(own)/lock-of-root").owner == 0)
  }

  @Test func `a file that cannot be published leaves nothing behind`() throws {
    try FileSystem.createFolder(folder.file("a"))
    #expect(throws: SystemError.self) { try FileSystem.publishFile(folder.file("a"), [1]) }
    #expect(folder.contents() == ["a"])
  }
}
