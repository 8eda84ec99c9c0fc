internal import ProtobufWire
internal import Testing

@Suite struct DescriptorPoolTests {
  private func pool(_ files: [UInt8]...) throws -> DescriptorPool {
    try DescriptorPool(try files.map { try FileDescriptor(decoding: $0) })
  }

  private func error(_ files: [UInt8]...) throws -> WireError {
    try #require(throws: WireError.self) {
      try DescriptorPool(try files.map { try FileDescriptor(decoding: $0) })
    }
  }

  @Test func `files come in any order and are sorted`() throws {
    let pool = try pool(
      FileBuilder.file("c", imports: ["b", "a"]), FileBuilder.file("b", imports: ["a"]),
      FileBuilder.file("a"))
    #expect(pool.files.map(\.name) == ["a", "b", "c"])
    #expect(try DescriptorPool([]).files.isEmpty)
  }

  @Test func `a file that is not there is named`() throws {
    let error = try error(FileBuilder.file("a", imports: ["b.proto"]))
    #expect(error.code == .missing)
    #expect("\(error)" == "cannot resolve a: it imports b.proto, which is not there")
  }

  @Test func `files that import each other are refused`() throws {
    #expect(try error(FileBuilder.file("a", imports: ["a"])).code == .cycle)
    let error = try error(
      FileBuilder.file("a"), FileBuilder.file("b", imports: ["c", "a"]),
      FileBuilder.file("c", imports: ["b"]))
    #expect(error.code == .cycle)
    #expect(error.field == "b")
  }

  @Test func `a long chain of imports is no deep one`() throws {
    let files = try (0..<2000).map { number in
      try FileDescriptor(
        decoding: FileBuilder.file("f\(number)", imports: number < 1999 ? ["f\(number + 1)"] : []))
    }
    #expect(try DescriptorPool(files).files.first?.name == "f1999")
  }

  @Test func `the same file counts once, another of its name is refused`() throws {
    let file = FileBuilder.file("a", FileBuilder.message("M"))
    #expect(try pool(file, file).files.count == 1)
    let error = try error(file, FileBuilder.file("a"))
    #expect(error.code == .duplicate)
    #expect(error.field == "a")
  }

  @Test func `a name declared twice is refused`() throws {
    let error = try error(
      FileBuilder.file("a", FileBuilder.message("M")),
      FileBuilder.file("b", FileBuilder.message("M")))
    #expect(error.code == .duplicate)
    #expect(error.field == "p.M")
    #expect(throws: Never.self) {
      try pool(
        FileBuilder.file("a", FileBuilder.message("M")),
        FileBuilder.file("b", package: "q", FileBuilder.message("M")))
    }
  }

  @Test(arguments: [
    (".p.M.N", "p.M.N"), ("N", "p.M.N"), ("M.N", "p.M.N"), ("p.M.N", "p.M.N"), ("O", "p.O"),
    (".p.O", "p.O"), ("M", "p.M"),
  ])
  func `types are found from the inside out`(written: String, fullName: String) throws {
    let pool = try pool(
      FileBuilder.file(
        "a",
        FileBuilder.both(
          FileBuilder.message(
            "M",
            FileBuilder.both(
              FileBuilder.message("N", at: 3),
              FileBuilder.field("f", number: 1, kind: 11, type: written))),
          FileBuilder.message("O"), FileBuilder.message("N"))))
    #expect(pool.message(named: "p.M")?.field(named: "f")?.typeName == fullName)
  }

  @Test(arguments: ["", ".", ".X", "X", "p", ".p", ".p.", "M.", "..p.M", "p.M.f", ".p.M.f"])
  func `a type that is declared nowhere is refused`(written: String) throws {
    let file = FileBuilder.file(
      "a", FileBuilder.message("M", FileBuilder.field("f", number: 1, kind: 11, type: written)))
    let error = try error(file)
    #expect(error.code == .missing)
    #expect(error.field == "p.M.f")
  }

  @Test func `a message is no enum`() throws {
    let error = try error(
      FileBuilder.file(
        "a", FileBuilder.message("M", FileBuilder.field("f", number: 1, kind: 14, type: ".p.M"))))
    #expect(error.code == .missing)
  }

  @Test(
    arguments: [
      (FileBuilder.field("", number: 1), WireError.Code.badName),
      (FileBuilder.field("1a", number: 1), .badName),
      (FileBuilder.field("a-b", number: 1), .badName),
      (FileBuilder.field("é", number: 1), .badName),
      (FileBuilder.field("a", number: 0), .malformed),
      (FileBuilder.field("a", number: -1), .malformed),
      (FileBuilder.field("a", number: 0x2000_0000), .malformed),
      (FileBuilder.field("a", number: 1, kind: 19), .malformed),
      (FileBuilder.field("a", number: 1, label: 4), .malformed),
      (
        FileBuilder.both(FileBuilder.field("a", number: 1), FileBuilder.field("b", number: 1)),
        .duplicate
      ),
      (
        FileBuilder.both(FileBuilder.field("a", number: 1), FileBuilder.field("a", number: 2)),
        .duplicate
      ),
      (FileBuilder.raw { $0.write([0xFF] as [UInt8], field: 1) }, .badText),
      (FileBuilder.raw { $0.writeMessage(field: 4) { $0.write("E", field: 1) } }, .malformed),
      (
        FileBuilder.raw { message in
          message.writeMessage(field: 2) { field in
            field.write("a", field: 1)
            field.write(1, field: 3)
            field.write(7, field: 9)
          }
        }, .malformed
      ),
    ] as [(FileBuilder.Body, WireError.Code)])
  func `a message that no compiler would make is refused`(
    body: @escaping FileBuilder.Body, code: WireError.Code
  ) throws {
    #expect(try error(FileBuilder.file("a", FileBuilder.message("M", body))).code == code)
  }

  @Test(arguments: ["", "a\nb", "\u{1B}[2J", String(repeating: "a", count: 2000)])
  func `a file needs a name that can be shown`(name: String) throws {
    #expect(try error(FileBuilder.file(name)).code == .badName)
    #expect(try error(FileBuilder.file("a", imports: [name])).code == .badName)
  }

  @Test(arguments: [".", "a..b", "a.", "1", "a b", "ä"])
  func `a package needs a name that is one`(name: String) throws {
    #expect(try error(FileBuilder.file("a", package: name)).code == .badName)
  }

  @Test func `names, declarations and depth are bounded`() throws {
    let long = String(repeating: "a", count: 600)
    #expect(
      try error(FileBuilder.file("a", FileBuilder.message(long, FileBuilder.message(long, at: 3))))
        .code
        == .tooLarge)
    let many = FileBuilder.file("a") { writer in
      for number in 0...DescriptorPool.maximumSymbolCount {
        FileBuilder.message("M\(number)")(&writer)
      }
    }
    #expect(try error(many).code == .tooLarge)
    var body: FileBuilder.Body = { _ in }
    for _ in 0..<200 {
      let inner = body
      body = FileBuilder.message("M", at: 3, inner)
    }
    #expect(try error(FileBuilder.file("a", FileBuilder.message("M", body))).code == .tooDeep)
  }

  @Test(arguments: [
    FileBuilder.both(FileBuilder.field("key", number: 1, kind: 9)),
    FileBuilder.both(FileBuilder.field("value", number: 2)),
    FileBuilder.both(
      FileBuilder.field("key", number: 1, kind: 1), FileBuilder.field("value", number: 2)),
    FileBuilder.both(
      FileBuilder.field("key", number: 1, kind: 12), FileBuilder.field("value", number: 2)),
    FileBuilder.both(
      FileBuilder.field("key", number: 1, kind: 11, type: ".p.M"),
      FileBuilder.field("value", number: 2)),
    FileBuilder.both(
      FileBuilder.field("key", number: 1, kind: 9), FileBuilder.field("value", number: 2, label: 3)),
  ])
  func `an entry that is none of a map is refused`(fields: @escaping FileBuilder.Body) throws {
    let entry = FileBuilder.message(
      "FEntry", at: 3,
      FileBuilder.both(
        fields, FileBuilder.raw { $0.writeMessage(field: 7) { $0.write(true, field: 7) } }))
    let file = FileBuilder.file(
      "a",
      FileBuilder.message(
        "M",
        FileBuilder.both(
          entry, FileBuilder.field("f", number: 1, kind: 11, type: ".p.M.FEntry", label: 3))))
    #expect(try error(file).code == .malformed)
  }

  @Test func `two extensions of one number are refused`() throws {
    func extending(_ name: String) -> FileBuilder.Body {
      { file in
        file.writeMessage(field: 7) { field in
          field.write(name, field: 1)
          field.write(".p.M", field: 2)
          field.write(100, field: 3)
          field.write(1, field: 4)
          field.write(5, field: 5)
        }
      }
    }
    let one = FileBuilder.both(FileBuilder.message("M"), extending("x"))
    #expect(try pool(FileBuilder.file("a", one)).extensionNumbers(of: "p.M") == [100])
    #expect(
      try error(FileBuilder.file("a", FileBuilder.both(one, extending("y")))).code == .duplicate)
    #expect(
      try error(FileBuilder.file("a", FileBuilder.both(one, extending("x")))).code == .duplicate)
    #expect(try error(FileBuilder.file("a", extending("x"))).code == .missing)
  }

  @Test func `a set is its files`() throws {
    var set = WireWriter()
    set.write(FileBuilder.file("a"), field: 1)
    set.write(FileBuilder.file("b", imports: ["a"]), field: 1)
    #expect(try DescriptorPool(decodingSet: set.bytes).files.map(\.name) == ["a", "b"])
    #expect(throws: WireError.self) { try DescriptorPool(decodingSet: Array(set.bytes.dropLast())) }
  }
}
