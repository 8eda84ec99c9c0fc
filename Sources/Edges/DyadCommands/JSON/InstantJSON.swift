internal import CommandLineCore
internal import HealthModel

/// Instants in JSON: ISO 8601 text, or the number of seconds since 1970 in UTC.
///
/// Where no text says the same double, which is so within months of 2001 alone, an object holds the
/// seconds since 2001.
enum InstantJSON {
  private static let field = "since2001"
  /// Numbers further from 1970 are milliseconds, or no dates: the year 5138.
  private static let mostSeconds = 1e11

  /// The instant, so that reading it gives the same double.
  static func value(of seconds: Double) -> JSONValue {
    if let text = DateText.text(readAs: seconds) { return .string(text) }
    return .object([.init(field, .number(seconds))])
  }

  /// The instant to the nearest second, for what nobody reads back.
  static func rounded(_ seconds: Double) -> JSONValue { value(of: seconds.rounded()) }

  /// Reads any of the forms.
  static func seconds(from value: JSONValue, at path: String) throws(FieldError) -> Double {
    if let number = value.number {
      guard abs(number) <= mostSeconds else {
        throw FieldError(
          path, "the number is no date",
          advice: "Numbers are seconds since 1970 in UTC; dates are \"2026-11-21T08:00:00Z\".")
      }
      return number - Instant.secondsFrom1970
    }
    if case .object = value {
      var fields = try ObjectFields(value, at: path)
      let seconds = try fields.number(field)
      try fields.finish(field)
      if let seconds { return seconds }
    }
    guard let text = value.stringValue else {
      throw FieldError(
        path, "it is no date", advice: "Write it like \"2026-11-21T08:00:00Z\".")
    }
    do throws(CommandLineError) {
      return try DateText(parsing: text).secondsSince2001
    } catch {
      throw FieldError(path, error.detail, advice: error.advice)
    }
  }
}
