internal import TextFormats

/// A point in time as HL7 writes it: `YYYYMMDDHHMMSS.S+ZZZZ`, as far as it is known.
package struct HL7Time: Hashable, Sendable {
  /// Seconds since 2001-01-01 UTC of its beginning, in UTC where it says no offset.
  package var start: Double
  /// How many seconds it lasts: a year, a month, a day, an hour, a minute, a second or nothing.
  package var length: Double

  /// Reads one; `nil` where it is none.
  package init?(_ text: String) {
    let sign = text.lastIndex { $0 == "+" || $0 == "-" }
    guard let offset = Self.offset(sign.map { text[text.index(after: $0)...] }, text, sign) else {
      return nil
    }
    let parts = text[..<(sign ?? text.endIndex)].split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let digits = parts.first, [4, 6, 8, 10, 12, 14].contains(digits.utf8.count),
      let numbers = Self.numbers(digits), parts.count == 1 || digits.utf8.count == 14
    else { return nil }
    var fraction = 0.0
    if parts.count == 2 {
      guard (1...9).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(Self.isDigit),
        let value = Double("0." + parts[1])
      else { return nil }
      fraction = value
    }
    let year = numbers[0]
    let month = numbers.count > 1 ? numbers[1] : 1
    guard (1...9998).contains(year), (1...12).contains(month) else { return nil }
    let day = numbers.count > 2 ? numbers[2] : 1
    let date = CivilDate(year, month, day)
    guard day >= 1, date.day == day else { return nil }
    let clock =
      Array(numbers.dropFirst(3)) + Array(repeating: 0, count: max(0, 6 - max(3, numbers.count)))
    guard clock[0] < 24, clock[1] < 60, clock[2] < 60 else { return nil }
    let seconds = clock[0] * 3_600 + clock[1] * 60 + clock[2] - offset
    start = Double(date.dayNumber * 86_400 + seconds) + fraction
    let next: CivilDate
    switch numbers.count {
    case 1: next = date.adding(months: 12)
    case 2: next = date.adding(months: 1)
    case 3: next = CivilDate(dayNumber: date.dayNumber + 1)
    default: next = date
    }
    let days = Double((next.dayNumber - date.dayNumber) * 86_400)
    length = days > 0 ? days : [3_600, 60, 1][numbers.count - 4]
    if parts.count == 2 { length = 0 }
  }

  /// Seconds east of UTC; `nil` where what follows the sign is no offset.
  private static func offset(_ text: Substring?, _ whole: String, _ sign: String.Index?) -> Int? {
    guard let text, let sign else { return 0 }
    guard text.utf8.count == 4 || text.utf8.count == 2, text.utf8.allSatisfy(isDigit),
      let hours = Int(text.prefix(2)), let minutes = Int("0" + text.dropFirst(2)), hours <= 14,
      minutes < 60
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return whole[sign] == "-" ? -seconds : seconds
  }

  /// The year and then two digits each.
  private static func numbers(_ digits: Substring) -> [Int]? {
    guard digits.utf8.allSatisfy(isDigit) else { return nil }
    var numbers = [Int(digits.prefix(4)) ?? 0]
    var rest = digits.dropFirst(4)
    while !rest.isEmpty {
      numbers.append(Int(rest.prefix(2)) ?? 0)
      rest = rest.dropFirst(2)
    }
    return numbers
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
