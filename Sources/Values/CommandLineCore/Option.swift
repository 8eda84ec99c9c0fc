/// What may stand where a value is expected, for completion alone: it checks nothing.
package enum ValueCompletion: Hashable, Sendable {
  /// Nothing is known.
  case none
  /// A file.
  case file
  /// A folder.
  case directory
  /// One of these words.
  case words([String])
  /// One of the words that 'PROGRAM complete KIND' prints.
  case asked(String)
}

/// A named setting of a command; also the key under which its value is found after parsing.
package struct Option: Hashable, Sendable {
  /// The name, written after two dashes.
  package let long: String
  /// One letter, written after one dash, where there is one.
  package let short: Character?
  /// What the help calls the value; `nil` for a flag, which has none.
  package let valueName: String?
  /// One line for a reader of help.
  package let help: String
  /// Whether it may be given more than once.
  package let isRepeatable: Bool
  /// The value where none is given.
  package let defaultValue: String?
  /// What its value may be.
  package let completion: ValueCompletion

  /// Makes an option; without a `valueName` it is a flag.
  package init(
    _ long: String, short: Character? = nil, value valueName: String? = nil, help: String,
    isRepeatable: Bool = false, default defaultValue: String? = nil,
    completion: ValueCompletion = .none
  ) {
    self.long = long
    self.short = short
    self.valueName = valueName
    self.help = help
    self.isRepeatable = isRepeatable
    self.defaultValue = defaultValue
    self.completion = completion
  }

  /// The flag every command has.
  package static let help = Option("help", short: "h", help: "Show this help")

  /// As it is typed: "--limit".
  package var spelling: String { "--\(long)" }
}
