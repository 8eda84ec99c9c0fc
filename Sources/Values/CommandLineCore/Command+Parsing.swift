internal import TextFormats

/// What a command line asks for.
package enum Invocation: Hashable, Sendable {
  /// Run the command with what was given.
  case run(ParsedArguments)
  /// Show the help of the command at this path, the program's name first.
  case help([String])
}

extension Command {
  /// Reads the words after the program's name.
  ///
  /// Options are `--name value`, `--name=value`, `-n value`, `-nvalue`; short flags may be bundled;
  /// after `--` everything is a value. `--help` anywhere, and `help COMMAND` where the program has
  /// commands, ask for help.
  package func parse(_ words: [String]) throws(CommandLineError) -> Invocation {
    var parser = CommandParser(self, words: words)
    do {
      return try parser.parse()
    } catch {
      // Whoever asks for help may have the rest wrong.
      guard parser.hasHelpWord else { throw error }
      return .help(parser.path)
    }
  }
}

/// One pass over the words of a command line.
struct CommandParser {
  private(set) var path: [String]

  private let words: [String]
  private var position = 0
  private var command: Command
  private var options: [Option]
  private var optionValues: [String: [String]] = [:]
  private var positional: [String] = []

  init(_ command: Command, words: [String]) {
    self.command = command
    self.words = words
    path = [command.name]
    options = [.help] + command.options
  }

  /// Whether help is asked for before a `--`.
  var hasHelpWord: Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  mutating func parse() throws(CommandLineError) -> Invocation {
    while position < words.count {
      let word = words[position]
      position += 1
      if word == "--" {
        for rest in words[position...] { try receiveValue(rest) }
        break
      } else if word.hasPrefix("--") {
        try receiveLongOption(word.dropFirst(2))
      } else if word.hasPrefix("-"), word != "-" {
        try receiveShortOptions(word.dropFirst())
      } else if isHelpCommand(word) {
        return try helpOfNamedCommand()
      } else {
        try receiveValue(word)
      }
    }
    if optionValues[Option.help.long] != nil { return .help(path) }
    return .run(try assemble())
  }

  private var shownCommands: [String] {
    command.subcommands.filter { !$0.isHidden }.map(\.name)
  }

  private var spelledPath: String { path.joined(separator: " ") }

  private func failure(
    _ operation: String, _ detail: String, advice: String? = nil
  ) -> CommandLineError {
    CommandLineError(
      .usage, operation: operation, detail: detail,
      advice: [advice, "See '\(spelledPath) --help'."].compactMap { $0 }.joined(separator: " "))
  }

  private func isHelpCommand(_ word: String) -> Bool {
    word == "help" && !command.subcommands.isEmpty
      && !command.subcommands.contains { $0.name == word }
  }

  private mutating func helpOfNamedCommand() throws(CommandLineError) -> Invocation {
    for word in words[position...] where !word.hasPrefix("-") {
      try select(word)
    }
    return .help(path)
  }

  private mutating func receiveValue(_ word: String) throws(CommandLineError) {
    if command.subcommands.isEmpty {
      positional.append(word)
    } else {
      try select(word)
    }
  }

  private mutating func select(_ word: String) throws(CommandLineError) {
    guard let next = command.subcommands.first(where: { $0.name == word }) else {
      let near = Suggestion.nearest(to: word, among: shownCommands)
      let known = shownCommands.joined(separator: ", ")
      throw failure(
        "run '\(spelledPath) \(TerminalText.quotable(word))'", "no such command",
        advice: near.map { "Did you mean '\(spelledPath) \($0)'?" }
          ?? (known.isEmpty ? nil : "The commands are \(known)."))
    }
    command = next
    path.append(next.name)
    options += next.options
  }

  private mutating func receiveLongOption(_ text: Substring) throws(CommandLineError) {
    let name = text.prefix { $0 != "=" }
    guard let option = options.first(where: { $0.long == name }) else {
      let near = Suggestion.nearest(to: String(name), among: options.map(\.long))
      throw failure(
        "use option '--\(TerminalText.quotable(String(name)))' of '\(spelledPath)'",
        "no such option", advice: near.map { "Did you mean '--\($0)'?" })
    }
    let isAttached = name.endIndex < text.endIndex
    let attached = isAttached ? String(text[name.endIndex...].dropFirst()) : nil
    try receive(option, as: option.spelling, attached: attached)
  }

  private mutating func receiveShortOptions(_ letters: Substring) throws(CommandLineError) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw failure(
          "use option '-\(TerminalText.quotable(String(letter)))' of '\(spelledPath)'",
          "no such option", advice: "Put '--' before a value that begins with '-'.")
      }
      guard option.valueName != nil else {
        try receive(option, as: "-\(letter)", attached: nil)
        continue
      }
      try receive(option, as: "-\(letter)", attached: rest.isEmpty ? nil : String(rest))
      return
    }
  }

  private mutating func receive(
    _ option: Option, as spelling: String, attached: String?
  ) throws(CommandLineError) {
    let value: String
    switch (option.valueName, attached) {
    case (nil, nil): value = ""
    case (nil, _?): throw failure("use \(spelling)", "it takes no value")
    case (_?, let attached?): value = attached
    case (let name?, nil):
      guard position < words.count, !looksLikeOption(words[position]) else {
        throw failure(
          "use \(spelling)", "its value \(name) is missing",
          advice: "Write '\(option.spelling)=\(name)' where the value begins with '-'.")
      }
      value = words[position]
      position += 1
    }
    // A flag given twice says nothing new; a second value would silently win over the first.
    guard option.valueName == nil || option.isRepeatable || optionValues[option.long] == nil else {
      throw failure("use \(spelling)", "it is given twice")
    }
    optionValues[option.long, default: []].append(value)
  }

  // A lone dash is a value by custom, and so is a negative number.
  private func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber)
  }

  private func assemble() throws(CommandLineError) -> ParsedArguments {
    guard command.subcommands.isEmpty else {
      let known = shownCommands.joined(separator: ", ")
      throw failure(
        "run '\(spelledPath)'", "no command is given", advice: "The commands are \(known).")
    }
    var rest = positional[...]
    var values: [String: [String]] = [:]
    for argument in command.arguments {
      let taken = argument.isRepeatable ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      guard !taken.isEmpty || !argument.isRequired else {
        throw failure("run '\(spelledPath)'", "\(argument.name) is missing")
      }
      values[argument.name] = Array(taken)
    }
    guard rest.isEmpty else {
      let count = command.arguments.count
      throw failure(
        "run '\(spelledPath)'",
        "\(positional.count) values are given and it takes \(count == 0 ? "none" : "\(count)")")
    }
    return ParsedArguments(
      path: path, options: options, arguments: command.arguments, optionValues: optionValues,
      argumentValues: values)
  }
}
