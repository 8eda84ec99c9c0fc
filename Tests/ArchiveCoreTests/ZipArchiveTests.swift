internal import ArchiveCore
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite struct ZipArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private func archive(_ bytes: [UInt8]) throws -> ZipArchive {
    try folder.write(bytes, to: "a.zip")
    return try ZipArchive(folder.file("a.zip"))
  }

  private func read(_ member: ZipMember, of archive: ZipArchive) throws -> [UInt8] {
    let stream = try ZipStream(member, of: archive)
    var bytes: [UInt8] = []
    while case let piece = try stream.next(), !piece.isEmpty { bytes += piece }
    return bytes
  }

  static let forms: [ArchiveMaker.Form] = [
    [], .deflated, .descriptor, [.deflated, .descriptor], .large, [.deflated, .large],
    [.deflated, .descriptor, .large],
  ]

  @Test(arguments: forms)
  func `a member of every form is read through the directory`(form: ArchiveMaker.Form) throws {
    var maker = ArchiveMaker()
    maker.add("first/", [])
    maker.add("first/empty", [], form)
    maker.add("first/one.xml", Self.content, form)
    maker.add("other", Array("other".utf8))
    let archive = try archive(maker.finished())
    #expect(archive.isWhole)
    #expect(archive.members.map(\.name) == ["first/", "first/empty", "first/one.xml", "other"])
    let contents = try archive.members.map { try read($0, of: archive) }
    #expect(
      contents[1].isEmpty && contents[2] == Self.content && contents[3] == Array("other".utf8))
  }

  @Test(arguments: forms.filter { !$0.isSuperset(of: .descriptor) || $0.contains(.deflated) })
  func `an archive without its directory is walked along`(form: ArchiveMaker.Form) throws {
    var maker = ArchiveMaker()
    maker.add("one", Self.content, form)
    maker.add("two", Array("second".utf8), form)
    let whole = maker.finished()
    let archive = try archive(whole.dropLast(30))
    #expect(!archive.isWhole && archive.members.isEmpty)
    var names: [String] = []
    var last: [UInt8] = []
    try archive.walk { member in
      names.append(member.name)
      last = try read(member, of: archive)
      return false
    }
    #expect(names == ["one", "two"] && last == Array("second".utf8))
  }

  @Test func `what Python writes is read`() throws {
    let script = """
      import zipfile, sys
      text = b"<Record value='1'/>\\n" * 40000
      class Pipe:
          def __init__(self, file): self.file = file
          def write(self, bytes): return self.file.write(bytes)
          def flush(self): self.file.flush()
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
          archive.writestr("a/plain.xml", text)
          with archive.open("a/large.xml", "w", force_zip64=True) as member: member.write(text)
      with open(sys.argv[2], "wb") as file, zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as archive:
          archive.writestr("a/piped.xml", text)
      """
    let paths = [folder.file("one.zip"), folder.file("piped.zip")]
    let run = try RunningProgram.run("/usr/bin/env", ["python3", "-c", script] + paths)
    try #require(run.exitCode == 0, "\(run.errors)")
    for path in paths {
      let archive = try ZipArchive(path)
      for member in archive.members {
        #expect(try read(member, of: archive).count == 20 * 40_000)
      }
    }
  }

  static let faults: [(ArchiveMaker.Form, ZipError.Code, String)] = [
    ([.deflated, .wrongChecksum], .corrupt, "the checksum of one is another one"),
    (.wrongChecksum, .corrupt, "the checksum of one is another one"),
    ([.deflated, .wrongChecksum, .descriptor], .corrupt, "the checksum of one is another one"),
    (.encrypted, .unsupported, "one needs a password"),
    (.odd, .unsupported, "one is compressed by method 99"),
    ([.deflated, .wrongSize], .corrupt, "one has fewer bytes than it says"),
  ]

  @Test(arguments: faults)
  func `what is wrong with a member is told`(
    form: ArchiveMaker.Form, code: ZipError.Code, detail: String
  ) throws {
    var maker = ArchiveMaker()
    maker.add("one", Array("some content".utf8), form)
    let archive = try archive(maker.finished())
    let error = #expect(throws: ZipError.self) { try read(archive.members[0], of: archive) }
    #expect(error?.code == code && error?.detail == detail)
  }

  @Test func `an archive cut after any byte gives what comes before, and never traps`() throws {
    var maker = ArchiveMaker()
    maker.add("one", Array("<HealthData></HealthData>".utf8), .deflated)
    maker.add("two", Array("second".utf8))
    let whole = maker.finished()
    for count in 0..<whole.count {
      try folder.write(Array(whole[..<count]), to: "cut.zip")
      do {
        let archive = try ZipArchive(folder.file("cut.zip"))
        try archive.walk { member in
          _ = try read(member, of: archive)
          return false
        }
      } catch let error as ZipError {
        #expect([.truncated, .corrupt].contains(error.code))
      }
    }
  }

  /// What such sizes were added to was more than a number holds, or never reached.
  @Test(arguments: [UInt64(1) << 55, 1 << 56])
  func `a member that says that it is longer than the archive is refused`(size: UInt64) throws {
    var maker = ArchiveMaker()
    maker.add("one", Array(Self.content.prefix(300)), .large)
    func bytes(_ number: UInt64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let lying = maker.finished().replacing(bytes(300), with: bytes(size))
    let archive = try archive(lying)
    #expect(archive.members.map(\.storedByteCount) == [Int(size)])
    let error = #expect(throws: ZipError.self) { try read(archive.members[0], of: archive) }
    #expect(error?.code == .truncated)
    var names: [String] = []
    try archive.walk { member in
      names.append(member.name)
      return false
    }
    #expect(names == ["one"])
  }

  @Test func `bytes that were changed at random never trap`() throws {
    var generator = SeededGenerator(seed: 26)
    var maker = ArchiveMaker()
    maker.add("one", Array(Self.content.prefix(300)), [.deflated, .large])
    maker.add("two", Array("second".utf8), [.deflated, .descriptor])
    let whole = maker.finished()
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      try folder.write(bytes, to: "wrong.zip")
      do {
        let archive = try ZipArchive(folder.file("wrong.zip"))
        for member in archive.members { _ = try? read(member, of: archive) }
        try archive.walk { _ in false }
      } catch is ZipError {
      } catch let error as SystemError {
        Issue.record("\(error)")
      }
    }
  }

  @Test func `a size that no disk has is no size`() throws {
    var maker = ArchiveMaker()
    maker.add("one", Array("content".utf8), [.deflated, .large])
    var bytes = maker.finished()
    // Of what follows the name: two numbers of two bytes, the size, and the size as stored.
    bytes.replaceSubrange(45..<53, with: [UInt8](repeating: 0xFF, count: 7) + [0x7F])
    let archive = try archive(bytes.dropLast(60))
    var contents: [[UInt8]] = []
    try archive.walk { member in
      contents.append(try read(member, of: archive))
      return false
    }
    #expect(contents == [Array("content".utf8)])
  }

  @Test func `a member that grows without end is refused`() throws {
    let script = """
      import zipfile, sys
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
          archive.writestr("zeros", bytes(64 << 20))
      """
    let path = folder.file("bomb.zip")
    let run = try RunningProgram.run("/usr/bin/env", ["python3", "-c", script, path])
    try #require(run.exitCode == 0, "\(run.errors)")
    let archive = try ZipArchive(path)
    let error = #expect(throws: ZipError.self) { try read(archive.members[0], of: archive) }
    #expect(error?.code == .tooLarge)
  }

  @Test func `what is no archive, or has nothing in it, is told from one`() throws {
    #expect(throws: ZipError.self) { try archive(Array("<HealthData/>".utf8)) }
    #expect(throws: ZipError.self) { try archive([]) }
    #expect(try archive(ArchiveMaker().finished()).members.isEmpty)
    #expect(throws: SystemError.self) { try ZipArchive(folder.path) }
  }
}
