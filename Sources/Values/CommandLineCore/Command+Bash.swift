extension Command {
  /// A function that walks the words before the cursor to find the command, then offers what may
  /// follow there.
  func bashCompletion() -> String {
    let commands = walk()
    var steps: [String] = []
    var values: [String] = []
    var words: [String] = []
    for (path, command, options) in commands {
      let spelled = path.joined(separator: " ")
      for option in options where option.valueName != nil {
        let patterns = option.spellings.map { "\(spelled):\($0)".shellQuoted }
        steps.append("      \(patterns.joined(separator: " | "))) wants=$word ;;")
        values.append("    \(patterns.joined(separator: " | "))) \(offer(option.completion)) ;;")
      }
      for next in command.subcommands where !next.isHidden {
        let pattern = "\(spelled):\(next.name)".shellQuoted
        steps.append("      \(pattern)) path=\("\(spelled) \(next.name)".shellQuoted) ;;")
      }
      words.append("    \(spelled.shellQuoted)) options=\(list(options.flatMap(\.spellings))) ;;")
    }
    let places = commands.flatMap { path, command, _ in
      placePatterns(of: command, at: path.joined(separator: " "))
    }
    return """
      # Completion of \(name) for bash.
      _\(identifier)_asked() {
        # What was typed, without the quotes and backslashes with which it was typed.
        local line cut quote='' typed=$current
        case $typed in
          [\\"\\']*) quote=${typed:0:1} typed=${typed:1} ;;
          *) typed=${typed//\\\\/} ;;
        esac
        # bash replaces what follows the last colon alone.
        [[ $COMP_WORDBREAKS == *:* ]] && cut=${typed%"${typed##*:}"} || cut=''
        while IFS= read -r line; do
          [[ $line == "$typed"* ]] || continue
          line=${line#"$cut"}
          [[ -n $quote ]] || printf -v line %q "$line"
          COMPREPLY+=("$line")
        done < <(\(name) complete "$1" -- "${words[@]:1:${#words[@]}-2}" 2>/dev/null)
      }
      _\(identifier)() {
        local current path=\(name.shellQuoted) wants='' rest='' options=''
        local word words=() index count=0
        COMPREPLY=()
        # bash splits at colons, too.
        for ((index = 0; index <= COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          if ((index > 0)) && [[ $word == : || ${words[${#words[@]}-1]} == *: ]]; then
            words[${#words[@]}-1]+=$word
          else
            words+=("$word")
          fi
        done
        current=${words[${#words[@]}-1]}
        for ((index = 1; index < ${#words[@]} - 1; index++)); do
          word=${words[index]}
          # bash splits --name=value into three words.
          [[ $word == '=' ]] && continue
          if [[ -n $wants ]]; then
            wants=''
            continue
          fi
          if [[ -n $rest ]]; then
            count=$((count + 1))
            continue
          fi
          case "$path:$word" in
            *:--) rest=1 ;;
      \(steps.joined(separator: "\n"))
            *:-?*) ;;
            *) count=$((count + 1)) ;;
          esac
        done
        [[ $current == '=' ]] && current=''
        case "$path:$wants" in
          *:) ;;
      \(values.joined(separator: "\n"))
        esac
        [[ -n $wants ]] && return 0
        if [[ $current == -* && -z $rest ]]; then
          case "$path" in
      \(words.joined(separator: "\n"))
          esac
          mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
          return 0
        fi
        case "$path:$count" in
      \(places.joined(separator: "\n"))
        esac
      }
      complete -F _\(identifier) \(name)

      """
  }

  private var identifier: String { String(name.map { $0 == "-" ? "_" : $0 }) }

  private func placePatterns(of command: Command, at path: String) -> [String] {
    guard command.subcommands.isEmpty else {
      let names = command.subcommands.filter { !$0.isHidden }.map(\.name)
      return ["    \("\(path):0".shellQuoted)) \(offer(.words(names))) ;;"]
    }
    return command.arguments.enumerated().map { index, argument in
      // A repeatable argument is the last one, so every later place is its own.
      let pattern =
        argument.isRepeatable ? "\("\(path):".shellQuoted)*" : "\(path):\(index)".shellQuoted
      return "    \(pattern)) \(offer(argument.completion)) ;;"
    }
  }

  // compgen expands its words as the shell would, so only plain ones are offered.
  private func list(_ words: [String]) -> String {
    let plain = words.filter { word in
      word.utf8.allSatisfy { byte in
        let character = Character(Unicode.Scalar(byte))
        return byte < 0x80
          && (character.isLetter || character.isNumber || "-_.".contains(character))
      }
    }
    return plain.joined(separator: " ").shellQuoted
  }

  private func offer(_ completion: ValueCompletion) -> String {
    switch completion {
    case .none: ":"
    case .file: #"mapfile -t COMPREPLY < <(compgen -f -- "$current")"#
    case .directory: #"mapfile -t COMPREPLY < <(compgen -d -- "$current")"#
    case .asked(let kind): "_\(identifier)_asked \(kind)"
    case .words(let words):
      #"mapfile -t COMPREPLY < <(compgen -W \#(list(words)) -- "$current")"#
    }
  }
}
