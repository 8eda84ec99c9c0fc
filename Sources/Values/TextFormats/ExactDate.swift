/// An instant to the nanosecond, as RFC 3339 writes it, in the years 1 to 9999 of UTC.
///
/// Where ``DateText`` keeps the double that the store keeps, this keeps every digit.
package struct ExactDate: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  package let secondsSince1970: Int64
  /// What comes on top of the seconds: 0 to 999,999,999.
  package let nanoseconds: Int

  private static let secondsPerDay = 86_400
  private static let dayOf1970 = CivilDate(1970, 1, 1).dayNumber
  private static let range =
    Int64(
      (CivilDate(1, 1, 1).dayNumber - dayOf1970)
        * secondsPerDay)..<Int64((CivilDate(10_000, 1, 1).dayNumber - dayOf1970) * secondsPerDay)

  /// Makes the instant, or `nil` where it lies outside the years 1 to 9999 or has more nanoseconds
  /// than a second.
  package init?(secondsSince1970: Int64, nanoseconds: Int) {
    guard Self.range.contains(secondsSince1970),
      (0..<1_000_000_000).contains(nanoseconds)
    else {
      return nil
    }
    self.secondsSince1970 = secondsSince1970
    self.nanoseconds = nanoseconds
  }

  /// Reads `2026-11-21T08:00:00.123Z`, or an offset such as `+01:30` instead of `Z`; up to nine
  /// digits of a second.
  package init(parsing text: String) throws(TextFlaw) {
    var reader = DateReader(text)
    let parts = try reader.parse()
    // The reader also takes a date alone and a time without seconds.
    guard text.utf8.dropFirst(16).first == UInt8(ascii: ":") else {
      throw DateReader.failure("it needs a time with seconds")
    }
    let days = parts.day.dayNumber - Self.dayOf1970
    let seconds = days * Self.secondsPerDay + parts.secondsOfDay - parts.offset.seconds
    guard let date = Self(secondsSince1970: Int64(seconds), nanoseconds: parts.nanoseconds) else {
      throw DateReader.failure("the year must be 0001 to 9999 in UTC")
    }
    self = date
  }

  /// The instant in UTC, with as many fraction digits as it needs: none, three, six or nine.
  package var text: String {
    let number = Int(secondsSince1970).flooredQuotient(by: Self.secondsPerDay)
    let day = CivilDate(dayNumber: number + Self.dayOf1970)
    let second = Int(secondsSince1970) - number * Self.secondsPerDay
    return day.text(secondOfDay: second, nanoseconds: nanoseconds, at: .utc)
  }

  /// The part of a second as it follows the seconds: nothing, or a point and three, six or nine
  /// digits.
  package static func fraction(_ nanoseconds: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(nanoseconds: nanoseconds)
    return String(decoding: bytes, as: UTF8.self)
  }
}
