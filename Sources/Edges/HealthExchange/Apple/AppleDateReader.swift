internal import TextFormats

/// Reads dates of an export: `2021-05-01 10:00:00 +0200`, and as iOS 8 wrote them, `20150501100000+0200`.
struct AppleDateReader {
  /// The day of the last date, which most dates share with the one before.
  private var lastDay: (year: Int, month: Int, day: Int, seconds: Double) = (0, 0, 0, 0)

  /// Seconds since 2001-01-01 UTC; `nil` for what is no date with an offset.
  mutating func seconds(_ bytes: ArraySlice<UInt8>) -> Double? {
    var digits = DigitReader(bytes)
    guard let year = digits.take(4) else { return nil }
    let hasMarks = digits.skip(UInt8(ascii: "-"))
    guard let month = digits.take(2), !hasMarks || digits.skip(UInt8(ascii: "-")),
      let day = digits.take(2)
    else { return nil }
    if hasMarks, !digits.skip(UInt8(ascii: " ")), !digits.skip(UInt8(ascii: "T")) { return nil }
    guard let hour = digits.take(2), !hasMarks || digits.skip(UInt8(ascii: ":")),
      let minute = digits.take(2), !hasMarks || digits.skip(UInt8(ascii: ":")),
      let second = digits.take(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    _ = digits.skip(UInt8(ascii: " "))
    guard let offset = digits.takeOffset(), digits.isAtEnd,
      let start = secondsOfDay(year, month, day)
    else { return nil }
    return start + Double(hour * 3_600 + minute * 60 + second - offset)
  }

  private mutating func secondsOfDay(_ year: Int, _ month: Int, _ day: Int) -> Double? {
    if lastDay.year == year, lastDay.month == month, lastDay.day == day { return lastDay.seconds }
    guard year >= 1, (1...12).contains(month),
      (1...CivilDate.dayCount(ofMonth: month, inYear: year)).contains(day)
    else { return nil }
    lastDay = (year, month, day, Double(CivilDate(year, month, day).dayNumber) * 86_400)
    return lastDay.seconds
  }
}

/// Reads numbers of a fixed length.
private struct DigitReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  mutating func take(_ count: Int) -> Int? {
    guard bytes.endIndex - index >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
      index += 1
    }
    return value
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard index < bytes.endIndex, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// The offset from UTC in seconds: `+0200`, `+02:00` or `Z`.
  mutating func takeOffset() -> Int? {
    if skip(UInt8(ascii: "Z")) { return 0 }
    let isEast = skip(UInt8(ascii: "+"))
    guard isEast || skip(UInt8(ascii: "-")), let hours = take(2) else { return nil }
    _ = skip(UInt8(ascii: ":"))
    guard let minutes = take(2), hours < 24, minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (isEast ? 1 : -1)
  }
}
