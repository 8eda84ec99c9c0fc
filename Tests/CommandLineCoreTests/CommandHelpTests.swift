internal import CommandLineCore
internal import Testing

@Suite struct CommandHelpTests {
  @Test func `the help of a command shows all it takes`() {
    let expected = """
      USAGE: dyad query [--limit N] [--from DATE] [--json] [--descending]
          [--tag NAME] TYPE

      Show samples: it's a list

      ARGUMENTS:
        TYPE  The type

      OPTIONS:
        -n, --limit N     At most N (default: 100)
            --from DATE   From DATE on
        -j, --json        Print JSON: [one] line a sample
        -d, --descending  Latest first
        -t, --tag NAME    Only with NAME; may be repeated

      OPTIONS OF EVERY COMMAND:
            --state DIR  Keep the store in DIR
        -h, --help       Show this help

      EXAMPLES:
        # the first five
        dyad query heartRate --limit 5

      """
    #expect(Command.sample.help(for: ["dyad", "query"], width: 70) == expected)
  }

  @Test func `the help of the program tells what its exit codes mean`() {
    let help = Command.sample.help(for: ["dyad"])
    for code in ExitCode.allCases {
      #expect(help.contains("\n  \(code.rawValue)  \(code.meaning)\n"))
    }
    #expect(help.contains("\n\nAll of it stays here.\n\nA second paragraph that says more.\n\n"))
    #expect(help.contains("\n  query        Show samples: it's a list\n"))
    #expect(help.hasSuffix("See 'dyad COMMAND --help' for one command.\n"))
    #expect(!Command.sample.help(for: ["dyad", "query"]).contains("EXIT CODES"))
  }

  @Test(arguments: [40, 60, 80, 100])
  func `lines fit the terminal as far as words allow`(width: Int) {
    for path in [["dyad"], ["dyad", "query"], ["dyad", "apps", "add"]] {
      let lines = Command.sample.help(for: path, width: width).split(separator: "\n")
      // Examples are there to be copied, so they are never wrapped.
      let wrapped = lines.filter { !$0.hasPrefix("  dyad") && !$0.hasPrefix("  #") }
      #expect(wrapped.allSatisfy { $0.count <= width })
    }
  }

  @Test func `a command is found by its path`() {
    #expect(Command.sample.descendant(at: ["apps", "add"])?.summary == "Let an app in")
    #expect(Command.sample.descendant(at: []) == Command.sample)
    #expect(Command.sample.descendant(at: ["apps", "nothing"]) == nil)
  }

  @Test func `a sound command has no flaws`() {
    #expect(Command.sample.flaws() == [])
  }

  @Test(arguments: [
    (Command("Dyad", summary: "s", examples: [.init("Dyad", "m")]), "letters, digits and dashes"),
    (Command("d", summary: "", examples: [.init("d", "m")]), "the summary must be one line"),
    (Command("d", summary: "s", examples: []), "an example is missing"),
    (Command("d", summary: "s", examples: [.init("e", "m")]), "an example does not call d"),
    (
      Command(
        "d", summary: "s", examples: [.init("d", "m")], options: [Option("help", help: "h")]),
      "an option is there twice"
    ),
    (
      Command(
        "d", summary: "s", examples: [.init("d", "m")],
        options: [Option("hurry", short: "h", help: "h")]),
      "a short option is there twice"
    ),
    (
      Command(
        "d", summary: "s", examples: [.init("d", "m")],
        options: [Option("a", help: "h", default: "x")]), "neither repeats nor has a default"
    ),
    (
      Command("d", summary: "s", examples: [.init("d", "m")], arguments: [.files, .type]),
      "only the last argument may repeat"
    ),
    (
      Command("d", summary: "s", examples: [.init("d", "m")], arguments: [.files, .type]),
      "TYPE follows an optional argument"
    ),
    (
      Command(
        "d", summary: "s", examples: [.init("d", "m")], arguments: [.type],
        subcommands: [.completions(of: "d")]), "subcommands exclude arguments"
    ),
    (
      Command(
        "d", summary: "s", examples: [.init("d", "m")],
        subcommands: [.completions(of: "d"), .completions(of: "d")]), "a subcommand is there twice"
    ),
  ])
  func `a mistake of ours is named`(command: Command, flaw: String) {
    #expect(command.flaws().contains { $0.contains(flaw) })
  }
}
