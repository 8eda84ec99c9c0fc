extension Command {
  /// What is wrong with the command as it was written, one line for each mistake of ours; a test of
  /// every program asks for this and expects nothing.
  package func flaws() -> [String] {
    flaws(path: name, inherited: [.help])
  }

  private func flaws(path: String, inherited: [Option]) -> [String] {
    var found: [String] = []
    func report(_ isFlaw: Bool, _ text: String) {
      if isFlaw { found.append("\(path): \(text)") }
    }
    report(!Self.isWord(name), "the name must be lower-case letters, digits and dashes")
    report(summary.isEmpty || summary.contains("\n"), "the summary must be one line")
    report(examples.isEmpty, "an example is missing")
    report(!subcommands.isEmpty && !arguments.isEmpty, "subcommands exclude arguments")
    report(Set(subcommands.map(\.name)).count < subcommands.count, "a subcommand is there twice")
    report(arguments.dropLast().contains { $0.isRepeatable }, "only the last argument may repeat")
    for (argument, next) in zip(arguments, arguments.dropFirst()) {
      report(!argument.isRequired && next.isRequired, "\(next.name) follows an optional argument")
    }
    report(Set(arguments.map(\.name)).count < arguments.count, "an argument is there twice")

    let all = inherited + options
    report(Set(all.map(\.long)).count < all.count, "an option is there twice")
    let letters = all.compactMap(\.short)
    report(Set(letters).count < letters.count, "a short option is there twice")
    for option in options {
      report(!Self.isWord(option.long), "\(option.spelling) must be letters, digits and dashes")
      report(option.help.isEmpty, "\(option.spelling) has no help")
      report(
        option.short.map { !$0.isASCII || !$0.isLetter } ?? false,
        "\(option.spelling) has a short name that is no letter")
      report(
        option.valueName == nil && (option.defaultValue != nil || option.isRepeatable),
        "\(option.spelling) is a flag, so it neither repeats nor has a default")
    }
    let program = path.prefix { $0 != " " }
    for line in examples.map(\.line) {
      // A word may open a substitution: "<(dyad".
      let words = line.split(separator: " ").map { $0.drop { !$0.isLetter } }
      report(!words.contains(program), "an example does not call \(program)")
    }
    return found + subcommands.flatMap { $0.flaws(path: "\(path) \($0.name)", inherited: all) }
  }

  private static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}
