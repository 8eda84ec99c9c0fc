/// One pass over the text of a date; messages say what was expected, not what was there.
struct DateReader {
  struct Parts: Hashable {
    var day: CivilDate
    var secondsOfDay = 0
    var nanoseconds = 0
    var offset = UTCOffset.utc
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  static func failure(_ reason: String) -> TextFlaw {
    TextFlaw(
      operation: "read a date", detail: reason,
      advice: "Write it like 2026-11-21T08:00:00Z, 2026-11-21T09:00:00+01:00 or 2026-11-21.")
  }

  mutating func parse() throws(TextFlaw) -> Parts {
    guard bytes.count >= 4, bytes[..<4].allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Self.failure("it is no date")
    }
    let year = try number(4, in: 1...9999, "the year must be 0001 to 9999")
    try expect("-", "'-' must follow the year")
    let month = try number(2, in: 1...12, "the month must be 01 to 12")
    try expect("-", "'-' must follow the month")
    let last = CivilDate.dayCount(ofMonth: month, inYear: year)
    let day = try number(2, in: 1...last, "the day must be 01 to \(last) in that month")
    var parts = Parts(day: CivilDate(year, month, day))
    if position == bytes.count { return parts }
    try expect("T", "'T' must follow the day")
    let hour = try number(2, in: 0...23, "the hour must be 00 to 23")
    try expect(":", "':' must follow the hour")
    let minute = try number(2, in: 0...59, "the minute must be 00 to 59")
    parts.secondsOfDay = hour * 3600 + minute * 60
    if skip(":") {
      parts.secondsOfDay += try number(2, in: 0...59, "the second must be 00 to 59")
      if skip(".") { parts.nanoseconds = try fraction() }
    }
    parts.offset = try offset()
    guard position == bytes.count else { throw Self.failure("nothing may follow the offset") }
    return parts
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  private mutating func expect(
    _ character: Unicode.Scalar, _ reason: String
  ) throws(TextFlaw) {
    guard skip(character) else { throw Self.failure(reason) }
  }

  private mutating func digit() -> Int? {
    guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
    position += 1
    return Int(bytes[position - 1] - 0x30)
  }

  private mutating func number(
    _ width: Int, in range: ClosedRange<Int>, _ reason: String
  ) throws(TextFlaw) -> Int {
    var value = 0
    for _ in 0..<width {
      guard let digit = digit() else { throw Self.failure(reason) }
      value = value * 10 + digit
    }
    guard range.contains(value) else { throw Self.failure(reason) }
    return value
  }

  private mutating func fraction() throws(TextFlaw) -> Int {
    var nanoseconds = 0
    var weight = 100_000_000
    while let digit = digit() {
      guard weight > 0 else { throw Self.failure("a second has at most nine fraction digits") }
      nanoseconds += digit * weight
      weight /= 10
    }
    guard weight < 100_000_000 else { throw Self.failure("digits must follow the '.'") }
    return nanoseconds
  }

  private mutating func offset() throws(TextFlaw) -> UTCOffset {
    let reason = "the time must end with 'Z' or an offset such as +01:00"
    if skip("Z") { return .utc }
    let isWest = skip("-")
    guard isWest || skip("+") else { throw Self.failure(reason) }
    let hours = try number(2, in: 0...23, reason)
    try expect(":", reason)
    let minutes = hours * 60 + (try number(2, in: 0...59, reason))
    guard let offset = UTCOffset(minutes: isWest ? -minutes : minutes) else {
      throw Self.failure(reason)
    }
    return offset
  }
}
