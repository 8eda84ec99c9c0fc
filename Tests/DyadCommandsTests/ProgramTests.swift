internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import Testing

@Suite struct ProgramTests {
  private static var commands: [Command] {
    [Program.program().command]
      + Program.program().command.subcommands.flatMap { [$0] + $0.subcommands }
  }

  /// The words of a line as a shell finds them, some of which quotes keep together.
  private static func words(of line: String) -> [String] {
    var words = [""]
    var quote: Character?
    for character in line {
      switch character {
      case "\"" where quote == nil, "'" where quote == nil: quote = character
      case quote: quote = nil
      case " " where quote == nil: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  @Test func `the commands have no flaws`() {
    #expect(Program.program().command.flaws().isEmpty)
  }

  @Test(arguments: commands.map(\.name))
  func `the examples of the help can be typed`(name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name })
    for example in command.examples {
      // A line may be a substitution of a shell: "source <(dyad completions bash)".
      let words = Self.words(of: example.line)
        .map { $0[...].trimming("<()") }.drop { $0 != "dyad" }.dropFirst().prefix { $0 != "|" }
      guard case .run(let arguments) = try Program.program().command.parse(Array(words)) else {
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
