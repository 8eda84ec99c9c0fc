internal import ArchiveCore
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite struct ZipWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// More than a piece of anything, and such as does not become shorter.
  private static func noise(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  private static let contents: [(String, [UInt8])] = [
    (
      "folder/plain.xml", Array(repeating: Array("<Record/>\n".utf8), count: 60_000).flatMap(\.self)
    ),
    ("empty", []), ("noise ü", noise(300_000)),
  ]

  private func write(_ sink: ([UInt8]) throws -> Void) throws {
    try withoutActuallyEscaping(sink) { sink in
      let writer = ZipWriter(sink)
      for (name, bytes) in Self.contents {
        try writer.begin(name)
        for start in stride(from: 0, to: bytes.count, by: 77_777) {
          try writer.write(Array(bytes[start..<min(start + 77_777, bytes.count)]))
        }
        try writer.end()
      }
      try writer.finish()
    }
  }

  private func archive() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try write { bytes += $0 }
    return bytes
  }

  private func read(_ member: ZipMember, of archive: ZipArchive) throws -> [UInt8] {
    let stream = try ZipStream(member, of: archive)
    var bytes: [UInt8] = []
    while case let piece = try stream.next(), !piece.isEmpty { bytes += piece }
    return bytes
  }

  @Test func `what is written is read again, through the directory and without it`() throws {
    let bytes = try archive()
    try folder.write(bytes, to: "whole.zip")
    let whole = try ZipArchive(folder.file("whole.zip"))
    #expect(whole.isWhole && whole.members.map(\.name) == Self.contents.map(\.0))
    for (member, content) in zip(whole.members, Self.contents) {
      #expect(member.byteCount == content.1.count)
      #expect(try read(member, of: whole) == content.1)
    }
    try folder.write(Array(bytes.dropLast(30)), to: "cut.zip")
    let cut = try ZipArchive(folder.file("cut.zip"))
    var found: [String] = []
    try cut.walk { member in
      found.append(member.name)
      let content = try read(member, of: cut)
      #expect(content == Self.contents[found.count - 1].1)
      return false
    }
    #expect(!cut.isWhole && found == Self.contents.map(\.0))
  }

  @Test func `Python finds nothing wrong with it`() throws {
    try folder.write(try archive(), to: "a.zip")
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as archive:
          print(archive.testzip(), [(info.filename, info.file_size) for info in archive.infolist()])
      """
    let run = try RunningProgram.run(
      "/usr/bin/env", ["python3", "-c", script, folder.file("a.zip")])
    #expect(
      run.output
        == "None [('folder/plain.xml', 600000), ('empty', 0), ('noise ü', 300000)]\n",
      "\(run.errors)")
  }

  @Test func `what the sink throws ends it`() throws {
    struct Full: Error {}
    var room = 100_000
    #expect(throws: Full.self) {
      try write { bytes in
        room -= bytes.count
        if room < 0 { throw Full() }
      }
    }
  }
}
