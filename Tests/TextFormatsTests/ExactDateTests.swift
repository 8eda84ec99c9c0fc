internal import Testing
private import TextFormats

@Suite struct ExactDateTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", Int64(0), 0),
    ("2026-11-21T08:00:00.123Z", 1_795_248_000, 123_000_000),
    ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
    ("2001-01-01T00:00:00.000001Z", 978_307_200, 1000),
    ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
    ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
    ("2000-02-29T12:30:45Z", 951_827_445, 0),
  ])
  func `an instant is read and printed`(text: String, seconds: Int64, nanoseconds: Int) throws {
    let date = try #require(ExactDate(secondsSince1970: seconds, nanoseconds: nanoseconds))
    #expect(date.text == text)
    #expect(try ExactDate(parsing: text) == date)
  }

  @Test(arguments: [
    ("2026-11-21T09:30:00+01:30", "2026-11-21T08:00:00Z"),
    ("2026-11-20T16:00:00.5-16:00", "2026-11-21T08:00:00.500Z"),
    ("2026-11-21T08:00:00.1000Z", "2026-11-21T08:00:00.100Z"),
    ("2026-11-21T08:00:00.0000010Z", "2026-11-21T08:00:00.000001Z"),
  ])
  func `other forms of an instant are read`(text: String, printed: String) throws {
    #expect(try ExactDate(parsing: text).text == printed)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T08:00Z", "2026-11-21T08:00:00", "2026-11-21t08:00:00Z",
    "2026-11-21T08:00:00z", "2026-11-21 08:00:00Z", "2026-02-29T08:00:00Z",
    "2026-11-21T08:00:60Z", "2026-11-21T08:00:00.Z", "2026-11-21T08:00:00.1234567890Z",
    "0000-12-31T00:00:00Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01",
    "2026-11-21T08:00+00:00",
  ])
  func `anything else is refused`(text: String) {
    #expect(throws: TextFlaw.self) { try ExactDate(parsing: text) }
  }

  @Test(arguments: [
    (Int64.min, 0), (.max, 0), (-62_135_596_801, 0), (253_402_300_800, 0), (0, -1),
    (0, 1_000_000_000),
  ])
  func `what is no instant is none`(seconds: Int64, nanoseconds: Int) {
    #expect(ExactDate(secondsSince1970: seconds, nanoseconds: nanoseconds) == nil)
  }
}
