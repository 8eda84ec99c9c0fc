internal import CommandSupport
internal import HealthModel
internal import TextFormats

extension InstantJSON {
  /// Numbers further from 1970 are milliseconds, or no dates: the year 5138.
  private static let mostSeconds = 1e11

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
    do throws(TextFlaw) {
      return try DateText(parsing: text).secondsSince2001
    } catch {
      throw FieldError(path, error.detail, advice: error.advice)
    }
  }
}
