package import TextFormats

/// What the words of a command line said, looked up by the options and arguments that declare them.
///
/// Asking for what the command does not declare is a mistake of ours and traps.
package struct ParsedArguments: Hashable, Sendable {
  /// The names that were typed, from the program's on: `["dyad", "query"]`.
  package let path: [String]

  private let declaredOptions: Set<String>
  private let declaredArguments: Set<String>
  private let optionValues: [String: [String]]
  private let argumentValues: [String: [String]]

  init(
    path: [String], options: [Option], arguments: [Argument], optionValues: [String: [String]],
    argumentValues: [String: [String]]
  ) {
    self.path = path
    declaredOptions = Set(options.map(\.long))
    declaredArguments = Set(arguments.map(\.name))
    self.optionValues = optionValues
    self.argumentValues = argumentValues
  }

  /// Whether the option was given.
  package func has(_ option: Option) -> Bool {
    check(option)
    return optionValues[option.long] != nil
  }

  /// The option's value, its default where it was not given, or `nil`.
  package func value(_ option: Option) -> String? {
    check(option)
    return optionValues[option.long]?.last ?? option.defaultValue
  }

  /// Every value of a repeatable option, in order.
  package func values(_ option: Option) -> [String] {
    check(option)
    return optionValues[option.long] ?? option.defaultValue.map { [$0] } ?? []
  }

  /// The argument's value, or `nil` where an optional one was left out.
  package func value(_ argument: Argument) -> String? {
    check(argument)
    return argumentValues[argument.name]?.first
  }

  /// The value of an argument that is required.
  package func required(_ argument: Argument) -> String {
    precondition(argument.isRequired, "\(argument.name) is not required")
    check(argument)
    // The parser refuses a line without it, so there always is a first one.
    return argumentValues[argument.name]?.first ?? ""
  }

  /// Every word of a repeatable argument, in order.
  package func values(_ argument: Argument) -> [String] {
    check(argument)
    return argumentValues[argument.name] ?? []
  }

  /// The option's value as a whole number in `range`.
  package func integer(
    _ option: Option, in range: ClosedRange<Int>
  ) throws(CommandLineError) -> Int? {
    guard let text = value(option) else { return nil }
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    // `Int` would read "+5" as well.
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else {
      throw unusable(
        option, "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The option's value as an instant.
  package func date(_ option: Option) throws(CommandLineError) -> DateText? {
    guard let text = value(option) else { return nil }
    do {
      return try DateText(parsing: text)
    } catch {
      var refusal = unusable(option, error.detail)
      refusal.advice = error.advice
      throw refusal
    }
  }

  /// The error that says why the option's value cannot be used, without showing the value.
  package func unusable(_ option: Option, _ reason: String) -> CommandLineError {
    CommandLineError(
      .usage, operation: "use \(option.spelling)", detail: reason,
      advice: "See '\(path.joined(separator: " ")) --help'.")
  }

  /// The error that says why the argument's value cannot be used, without showing the value.
  package func unusable(_ argument: Argument, _ reason: String) -> CommandLineError {
    CommandLineError(
      .usage, operation: "use \(argument.name)", detail: reason,
      advice: "See '\(path.joined(separator: " ")) --help'.")
  }

  private func check(_ option: Option) {
    precondition(
      declaredOptions.contains(option.long), "\(path) does not declare \(option.spelling)")
  }

  private func check(_ argument: Argument) {
    precondition(
      declaredArguments.contains(argument.name), "\(path) does not declare \(argument.name)")
  }
}
