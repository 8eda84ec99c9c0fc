extension Command {
  /// One helper that names the command under the cursor, and one `complete` line for each word.
  func fishCompletion() -> String {
    let commands = walk()
    var steps: [String] = []
    var lines: [String] = []
    for (path, command, options) in commands {
      let spelled = path.joined(separator: " ")
      for option in options {
        if option.valueName != nil {
          let patterns = option.spellings.map { "\(spelled):\($0)".shellQuoted }
          steps.append("      case \(patterns.joined(separator: " "))\n        set wants 1")
        }
        lines.append(line(at: spelled, for: option))
      }
      for next in command.subcommands where !next.isHidden {
        steps.append(
          "      case \("\(spelled):\(next.name)".shellQuoted)\n"
            + "        set place \("\(spelled) \(next.name)".shellQuoted)")
        lines.append(
          "\(start(at: spelled)) -a \(next.name.shellQuoted) -d \(next.summary.shellQuoted)")
      }
      lines += command.arguments.map { line(at: spelled, for: $0) }
    }
    return """
      # Completion of \(name) for fish.
      function \(helper)
        set -l place \(name.shellQuoted)
        set -l wants
        set -l words (commandline -opc)
        for word in $words[2..-1]
          if test -n "$wants"
            set wants
            continue
          end
          switch "$place:$word"
      \(steps.joined(separator: "\n"))
          end
        end
        test "$place" = "$argv[1]"
      end
      complete -c \(name) -f
      \(lines.joined(separator: "\n"))

      """
  }

  private var helper: String {
    "__\(name.map { $0 == "-" ? "_" : String($0) }.joined())_is_at"
  }

  private func start(at path: String) -> String {
    "complete -c \(name) -n \("\(helper) \(path.shellQuoted)".fishQuoted)"
  }

  private func line(at path: String, for option: Option) -> String {
    var line = "\(start(at: path)) -l \(option.long)"
    if let short = option.short { line += " -s \(short)" }
    if option.valueName != nil { line += " -r\(values(option.completion))" }
    return "\(line) -d \(option.help.fishQuoted)"
  }

  private func line(at path: String, for argument: Argument) -> String {
    "\(start(at: path))\(values(argument.completion)) -d \(argument.help.fishQuoted)"
  }

  private func values(_ completion: ValueCompletion) -> String {
    switch completion {
    case .none: ""
    case .file: " -F"
    case .directory: " -a '(__fish_complete_directories)'"
    case .asked(let kind):
      " -a '(\(name) complete \(kind) -- (commandline -opc)[2..-1] 2>/dev/null)'"
    case .words(let words): " -a \(words.joined(separator: " ").fishQuoted)"
    }
  }
}

extension String {
  // Inside single quotes fish, unlike the others, reads a backslash before a quote.
  fileprivate var fishQuoted: String {
    "'" + map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
