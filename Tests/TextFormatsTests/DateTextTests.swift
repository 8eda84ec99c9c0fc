internal import TestSupport
internal import Testing
private import TextFormats

@Suite struct DateTextTests {
  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0), ("2001-01-01", 0), ("1970-01-01T00:00:00Z", -978_307_200),
    ("2026-11-21T08:00:00.123Z", 816_940_800.123), ("2026-11-21T09:30:00+01:30", 816_940_800),
    ("2026-11-21T00:00-08:00", 816_940_800), ("2000-02-29", -26_524_800),
    ("2001-01-01T00:00:00.000001Z", 0.000001), ("2000-12-31T23:59:59.999999Z", -0.000001),
    ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
    ("2001-01-01T00:00:00.123456789Z", 0.123456789),
  ])
  func `an instant is read as seconds since 2001`(text: String, seconds: Double) throws {
    #expect(try DateText(parsing: text).secondsSince2001 == seconds)
  }

  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (816_940_800.123, "2026-11-21T08:00:00.123Z"),
    (816_940_800.000123, "2026-11-21T08:00:00.000123Z"),
    (-0.0000001, "2001-01-01T00:00:00Z"), (-1e-300, "2001-01-01T00:00:00Z"),
    (0.9999999, "2001-01-01T00:00:01Z"), (-63_113_904_000, "0001-01-01T00:00:00Z"),
    (252_423_993_599, "9999-12-31T23:59:59Z"),
  ])
  func `an instant is printed with the digits it needs`(seconds: Double, text: String) throws {
    #expect(try #require(DateText(secondsSince2001: seconds)).text == text)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31",
    "2026-11-21T", "2026-11-21T08", "2026-11-21T08:00", "2026-11-21T08:00:00",
    "2026-11-21T24:00:00Z", "2026-11-21T08:60:00Z", "2026-11-21T08:00:60Z",
    "2026-11-21T08:00:00.Z", "2026-11-21T08:00:00.1234567890Z", "2026-11-21T08:00:00+24:00",
    "2026-11-21T08:00:00+01", "2026-11-21T08:00:00+0100", "2026-11-21T08:00:00Zx",
    "2026-11-21 08:00:00Z", "+026-11-21", "0000-01-01", "10000-01-01", "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01", "٢٠٢٦-11-21", "2026-11-21Z",
  ])
  func `what is no date is refused with what to write`(text: String) throws {
    let error = try #require(throws: TextFlaw.self) { try DateText(parsing: text) }
    #expect(error.advice?.contains("2026-11-21T08:00:00Z") == true)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -63_113_904_001, 252_423_993_600, 1e300])
  func `an instant outside the years 1 to 9999 has no text`(seconds: Double) {
    #expect(DateText(secondsSince2001: seconds) == nil)
  }

  @Test(arguments: [
    (0, "2026-11-21T08:00:00Z"), (90, "2026-11-21T09:30:00+01:30"),
    (-480, "2026-11-21T00:00:00-08:00"), (-481, "2026-11-20T23:59:00-08:01"),
    (1439, "2026-11-22T07:59:00+23:59"),
  ])
  func `an offset moves the clock and not the instant`(minutes: Int, text: String) throws {
    let instant = try #require(DateText(secondsSince2001: 816_940_800))
    let offset = try #require(UTCOffset(minutes: minutes))
    #expect(instant.text(at: offset) == text)
    #expect(try DateText(parsing: text) == instant)
  }

  @Test func `an offset of a day or more is none`() {
    #expect(UTCOffset(minutes: 1440) == nil)
    #expect(UTCOffset(minutes: -1440) == nil)
  }

  @Test func `at the ends of the calendar the clock stays in UTC`() throws {
    let first = try #require(DateText(secondsSince2001: -63_113_904_000))
    #expect(first.text(at: try #require(UTCOffset(minutes: -60))) == "0001-01-01T00:00:00Z")
  }

  @Test func `every day of the calendar has a text of its own`() throws {
    var seconds = -63_113_904_000.0
    var previous = ""
    var days = 0
    // A prime step meets every month, leap day and century without printing every day.
    while let instant = DateText(secondsSince2001: seconds) {
      let text = instant.text
      #expect(text > previous)
      #expect(try DateText(parsing: text) == instant)
      previous = text
      days += 1
      seconds += 86_400 * 97
    }
    #expect(days == 3_652_059 / 97 + 1)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `an instant to the microsecond reads back the same`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      // Beyond 2^32 seconds from 2001 doubles are too far apart to tell microseconds.
      let seconds = Double.random(in: -4_294_967_296...4_294_967_296, using: &random)
      let printed = try #require(DateText(secondsSince2001: seconds)).text
      let read = try DateText(parsing: printed)
      #expect(read.text == printed, "seed \(seed)")
      #expect(abs(read.secondsSince2001 - seconds) <= 1e-6, "seed \(seed)")
    }
  }
}
