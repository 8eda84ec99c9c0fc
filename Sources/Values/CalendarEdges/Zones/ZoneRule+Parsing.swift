extension ZoneRule {
  /// Reads `CET-1CEST,M3.5.0,M10.5.0/3`, as POSIX and RFC 8536 have it.
  ///
  /// - Throws: For anything else, and for a summer time without dates, of which each system thinks
  ///   something else.
  init(parsing text: [UInt8]) throws(ZoneFault) {
    var reader = Reader(bytes: text)
    try reader.skipName()
    // POSIX counts to the west.
    let offset = -(try reader.time(hours: 24))
    self.init(offset: offset)
    if reader.isAtEnd { return }
    try reader.skipName()
    var summer = offset + 3_600
    if !reader.skip(",") {
      summer = -(try reader.time(hours: 24))
      try reader.expect(",")
    }
    let start = try reader.change()
    try reader.expect(",")
    self.summer = Summer(offset: summer, start: start, end: try reader.change())
    guard reader.isAtEnd else { throw Self.fault }
  }

  private static var fault: ZoneFault { ZoneFault("its rule cannot be read") }

  /// One pass over a rule.
  private struct Reader {
    private let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    private var next: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard let next, UInt32(next) == character.value else { return false }
      position += 1
      return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws(ZoneFault) {
      guard skip(character) else { throw fault }
    }

    /// Three letters or more; between angle brackets also digits and signs.
    mutating func skipName() throws(ZoneFault) {
      let isQuoted = skip("<")
      let start = position
      while let next, Self.isLetter(next) || isQuoted && Self.isSignOrDigit(next) { position += 1 }
      guard position - start >= 3 else { throw fault }
      if isQuoted { try expect(">") }
    }

    /// Seconds of `[+-]hh[:mm[:ss]]`.
    mutating func time(hours: Int) throws(ZoneFault) -> Int {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      var seconds = try number(in: 0...hours) * 3_600
      if skip(":") {
        seconds += try number(in: 0...59) * 60
        if skip(":") { seconds += try number(in: 0...59) }
      }
      return isNegative ? -seconds : seconds
    }

    mutating func change() throws(ZoneFault) -> Change {
      let day: Change.Day
      if skip("M") {
        let month = try number(in: 1...12)
        try expect(".")
        let week = try number(in: 1...5)
        try expect(".")
        day = .weekday(month: month, week: week, day: try number(in: 0...6))
      } else if skip("J") {
        day = .withoutLeapDay(try number(in: 1...365))
      } else {
        day = .counted(try number(in: 0...365))
      }
      // RFC 8536, 3.3.1: up to a week in either direction.
      return skip("/") ? Change(day: day, seconds: try time(hours: 167)) : Change(day: day)
    }

    private mutating func number(in range: ClosedRange<Int>) throws(ZoneFault) -> Int {
      var number = 0
      var count = 0
      while let digit = next, (0x30...0x39).contains(digit), count < 3 {
        number = number * 10 + Int(digit - 0x30)
        position += 1
        count += 1
      }
      guard count > 0, range.contains(number) else { throw fault }
      return number
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isSignOrDigit(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
  }
}
