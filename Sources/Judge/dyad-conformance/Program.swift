internal import CommandLineCore
internal import ConformanceKit

/// The program: its commands, and the way from the words of a command line to its end.
enum Program {
  private static let name = "dyad-conformance"
  private static let version = "dyad-conformance \(ProgramVersion.number)\n"

  /// All of it as a value: help and completions follow from it.
  static let command = Command(
    name, summary: "Test whether a node speaks Dyad's protocol as its text says",
    discussion: """
      Each case asks a node one question whose answer a clause of the protocol's text gives. 'run' may \
      be left out.

      A case ends in one of four ways: the node conforms, it deviates, the clause does not apply to it, \
      or the case could not tell, which is never a pass.
      """,
    examples: [
      .init("\(name) --list", "show the cases"),
      .init("\(name) --target 127.0.0.1:7443 --as watch --code 12345678", "test a phone that runs"),
      .init(
        "\(name) run --exec 'node --state {state}' --as watch", "test one that it starts itself"),
    ], options: [.version],
    subcommands: [RunCommand.command, TraceCommand.command, .completions(of: name)])

  /// The words after the program's name, once nobody can read a code among them any more.
  static func takeWords() -> [String] {
    let words = CommandLine.arguments
    CurrentProcess.coverArguments(CodeWords.places(in: words))
    return Array(words.dropFirst())
  }

  /// Runs the words after the program's name.
  static func run(_ words: [String]) -> RunExit {
    do {
      if words.prefix(while: { $0 != "--" }).contains(Option.version.spelling) {
        try Descriptor.standardOutput.write(Array(version.utf8))
        return .held
      }
      switch try command.parse(completed(words)) {
      case .help(let path):
        let help = command.help(
          for: path, width: Descriptor.standardOutput.columns,
          exitCodes: RunExit.allCases.map { ($0.rawValue, $0.meaning) })
        try Descriptor.standardOutput.write(Array(help.utf8))
        return .held
      case .run(let arguments):
        return try perform(arguments)
      }
    } catch {
      return report(error)
    }
  }

  private static func perform(_ arguments: ParsedArguments) throws -> RunExit {
    switch arguments.path.last {
    case RunCommand.command.name: return try RunCommand(arguments).perform()
    case TraceCommand.command.name: return try TraceCommand(arguments).perform()
    case "completions":
      guard let shell = Shell(rawValue: arguments.required(.shell)) else {
        throw arguments.unusable(.shell, "expected bash, zsh or fish")
      }
      let script = command.completionScript(for: shell)
      try Descriptor.standardOutput.write(Array(script.utf8))
      return .held
    default: preconditionFailure("every command that is parsed is listed")
    }
  }

  /// Options alone mean a run.
  private static func completed(_ words: [String]) -> [String] {
    guard let first = words.first, first.hasPrefix("-"), !["--help", "-h"].contains(first) else {
      return words
    }
    return [RunCommand.command.name] + words
  }

  private static func report(_ error: any Error) -> RunExit {
    let (exit, message, advice): (RunExit, String, String?) =
      switch error {
      case let error as RunFailure: (error.exit, error.message, error.advice)
      case let error as CommandLineError where error.code == .usage:
        (.usage, error.description, error.advice)
      // As with `head`: a reader that has seen enough is no failure of ours.
      case let error as CommandLineError where error.code == .outputClosed: (.held, "", nil)
      default: (.failed, "\(error)", nil)
      }
    guard !message.isEmpty else { return exit }
    let lines = ["\(name): \(message)\n"] + (advice.map { ["\($0)\n"] } ?? [])
    // There is nobody else to tell.
    try? Descriptor.standardError.write(Array(lines.joined().utf8))
    return exit
  }
}
