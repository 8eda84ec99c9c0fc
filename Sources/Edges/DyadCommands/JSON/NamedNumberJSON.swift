internal import TextFormats

extension NamedNumbers {
  /// Reads a number, or one of the names.
  func number(from value: JSONValue, at path: String) throws(FieldError) -> Int64 {
    if let number = value.integerValue { return number }
    guard let text = value.stringValue, let number = number(named: text) else {
      throw FieldError(
        path, "it is none of the values it may have",
        advice: value.stringValue.flatMap { Suggestion.nearest(to: $0, among: all) }
          .map { "Did you mean \($0)?" }
          ?? "Write a whole number or one of \(all.joined(separator: ", ")).")
    }
    return number
  }

  /// The name of a number, or the number itself where it has none.
  func value(of number: Int64) -> JSONValue {
    name(of: number).map(JSONValue.string) ?? .integer(number)
  }
}
