package import TextFormats

/// Instants in JSON: ISO 8601 text, or the number of seconds since 1970 in UTC.
///
/// Where no text says the same double, which is so within months of 2001 alone, an object holds the
/// seconds since 2001.
package enum InstantJSON {
  /// What the seconds since 2001 are called.
  package static let field = "since2001"

  /// The instant, so that reading it gives the same double.
  package static func value(of seconds: Double) -> JSONValue {
    if let text = DateText.text(readAs: seconds) { return .string(text) }
    return .object([.init(field, .number(seconds))])
  }

  /// The instant to the nearest second, where the exact one does not matter.
  package static func rounded(_ seconds: Double) -> JSONValue { value(of: seconds.rounded()) }
}
