private import TextFormats

/// What a configuration says of one key.
package enum ConfigurationValue: Hashable, Sendable {
  /// A text in quotes.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// `true` or `false`.
  case boolean(Bool)
  /// Values in brackets.
  case array([ConfigurationValue])

  /// What kind of value it is, for people.
  package var kind: String {
    switch self {
    case .string: "a text"
    case .integer: "a number"
    case .boolean: "a truth value"
    case .array: "a list"
    }
  }

  /// As a configuration writes it.
  package var text: String {
    switch self {
    // The escapes of JSON are among those of TOML.
    case .string(let text): JSONValue.string(text).text
    case .integer(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    }
  }
}

/// One key of a configuration with its value.
package struct ConfigurationEntry: Hashable, Sendable {
  /// The section and the name with a dot between them, or the name alone.
  package var key: String
  /// What is said of it.
  package var value: ConfigurationValue
  /// Where the key stands, counted from 1.
  package var line: Int

  /// Makes an entry.
  package init(_ key: String, _ value: ConfigurationValue, line: Int) {
    self.key = key
    self.value = value
    self.line = line
  }
}
