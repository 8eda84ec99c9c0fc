extension Command {
  /// One function for each command, tied together by `_arguments`.
  func zshCompletion() -> String {
    let functions = walk().map { path, command, options in
      function(path: path, command: command, options: options)
    }
    let root = Self.functionName([name])
    return """
      #compdef \(name)
      # Completion of \(name) for zsh.

      \(Self.functionName([name, "asked"]))() {
        local -a found
        found=(${(f)"$(\(name) complete $1 -- ${(Q)${(z)LBUFFER}[2,-1]} 2>/dev/null)"})
        compadd -a found
      }

      \(functions.joined(separator: "\n\n"))

      # Either the file is loaded as the function itself, or it is read by `source`.
      if [ "$funcstack[1]" = \(root.shellQuoted) ]; then
        \(root) "$@"
      else
        compdef \(root) \(name)
      fi

      """
  }

  private static func functionName(_ path: [String]) -> String {
    "_" + path.joined(separator: "_").map { $0 == "-" ? "_" : String($0) }.joined()
  }

  private func function(path: [String], command: Command, options: [Option]) -> String {
    var specifications = options.flatMap { spellings(of: $0) }
    var choice = ""
    if command.subcommands.isEmpty {
      specifications += command.arguments.map { place(of: $0) }
    } else {
      specifications += ["'1:command:->command'", "'*::argument:->argument'"]
      choice = Self.choice(path: path, command: command)
    }
    return """
      \(Self.functionName(path))() {
        local curcontext="$curcontext" state line
        _arguments -C -s \\
          \(specifications.joined(separator: " \\\n    "))\(choice)
      }
      """
  }

  private static func choice(path: [String], command: Command) -> String {
    let described = command.subcommands.filter { !$0.isHidden }.map {
      "\($0.name):\($0.summary)".shellQuoted
    }
    let calls = command.subcommands.filter { !$0.isHidden }.map {
      "        \($0.name)) \(functionName(path + [$0.name])) ;;"
    }
    return """

        case $state in
          command)
            local -a commands
            commands=(\(described.joined(separator: " ")))
            _describe command commands
            ;;
          argument)
            case $line[1] in
      \(calls.joined(separator: "\n"))
            esac
            ;;
        esac
      """
  }

  private func spellings(of option: Option) -> [String] {
    // An option that is on the line already is not offered again, under either spelling.
    let excluded = option.isRepeatable ? "*" : "(\(option.spellings.joined(separator: " ")))"
    let text = "[\(escaped(option.help))]"
    return option.spellings.map { spelling in
      guard let value = option.valueName else { return (excluded + spelling + text).shellQuoted }
      let attached = spelling.hasPrefix("--") ? "=" : "+"
      let action = action(option.completion)
      return "\(excluded)\(spelling)\(attached)\(text):\(escaped(value)):\(action)".shellQuoted
    }
  }

  private func place(of argument: Argument) -> String {
    let place = argument.isRepeatable ? "*" : argument.isRequired ? "" : ":"
    return "\(place):\(escaped(argument.name)):\(action(argument.completion))".shellQuoted
  }

  private func action(_ completion: ValueCompletion) -> String {
    switch completion {
    case .none: " "
    case .file: "_files"
    case .directory: "_files -/"
    // A space in front: what follows is called as it is.
    case .asked(let kind): " \(Self.functionName([name, "asked"])) \(kind)"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  // These end a part of a specification.
  private func escaped(_ text: String) -> String {
    text.map { ":[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
