extension Command {
  /// The command that prints manual pages, for a program of that name.
  package static func manual(of program: String) -> Command {
    Command(
      "manual", summary: "Print the manual page of a command, for man",
      discussion: "Without a COMMAND it is the page of the program.",
      examples: [
        Example("\(program) manual | man -l -", "read about the program"),
        Example("\(program) manual --list", "the names of all pages, each with its command"),
      ], options: [.manualList], arguments: [.manualCommand])
  }

  /// What the command that prints manual pages prints.
  ///
  /// - Parameters:
  ///   - arguments: Which page, or that their names are asked for.
  ///   - version: Which version of the program this is.
  ///   - section: In which section of the manual the pages are.
  /// - Returns: The page, or the names.
  /// - Throws: Where there is no such command.
  package func manual(
    _ arguments: ParsedArguments, version: String, section: Int = 1
  ) throws(CommandLineError) -> String {
    let commands = walk()
    guard !arguments.has(.manualList) else {
      return commands.map { path, _, _ in
        "\(path.joined(separator: "-")).\(section) \(path.dropFirst().joined(separator: " "))"
          .trimmingEnd + "\n"
      }.joined()
    }
    let path = [name] + arguments.values(.manualCommand)
    guard let (_, command, options) = commands.first(where: { $0.path == path }) else {
      throw arguments.unusable(.manualCommand, "there is no such command")
    }
    let near = commands.map(\.path).filter {
      $0 == path.dropLast() || $0.dropLast() == path[...] && !$0.isEmpty
    }
    return ManualPage(
      path: path, command: command, options: options, section: section, version: version,
      near: near.map { $0.joined(separator: "-") }
    ).text
  }
}

extension String {
  fileprivate var trimmingEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}

extension Option {
  package static let manualList = Option(
    "list", help: "Print the names of all pages, each with its command")
}

extension Argument {
  package static let manualCommand = Argument(
    "COMMAND", help: "The words of a command, such as apps add", isRequired: false,
    isRepeatable: true)
}

/// One command as a page that man shows, in the language of groff.
private struct ManualPage {
  private static let longWord = 30

  let path: [String]
  let command: Command
  let options: [Option]
  let section: Int
  let version: String
  let near: [String]

  var text: String {
    var lines = [
      // Installers know their pages by the first line.
      ".\\\" Written by '\(path[0]) manual' from the definitions of its commands.",
      ".TH \(quoted(path.joined(separator: "-").uppercased())) \(section) \"\" "
        + "\(quoted("Dyad \(version)")) \"Dyad\"",
      // Lines of JSON have no places to adjust, and words of a command no places to cut.
      ".ad l", ".nh", ".SH NAME",
      "\(escaped(path.joined(separator: "-"))) \\- \(escaped(command.summary))",
      ".SH SYNOPSIS", ".B \(escaped(path.joined(separator: " ")))",
    ]
    for option in command.options {
      lines.append("[\\fB\(escaped(option.spelling))\\fR\(value(of: option))]")
    }
    if !command.subcommands.isEmpty { lines.append("\\fICOMMAND\\fR") }
    for argument in command.arguments { lines.append("\\fI\(escaped(argument.usage))\\fR") }
    if !command.discussion.isEmpty {
      lines.append(".SH DESCRIPTION")
      for (index, paragraph) in command.paragraphs.enumerated() {
        if index > 0 { lines.append(".PP") }
        lines.append(line(paragraph))
      }
    }
    list("ARGUMENTS", command.arguments.map { ("\\fI\(escaped($0.name))\\fR", $0.help) }, &lines)
    list(
      "COMMANDS",
      command.subcommands.filter { !$0.isHidden }.map {
        ("\\fB\(escaped($0.name))\\fR", $0.summary)
      }, &lines)
    list("OPTIONS", options.map(entry), &lines)
    lines.append(".SH EXAMPLES")
    for example in command.examples {
      lines += [".PP", "\(line(example.meaning)):", ".PP", ".nf", ".RS", line(example.line)]
      lines += [".RE", ".fi"]
    }
    if path.count == 1 {
      list("EXIT STATUS", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, &lines)
    }
    if !near.isEmpty {
      lines.append(".SH SEE ALSO")
      for (index, name) in near.enumerated() {
        let comma = index == near.count - 1 ? "" : ","
        lines.append(".BR \(escaped(name)) (\(section))\(comma)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func list(
    _ title: String, _ entries: [(term: String, text: String)], _ lines: inout [String]
  ) {
    guard !entries.isEmpty else { return }
    lines.append(".SH \(quoted(title))")
    for entry in entries { lines += [".TP", entry.term, line(entry.text)] }
  }

  private func entry(_ option: Option) -> (String, String) {
    let letter = option.short.map { "\\fB\(escaped("-\($0)"))\\fR, " } ?? ""
    return ("\(letter)\\fB\(escaped(option.spelling))\\fR\(value(of: option))", option.explanation)
  }

  private func value(of option: Option) -> String {
    option.valueName.map { " \\fI\(escaped($0))\\fR" } ?? ""
  }

  /// A line of text, at whose beginning a dot or an apostrophe would ask for something.
  private func line(_ text: String) -> String {
    // A line may be broken within a long word, where it has a comma.
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let word = escaped(String(word))
      return word.utf8.count > Self.longWord ? word.replacing(",", with: ",\\:") : word
    }
    let text = words.joined(separator: " ")
    return text.hasPrefix(".") || text.hasPrefix("\\(aq") ? "\\&\(text)" : text
  }

  private func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Characters as they are typed, where groff would show others or obey them.
  private func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "\"": "\\(dq"
      default: String(character)
      }
    }.joined()
  }
}
