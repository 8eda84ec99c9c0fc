internal import CommandLineCore
internal import DyadCommands
internal import Testing

@Suite struct ProgramTests {
  private static var commands: [Command] {
    [Program.command] + Program.command.subcommands.flatMap { [$0] + $0.subcommands }
  }

  @Test func `the commands have no flaws`() {
    #expect(Program.command.flaws().isEmpty)
  }

  @Test(arguments: commands.map(\.name))
  func `the examples of the help can be typed`(name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name })
    for example in command.examples {
      // A line may be a substitution of a shell: "source <(dyad completions bash)".
      let words = example.line.split(separator: " ")
        .map { $0.trimming("<()") }.drop { $0 != "dyad" }.dropFirst().prefix { $0 != "|" }
      guard case .run(let arguments) = try Program.command.parse(Array(words)) else {
        Issue.record("'\(example.line)' asks for help")
        continue
      }
      #expect(name == "dyad" || arguments.path.contains(name))
    }
  }
}

extension Substring {
  fileprivate func trimming(_ characters: String) -> String {
    var text = self
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}
