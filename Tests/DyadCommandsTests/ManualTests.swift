internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import PairingCommands
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct ManualTests {
  private static let path = ["PATH": "/usr/bin:/bin"]

  private func run(_ program: String, _ words: String...) throws -> RunningProgram.Ending {
    try RunningProgram.run(try RunningProgram.builtPath(program), words)
  }

  /// What groff complains of, or nothing where it is not installed.
  private func complaints(_ page: String) throws -> String {
    let groff = try RunningProgram.run(
      "/usr/bin/env", ["groff", "-man", "-Tascii", "-ww", "-z"], environment: Self.path,
      input: page)
    return groff.exitCode == 127 ? "" : groff.errors
  }

  @Test func `every command has a page of which groff has nothing to say`() throws {
    for program in ["dyad", "dyad-pair"] {
      let names = try run(program, "manual", "--list").lines
      let command = program == "dyad" ? Program.program().command : PairProgram.program().command
      #expect(names.count > command.subcommands.count - 1)
      #expect(names.first == "\(program).1")
      #expect(!names.contains { $0.contains("complete ") || $0.hasSuffix(" complete") })
      for name in names {
        let words = name.split(separator: " ").dropFirst().map(String.init)
        let page = try RunningProgram.run(
          try RunningProgram.builtPath(program), ["manual"] + words)
        #expect(page.exitCode == 0 && page.output.utf8.allSatisfy { $0 < 0x80 })
        #expect(try complaints(page.output).isEmpty, "\(name)")
      }
    }
    #expect(try run("dyadd", "manual", "--list").output == "dyadd.8\n")
    #expect(try complaints(run("dyadd", "manual").output).isEmpty)
    #expect(try run("dyad", "manual", "nothing").exitCode == ExitCode.usage.rawValue)
  }

  @Test func `a page is what the command says, character by character`() throws {
    let page = try run("dyad", "manual", "query")
    let shown = try RunningProgram.run(
      "/usr/bin/env", ["groff", "-man", "-Tascii", "-P-cbou", "-rLL=200n"], environment: Self.path,
      input: page.output)
    if shown.exitCode == 127 { return }
    for text in [
      "dyad-query - Print the samples of a type", "OPTIONS", "-n, --limit N",
      "dyad query stepCount --where HKWasUserEntered=true --json", "dyad(1)",
    ] { #expect(shown.output.contains(text), "\(text)") }
  }

  @Test func `the version is a command, too`() throws {
    #expect(try run("dyad", "version").output == Program.program().version + "\n")
    #expect(
      try run("dyad", "version", "--json").output
        == #"{"program":"dyad","version":"0.1.0"}"# + "\n")
    let help = try run("dyad", "help").output
    #expect(help.contains("\n  version ") && help.contains("\n  manual "))
    #expect(!help.contains("\n  complete "))
    #expect(try run("dyad", "completions", "bash").output.contains("version"))
    #expect(try run("dyadd", "completions", "bash").output.contains("complete -F _dyadd dyadd"))
  }

  @Test func `the pages and completions are installed, and taken away again`() throws {
    let folder = try TemporaryFolder()
    let programs = try RunningProgram.builtPath("dyad").split(separator: "/").dropLast()
      .reduce("") { $0 + "/" + $1 }
    let environment = Self.path.merging(["HOME": folder.path]) { $1 }
    let there = folder.file("there")
    let installed = try RunningProgram.run(
      "\(SourceTree.path)/Tools/install", ["--from", programs, "--prefix", there],
      environment: environment)
    try #require(installed.exitCode == 0, "\(installed.errors)")
    for file in [
      "man/man1/dyad.1", "man/man1/dyad-apps-add.1", "man/man1/dyad-pair.1", "man/man8/dyadd.8",
      "bash-completion/completions/dyad", "bash-completion/completions/dyadd",
      "bash-completion/completions/dyad-pair", "zsh/site-functions/_dyad",
      "fish/vendor_completions.d/dyad.fish",
    ] { #expect(try !folder.read("there/share/\(file)").isEmpty, "\(file)") }
    #expect(try !folder.read("there/lib/libdyad-sqlite.so").isEmpty)
    try folder.write(Array("another's".utf8), to: "there/share/man/man1/dyad-other.1")
    let removed = try RunningProgram.run(
      "\(SourceTree.path)/Tools/install", ["--prefix", there, "--uninstall"],
      environment: environment)
    try #require(removed.exitCode == 0, "\(removed.errors)")
    let left = try RunningProgram.run(
      "/usr/bin/find", [there, "-type", "f"], environment: Self.path)
    #expect(left.lines == ["\(there)/share/man/man1/dyad-other.1"])
  }
}
