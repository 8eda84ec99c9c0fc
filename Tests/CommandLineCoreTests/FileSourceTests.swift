internal import CommandLineCore
internal import TestSupport
internal import Testing

@Suite struct FileSourceTests {
  @Test func `a file is read from its beginning to its end`() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write(bytes, to: "a")
    let source = try FileSource(path: folder.file("a"))
    var read: [UInt8] = []
    while true {
      let chunk = try source.nextChunk()
      if chunk.isEmpty { break }
      read += chunk
    }
    #expect(read == bytes)
    #expect(try source.nextChunk().isEmpty)
  }

  @Test func `a file that is not there is named`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("none")
    let error = #expect(throws: CommandLineError.self) { try FileSource(path: path) }
    #expect(error?.description == "cannot open \(path): No such file or directory")
    #expect(error?.code == .inputOutput)
  }

  @Test func `a folder cannot be read`() throws {
    let folder = try TemporaryFolder()
    let source = try FileSource(path: folder.path)
    let error = #expect(throws: CommandLineError.self) { try source.nextChunk() }
    #expect(error?.description.hasPrefix("cannot read \(folder.path): ") == true)
  }

  @Test func `a relative path starts at the present folder`() throws {
    let here = try #require(CurrentProcess.absolutePath("."))
    #expect(here.hasPrefix("/"))
    #expect(CurrentProcess.absolutePath("a/b") == here + "/a/b")
    #expect(CurrentProcess.absolutePath("/a/b") == "/a/b")
  }
}
