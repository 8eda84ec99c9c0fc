extension [UInt8] {
  /// Appends a number that is not negative, with zeros before it up to `width` digits.
  package mutating func append(_ number: Int, width: Int) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while number / divisor > 9 { divisor *= 10 }
    var rest = number
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  /// Appends the time of a day as ISO 8601 writes it: "13:57:05".
  package mutating func append(secondOfDay second: Int) {
    append(second / 3_600, width: 2)
    append(UInt8(ascii: ":"))
    append(second / 60 % 60, width: 2)
    append(UInt8(ascii: ":"))
    append(second % 60, width: 2)
  }

  /// Appends a part of a second as it follows the seconds: nothing, or a point and three, six or nine digits.
  package mutating func append(nanoseconds: Int) {
    guard nanoseconds > 0 else { return }
    append(UInt8(ascii: "."))
    if nanoseconds.isMultiple(of: 1_000_000) {
      append(nanoseconds / 1_000_000, width: 3)
    } else if nanoseconds.isMultiple(of: 1_000) {
      append(nanoseconds / 1_000, width: 6)
    } else {
      append(nanoseconds, width: 9)
    }
  }

  /// Appends a day as ISO 8601 writes it: "2026-11-21".
  package mutating func append(_ day: CivilDate) {
    append(day.year, width: 4)
    append(UInt8(ascii: "-"))
    append(day.month, width: 2)
    append(UInt8(ascii: "-"))
    append(day.day, width: 2)
  }
}

extension CivilDate {
  /// The day as ISO 8601 writes it: "2026-11-21".
  package var text: String {
    var bytes: [UInt8] = []
    bytes.append(self)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A moment of the day as ISO 8601 writes it, with as many digits of the second as it needs.
  func text(secondOfDay: Int, nanoseconds: Int, at offset: UTCOffset) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40)
    bytes.append(self)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(secondOfDay: secondOfDay)
    bytes.append(nanoseconds: nanoseconds)
    bytes.append(contentsOf: offset.text.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
