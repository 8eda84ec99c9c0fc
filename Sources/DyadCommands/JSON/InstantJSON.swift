internal import CommandLineCore

/// Instants in JSON: ISO 8601 text, or a number of seconds since 2001 in UTC where no text of
/// microseconds says the same double.
enum InstantJSON {
  /// 2^33 seconds, 272 years: so far from 2001 a double tells microseconds apart.
  private static let exactSpan = 8_589_934_592.0

  /// The instant, so that reading it gives the same double.
  static func value(of seconds: Double) -> JSONValue {
    guard isText(seconds), let date = DateText(secondsSince2001: seconds) else {
      return .number(seconds)
    }
    return .string(date.text)
  }

  /// Reads either form.
  static func seconds(from value: JSONValue, at path: String) throws(FieldError) -> Double {
    if let number = value.number { return number }
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

  private static func isText(_ seconds: Double) -> Bool {
    // Text has no minus zero.
    guard seconds != 0 || seconds.sign == .plus else { return false }
    if seconds == seconds.rounded() { return true }
    return abs(seconds) < exactSpan && (seconds * 1e6).rounded() / 1e6 == seconds
  }
}
