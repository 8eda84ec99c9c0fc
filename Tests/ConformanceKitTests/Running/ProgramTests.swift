internal import ConformanceCases
internal import ConformanceKit
internal import TestSupport
internal import Testing

@Suite struct ProgramTests {
  private func run(_ words: [String]) throws -> RunningProgram.Ending {
    try RunningProgram.run(try RunningProgram.builtPath("dyad-conformance"), words)
  }

  @Test func `the help tells what each exit code means`() throws {
    let ending = try run(["--help"])
    #expect(ending.exitCode == RunExit.held.rawValue)
    for code in RunExit.allCases {
      #expect(ending.lines.contains { $0.hasPrefix("  \(code.rawValue)  ") })
    }
  }

  @Test func `the word run may be left out`() throws {
    #expect(try run(["--list", "--help"]) == run(["run", "--help"]))
    #expect(try run(["--list"]) == run(["run", "--list"]))
  }

  @Test func `the cases are listed for programs, too`() throws {
    let ending = try run(["--list", "--json", "-"])
    #expect(ending.exitCode == 0)
    #expect(ending.output == CaseList.json(Catalogue.all))
    #expect(
      try run(["--list", "--clauses"]).output == CaseList.clauses(Catalogue.all, width: nil))
  }

  @Test(arguments: [
    ["--target", "x", "--as", "watch", "--code", "1"],
    ["--target", "127.0.0.1:0", "--as", "watch", "--code", "1"],
    ["--target", "127.0.0.1:70000", "--as", "watch", "--code", "1"],
    ["--target", "127.0.0.1:1", "--as", "tablet", "--code", "1"],
    ["--target", "127.0.0.1:1", "--as", "watch", "--code", "one"],
    ["--target", "127.0.0.1:1", "--as", "watch"], ["--target", "127.0.0.1:1", "--code", "1"],
    ["--as", "watch"], ["--as", "watch", "--exec", "'"], ["--as", "watch", "--exec", " "],
    ["--as", "watch", "--exec", "x", "--code", "1"],
    ["--as", "watch", "--exec", "x", "--target", "127.0.0.1:1"],
    ["--as", "watch", "--exec", "x", "--tap", "-", "--json", "-"],
    ["--as", "watch", "--exec", "x", "--only", "no/such"],
    ["--as", "watch", "--exec", "x", "--known", "/no/such/file"],
    ["--list", "--skip", "no/such"], ["--list", "--html", "-"], ["--clauses"],
    ["--jobs", "0", "--as", "watch", "--exec", "x"], ["walk"], [],
  ])
  func `what does not fit is told, and nothing is run`(words: [String]) throws {
    let ending = try run(words)
    #expect(ending.exitCode == RunExit.usage.rawValue)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("dyad-conformance: cannot "))
  }

  @Test func `a list is written to a file, and told where it cannot be`() throws {
    let folder = try TemporaryFolder()
    #expect(try run(["--list", "--json", folder.file("cases.json")]).exitCode == 0)
    let written = String(decoding: try folder.read("cases.json"), as: UTF8.self)
    #expect(written == CaseList.json(Catalogue.all))
    let ending = try run(["--list", "--json", folder.file("none/cases.json")])
    #expect(ending.exitCode == RunExit.failed.rawValue)
    #expect(ending.errors.hasPrefix("dyad-conformance: cannot create "))
  }

  @Test func `a code is not repeated`() throws {
    let ending = try run(["--target", "127.0.0.1:1", "--as", "watch", "--code", "8675309x"])
    #expect(!ending.errors.contains("8675309"))
  }
}
