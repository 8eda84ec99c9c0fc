internal import TextFormats

extension Command {
  /// Lines longer than this are hard to read, however wide the terminal.
  private static let maximumWidth = 100
  /// Below this, wrapping leaves one word to a line.
  private static let minimumWidth = 40

  /// The help of the command at `path`, which begins with this command's name; the program's own
  /// help also lists what its exit codes mean, which a program may have of its own.
  package func help(
    for path: [String], width: Int? = nil,
    exitCodes: [(number: Int32, meaning: String)] = ExitCode.allCases.map {
      ($0.rawValue, $0.meaning)
    }
  ) -> String {
    var options: [Option] = []
    var command = self
    for name in path.dropFirst() {
      guard let next = command.subcommands.first(where: { $0.name == name }) else {
        preconditionFailure("no command at \(path)")
      }
      options += command.options
      command = next
    }
    let width = min(max(width ?? 80, Self.minimumWidth), Self.maximumWidth)
    return command.help(
      path: path.joined(separator: " "), inherited: options,
      exitCodes: path.count == 1 ? exitCodes : nil, width: width)
  }

  private func help(
    path: String, inherited: [Option], exitCodes: [(number: Int32, meaning: String)]?, width: Int
  ) -> String {
    let isProgram = exitCodes != nil
    var usage = "USAGE: \(path)"
    for option in options where !inherited.contains(option) { usage += " [\(option.usage)]" }
    usage += subcommands.isEmpty ? "" : " COMMAND"
    for argument in arguments { usage += " \(argument.usage)" }
    var sections = [wrap(usage, indent: 4, hanging: true, width), wrap(summary, width)]
    for paragraph in paragraphs {
      sections.append(wrap(paragraph, width))
    }

    func section(_ title: String, _ entries: [(String, String)]) {
      guard !entries.isEmpty else { return }
      let column = min((entries.map { TerminalText.width(of: $0.0) }.max() ?? 0) + 4, width / 2)
      let lines = entries.map { entry(term: $0.0, text: $0.1, column: column, width) }
      sections.append(([title] + lines).joined(separator: "\n"))
    }

    section("ARGUMENTS:", arguments.map { ($0.name, $0.help) })
    section("COMMANDS:", subcommands.filter { !$0.isHidden }.map { ($0.name, $0.summary) })
    section("OPTIONS:", options.map(\.entry) + (isProgram ? [Option.help.entry] : []))
    section("OPTIONS OF EVERY COMMAND:", isProgram ? [] : (inherited + [.help]).map(\.entry))
    sections.append(
      (["EXAMPLES:"] + examples.flatMap { ["  # \($0.meaning)", "  \($0.line)"] })
        .joined(separator: "\n"))
    section("EXIT CODES:", (exitCodes ?? []).map { ("\($0.number)", $0.meaning) })
    if !subcommands.isEmpty {
      sections.append(wrap("See '\(path) COMMAND --help' for one command.", width))
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// The paragraphs of the discussion, a line each.
  var paragraphs: [String] {
    var paragraphs: [[Substring]] = [[]]
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }

  private func entry(term: String, text: String, column: Int, _ width: Int) -> String {
    let body = wrap(text, indent: column, width)
    let head = "  \(term)"
    let used = TerminalText.width(of: head)
    guard used + 2 <= column else { return "\(head)\n\(body)" }
    return head + String(repeating: " ", count: column - used) + body.dropFirst(column)
  }

  private func wrap(_ text: String, indent: Int = 0, hanging: Bool = false, _ width: Int) -> String
  {
    TerminalText.wrap(text, to: width, indent: indent, hanging: hanging).joined(separator: "\n")
  }
}

extension Option {
  fileprivate var usage: String { valueName.map { "\(spelling) \($0)" } ?? spelling }

  fileprivate var entry: (String, String) {
    ((short.map { "-\($0), " } ?? "    ") + usage, explanation)
  }
}

extension Option {
  /// What it is for, and whether it repeats or has a default.
  var explanation: String {
    var text = help
    if isRepeatable { text += "; may be repeated" }
    if let defaultValue { text += " (default: \(defaultValue))" }
    return text
  }
}
