internal import CommandLineCore
internal import TestSupport
internal import Testing

/// What somebody gives to `dyad save` in place of lines of JSON.
@Suite struct ForeignInputTests {
  private static let line =
    #"{"type":"heartRate","value":61,"unit":"count/min","start":"2026-11-20T08:00:00Z"}"#
  private static let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!ELEMENT HealthData (ExportDate,Me,Record*)>
    ]>
    <HealthData locale="de_DE">
    """

  private static let files: [(bytes: [UInt8], says: String)] = [
    (
      Array(export.utf8), "an export of Apple Health, which is XML\n  Import it: 'dyad import FILE'"
    ),
    (Array("\u{FEFF}\(export)".utf8), "an export of Apple Health"),
    (Array("<a>\n</a>".utf8), "XML\n"), (Array("PK\u{3}\u{4}abc".utf8), "a ZIP archive\n"),
    ([0x1F, 0x8B, 8, 0, 10], "compressed by gzip\n"),
    (Array("SQLite format 3\0".utf8), "a database\n  'dyad restore'"),
    ([0xFF, 0xFE] + utf16(line, isLittle: true), "UTF-16\n"),
    ([0xFE, 0xFF] + utf16(line, isLittle: false), "UTF-16\n"),
    (utf16(line, isLittle: true), "UTF-16\n"), (utf16(line, isLittle: false), "UTF-16\n"),
    (Array("[\(line),\n\(line)]\n".utf8), "one list of JSON\n"),
    (Array("[\(line)]".utf8), "one list of JSON\n"), (Array("[\n".utf8), "one list of JSON\n"),
    (
      Array("{\r\n  \"type\": \"heartRate\"\r\n}\r\n".utf8),
      "JSON with an object on several lines\n"
    ),
    (Array("\(line)\r\(line)\r".utf8), "text whose lines end with a carriage return alone\n"),
    (Array("type;value\nheartRate;61\n".utf8), "a table such as CSV\n"),
    ([0, 1, 2, 3, 4, 0, 0, 0], "no text\n"),
  ]

  private static func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittle ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: files.indices)
  func `what a file is is told, and what to do`(index: Int) throws {
    let (bytes, says) = Self.files[index]
    let dyad = try Dyad()
    try dyad.folder.write(bytes, to: "given")
    let run = try dyad.run("save", dyad.folder.file("given"))
    #expect(run.exitCode == ExitCode.invalidInput.rawValue)
    #expect(run.output == "saved 0 samples\n")
    #expect(run.errors.hasPrefix("dyad: cannot read what is to be saved: it is \(says)"))
  }

  @Test func `such a file is passed over as a whole where others are saved all the same`() throws {
    let dyad = try Dyad()
    for (name, text) in [
      ("one", Self.line + "\n"), ("export.xml", Self.export), ("two", Dyad.heartRate(1)),
    ] {
      try dyad.folder.write(Array(text.utf8), to: name)
    }
    let files = ["one", "export.xml", "two"].map { dyad.folder.file($0) }
    let run = try dyad.run(["save", "--keep-going"] + files)
    #expect(run.exitCode == ExitCode.invalidInput.rawValue)
    #expect(run.output == "saved 2 samples, 1 line refused\n")
    #expect(run.errors.contains("cannot read \(files[1]): it is an export of Apple Health"))
  }

  @Test(arguments: [
    #"{"type":"heartRate","#, "{'type':'heartRate'}\n", "hello\n", "null\n",
    #"{"type":"heartRate","metadata":{"x":""# + String(repeating: "a", count: 1_100_000),
  ])
  func `what may be a line of JSON is told as one`(text: String) throws {
    let run = try Dyad().run("save", input: text)
    #expect(run.exitCode == ExitCode.invalidInput.rawValue)
    #expect(run.errors.hasPrefix("dyad: cannot read line 1: "))
  }

  @Test func `after a line that was read the others are lines, too`() throws {
    let run = try Dyad().run("save", input: "\n\(Self.line)\n<a>\n")
    #expect(run.output == "saved 1 sample\n")
    #expect(run.errors.hasPrefix("dyad: cannot read line 3: "))
  }
}
