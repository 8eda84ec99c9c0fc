internal import CommandLineCore
internal import CommandSupport
internal import TextFormats

/// The members of one JSON object, each taken once; what nobody takes is a mistake in the input.
struct ObjectFields {
  private let path: String
  private var members: [JSONValue.Member]

  /// Opens the object at `path`; the outermost has an empty one.
  init(_ value: JSONValue, at path: String) throws(FieldError) {
    guard let members = value.objectValue else {
      throw FieldError(
        path.isEmpty ? "the line" : path, "it is no object", advice: "Write it in braces.")
    }
    self.path = path
    self.members = members
  }

  /// Where the field called `name` is.
  func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Whether the field is given; `null` is as good as not.
  func has(_ name: String) -> Bool {
    members.contains { $0.name == name && $0.value != .null }
  }

  /// The field's value, if it is given.
  mutating func take(_ name: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    let value = members.remove(at: index).value
    return value == .null ? nil : value
  }

  /// The value of a field that must be there.
  mutating func require(
    _ name: String, advice: @autoclosure () -> String
  ) throws(FieldError) -> JSONValue {
    guard let value = take(name) else { throw missing(name, advice: advice()) }
    return value
  }

  /// Why the field that must be there is not, be it that its name was written wrong.
  func missing(_ name: String, advice: @autoclosure () -> String) -> FieldError {
    let slip = members.first { Suggestion.nearest(to: $0.name, among: [name]) != nil }
    return FieldError(
      path(of: name), "it is missing",
      advice: slip.map { "Was it written \"\(TerminalText.quotable($0.name))\"?" } ?? advice())
  }

  /// The field's text, if it is given.
  mutating func text(_ name: String) throws(FieldError) -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.stringValue else {
      throw FieldError(path(of: name), "it is no text", advice: "Write it in quotes.")
    }
    return text
  }

  /// The field's number, if it is given.
  mutating func number(_ name: String) throws(FieldError) -> Double? {
    guard let value = take(name) else { return nil }
    guard let number = value.number else {
      throw FieldError(path(of: name), "it is no number", advice: "Write it without quotes.")
    }
    return number
  }

  /// The field's instant, if it is given.
  mutating func instant(_ name: String) throws(FieldError) -> Double? {
    guard let value = take(name) else { return nil }
    return try InstantJSON.seconds(from: value, at: path(of: name))
  }

  /// Ends the reading.
  ///
  /// - Throws: when there is a field that nobody took.
  consuming func finish(_ known: String) throws(FieldError) {
    guard let left = members.first(where: { $0.value != .null }) else { return }
    let name = TerminalText.quotable(left.name)
    throw FieldError(path(of: name), "there is no such field", advice: "The fields are \(known).")
  }
}

extension JSONValue {
  /// The number as the nearest double; `nil` where this is none.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
