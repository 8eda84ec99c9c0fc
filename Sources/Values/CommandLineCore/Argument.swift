/// A value of a command that is known by its place; also the key under which it is found.
package struct Argument: Hashable, Sendable {
  /// What the help calls it, in capitals.
  package let name: String
  /// One line for a reader of help.
  package let help: String
  /// Whether the command cannot do without.
  package let isRequired: Bool
  /// Whether it takes all the words that are left.
  package let isRepeatable: Bool
  /// What it may be.
  package let completion: ValueCompletion

  /// Makes a positional argument.
  package init(
    _ name: String, help: String, isRequired: Bool = true, isRepeatable: Bool = false,
    completion: ValueCompletion = .none
  ) {
    self.name = name
    self.help = help
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
    self.completion = completion
  }

  /// As the usage line shows it: "TYPE", "[TYPE]" or "TYPE...".
  package var usage: String {
    let repeated = isRepeatable ? "\(name)..." : name
    return isRequired ? repeated : "[\(repeated)]"
  }
}
