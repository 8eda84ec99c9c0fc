internal import CommandLineCore
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct DocumentsProcessTests {
  @Test func `a document is checked, kept once, listed, read and given back`() throws {
    let dyad = try Dyad()
    try dyad.folder.write(CDASample.bytes, to: "visit.xml")
    let file = dyad.folder.file("visit.xml")
    #expect(try dyad.run("documents", "import", file).lines == ["1 document saved"])
    #expect(
      try dyad.run("documents", "import", file).lines == ["0 documents saved, 1 there already"])
    let list = try dyad.run("documents", "list", "--json")
    let json = try JSONValue(parsing: try #require(list.lines.first))
    #expect(list.lines.count == 1)
    #expect(json["title"] == .string("Résumé de soins"))
    #expect(json["patient"] == .string("Ada M. Exemple"))
    #expect(json["author"] == .string("Dr. Écrit"))
    #expect(json["custodian"] == .string("General & Co"))
    #expect(json["start"] == .string("2026-01-31T11:00:00Z"))
    #expect(json["bytes"] == .integer(Int64(CDASample.bytes.count)))
    guard case .string(let uuid)? = json["uuid"] else { return #expect(json["uuid"] != nil) }
    let raw = try dyad.run("documents", "show", "--raw", uuid)
    #expect(Array(raw.output.utf8) == CDASample.bytes)
    let folder = dyad.folder.file("papers")
    #expect(try dyad.run("documents", "export", folder).lines == ["1 document written"])
    #expect(try dyad.folder.read("papers/\(uuid).xml") == CDASample.bytes)
    let page = try dyad.run("documents", "show", "--html", uuid).output
    #expect(page.hasPrefix("<!doctype html>") && page.contains("<h1>Résumé de soins</h1>"))
  }

  @Test func `a document is shown as wide as a terminal is`() throws {
    let dyad = try Dyad()
    let long = "Rash and much more that takes quite some room, so that no line has it all"
    try dyad.folder.write(CDASample.with("Rash", long), to: "visit.xml")
    _ = try dyad.run("documents", "import", dyad.folder.file("visit.xml"))
    let list = try dyad.runInTerminal("documents", "list", columns: 100)
    let short = try #require(list.output.split(separator: " ").last { $0.contains("..") })
    let shown = try dyad.runInTerminal(
      "documents", "show", String(short.prefix(18)), columns: 60)
    let lines = shown.output.split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.count <= 60 }, "\(shown.output)")
    for words in [
      "Patient: Ada M. Exemple", "- What: Nuts and seeds; How: Rash", "1. Rest", "2. Water",
      "    - much", "Soon <b>", "  Inside", "  Deep",
    ] {
      #expect(shown.output.contains(words), "\(words)")
    }
  }

  @Test func `what is no document is told with its line, and with the flag left out`() throws {
    let dyad = try Dyad()
    try FileSystem.createFolder(dyad.folder.file("in"))
    try dyad.folder.write(CDASample.bytes, to: "in/a.xml")
    try dyad.folder.write(CDASample.with("</recordTarget>", "</oops>"), to: "in/b.xml")
    try dyad.folder.write(Array("a photo".utf8), to: "in/c.jpg")
    let folder = dyad.folder.file("in")
    let stopped = try dyad.run("documents", "import", folder)
    #expect(stopped.exitCode == ExitCode.invalidInput.rawValue)
    #expect(
      stopped.errors.contains("b.xml, line 14: an element ends under another name than it began"),
      "\(stopped.errors)")
    let all = try dyad.run("documents", "import", "--keep-going", folder)
    #expect(all.exitCode == ExitCode.invalidInput.rawValue)
    #expect(all.lines == ["0 documents saved, 1 there already, 1 left out"])
    #expect(try dyad.run("documents", "list", "--json").lines.count == 1)
  }

  @Test func `slips are answered with what to do`() throws {
    let dyad = try Dyad()
    #expect(try dyad.run("documents", "list").exitCode == ExitCode.notFound.rawValue)
    try dyad.folder.write(CDASample.bytes, to: "visit.xml")
    _ = try dyad.run("documents", "import", dyad.folder.file("visit.xml"))
    let wrong = try dyad.run("documents", "show", "visit.xml")
    #expect(wrong.exitCode == ExitCode.usage.rawValue)
    #expect(wrong.errors.contains("'visit.xml' is no UUID"))
    let other = try dyad.run("documents", "show", "00000000-0000-0000-0000-000000000001")
    #expect(other.exitCode == ExitCode.notFound.rawValue)
    let missing = try dyad.run("documents", "import", dyad.folder.file("none.xml"))
    #expect(missing.exitCode == ExitCode.notFound.rawValue)
    #expect(missing.errors.contains("there is no such file or folder"))
    let both = try dyad.run("documents", "show", "--raw", "--html", "x")
    #expect(both.exitCode == ExitCode.usage.rawValue)
  }
}
