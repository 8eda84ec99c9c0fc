/// A shell that can complete our command lines.
package enum Shell: String, CaseIterable, Hashable, Sendable {
  case bash
  case zsh
  case fish
}

extension Argument {
  /// The argument of the command that prints completions.
  package static let shell = Argument(
    "SHELL", help: "bash, zsh or fish", completion: .words(Shell.allCases.map(\.rawValue)))
}

extension Command {
  /// The command that prints completions, for a program of that name.
  package static func completions(of program: String) -> Command {
    Command(
      "completions", summary: "Print the completion script of a shell",
      discussion:
        "The script completes commands, options and values, and asks \(program) for those that change.",
      examples: [
        Example("source <(\(program) completions bash)", "complete in this bash"),
        Example("source <(\(program) completions zsh)", "complete in this zsh"),
        Example("\(program) completions fish | source", "complete in this fish"),
      ], arguments: [.shell])
  }

  /// The command that prints the program's version.
  package static func version(of program: String) -> Command {
    Command(
      "version", summary: "Print the program's version",
      examples: [Example("\(program) version", "which version this is")])
  }

  /// The script that makes `shell` complete this program.
  package func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion()
    case .zsh: zshCompletion()
    case .fish: fishCompletion()
    }
  }

  /// The script that 'completions SHELL' asks for.
  package func completionScript(_ arguments: ParsedArguments) throws(CommandLineError) -> String {
    guard let shell = Shell(rawValue: arguments.required(.shell)) else {
      throw arguments.unusable(.shell, "expected bash, zsh or fish")
    }
    return completionScript(for: shell)
  }

  /// Every command from this one down, each with its path and all options it accepts.
  func walk(
    path: [String] = [], inherited: [Option] = [.help]
  ) -> [(path: [String], command: Command, options: [Option])] {
    let path = path + [name]
    let options = inherited + options
    return [(path, self, options)]
      + subcommands.filter { !$0.isHidden }.flatMap { $0.walk(path: path, inherited: options) }
  }
}

extension Option {
  /// Both spellings, long first.
  var spellings: [String] { [spelling] + (short.map { ["-\($0)"] } ?? []) }
}

extension String {
  /// In single quotes, as every shell here reads them.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
