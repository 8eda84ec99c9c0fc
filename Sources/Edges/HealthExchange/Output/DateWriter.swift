internal import HealthModel
internal import TextFormats

/// Writes dates, most of which are of the day of the one before.
package struct DateWriter {
  /// How a date is written.
  package enum Style: Hashable {
    /// `2021-05-01 10:00:00 +0200`, as an export of Apple Health has it: whole seconds.
    case apple
    /// `2021-05-01T08:00:00.25Z`, to the microsecond.
    case iso
    /// `2021-05-01 08:00:00.250` of UTC, to the microsecond, as SQLite's own functions have it: texts in order are
    /// dates in order.
    case sqlite
  }

  private let style: Style
  /// How far the clocks that are meant are ahead of UTC, in seconds.
  private let offset: Int
  private let ending: [UInt8]
  /// The day of the last date, counted from 1970.
  private var lastDay: Int?
  /// A date of that day, with six digits of the second.
  private var text: [UInt8] = []

  /// - Parameters:
  ///   - style: How dates are written.
  ///   - offset: How far the clocks that are meant are ahead of UTC: whole minutes, and none but with Apple's style.
  package init(_ style: Style, offset: Int = 0) {
    self.style = style
    self.offset = style == .apple ? offset / 60 * 60 : 0
    ending =
      switch style {
      case .apple: Self.ending(self.offset)
      case .iso: Array("Z".utf8)
      case .sqlite: []
      }
  }

  /// Appends a date that a sample may have: of the years 1 to 9999.
  package mutating func append(_ seconds: Double, to bytes: inout [UInt8]) {
    var whole = Int(seconds.rounded(.down))
    var microseconds = 0
    if style != .apple {
      microseconds = Int(((seconds - Double(whole)) * 1e6).rounded())
      if microseconds == 1_000_000 { (whole, microseconds) = (whole + 1, 0) }
    }
    let local = whole + offset
    let number = local.flooredQuotient(by: 86_400)
    if lastDay != number {
      let day = CivilDate(dayNumber: number)
      guard (1...9_999).contains(day.year) else {
        // The first and the last day have their dates in UTC alone.
        var plain = Self(style)
        return plain.append(seconds, to: &bytes)
      }
      text = []
      text.append(day)
      text += (style == .iso ? "T00:00:00.000000" : " 00:00:00.000000").utf8
      lastDay = number
    }
    let second = local - number * 86_400
    write(second / 3_600, at: 11)
    write(second / 60 % 60, at: 14)
    write(second % 60, at: 17)
    var length = 19
    if microseconds > 0 {
      length = microseconds.isMultiple(of: 1_000) ? 23 : 26
      write(microseconds / 10_000, at: 20)
      write(microseconds / 100 % 100, at: 22)
      write(microseconds % 100, at: 24)
    }
    bytes += text[..<length]
    bytes += ending
  }

  /// Writes two digits of the text.
  private mutating func write(_ number: Int, at place: Int) {
    text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10)
    text[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
  }

  /// The date as text.
  package mutating func text(_ seconds: Double) -> String {
    var bytes: [UInt8] = []
    append(seconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func ending(_ offset: Int) -> [UInt8] {
    var bytes = [UInt8(ascii: " "), UInt8(ascii: offset < 0 ? "-" : "+")]
    bytes.append(abs(offset) / 3_600, width: 2)
    bytes.append(abs(offset) / 60 % 60, width: 2)
    return bytes
  }
}

extension Double {
  /// The fewest digits that read back the same, without the fraction of a whole number.
  package var exportText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
  }
}
