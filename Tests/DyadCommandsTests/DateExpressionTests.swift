internal import CalendarEdges
internal import CommandLineCore
internal import DyadCommands
internal import Testing
internal import TextFormats

@Suite struct DateExpressionTests {
  /// 2001-01-11T10:00:00Z.
  private static let now = 10 * 86_400.0 + 36_000

  private static let dates: [(text: String, seconds: Double)] = [
    ("now", now), ("today", 10 * 86_400.0), ("yesterday", 9 * 86_400.0),
    ("Tomorrow", 11 * 86_400.0), ("-45s", now - 45),
    ("-30m", now - 1_800), ("-1h", now - 3_600), ("-7d", now - 604_800), ("-2w", now - 1_209_600),
    ("2001-01-02", 86_400.0), ("2001-02", 31 * 86_400.0), ("-1mo", now - 31 * 86_400),
    ("-1y", now - 366 * 86_400), ("monday", 7 * 86_400.0), ("Thursday", 10 * 86_400.0),
    ("friday", 4 * 86_400.0), ("2001-01-01T01:00:00+01:00", 0.0),
  ]

  @Test(arguments: dates)
  func `a date is a word, a span before now, or ISO 8601`(text: String, seconds: Double) throws {
    #expect(try DateExpression(parsing: text, at: Self.now, in: .utc).seconds == seconds)
  }

  @Test(arguments: [-0.5, -86_400.0, 0, 86_399.5])
  func `today begins at midnight in UTC on either side of 2001`(now: Double) throws {
    let midnight = try DateExpression(parsing: "today", at: now, in: .utc).seconds
    #expect(midnight <= now && now < midnight + 86_400)
    #expect(midnight.truncatingRemainder(dividingBy: 86_400) == 0)
  }

  @Test(arguments: [
    "", "-", "-7", "-d", "-7x", "-9999y", "2001-13", "- 7d", "-+7d", "7d", "tomorow",
    "-1234567890d", "-٧d",
  ])
  func `anything else is refused, saying what can be written`(text: String) throws {
    let error = try #require(throws: CommandLineError.self) {
      try DateExpression(parsing: text, at: Self.now, in: .utc)
    }
    #expect(error.code == .invalidInput)
    #expect(error.advice?.contains("-7d") == true)
  }

  @Test func `days begin by the clocks of the zone`() throws {
    let berlin = try TimeZoneRules.named("Europe/Berlin")
    // 2026-07-01T23:30:00Z, which is the second of July there.
    let now = try DateText(parsing: "2026-07-01T23:30:00Z").secondsSince2001
    for (text, instant) in [
      ("today", "2026-07-01T22:00:00Z"), ("yesterday", "2026-06-30T22:00:00Z"),
      ("tomorrow", "2026-07-02T22:00:00Z"),
      ("2026-01-05", "2026-01-04T23:00:00Z"), ("2026-08", "2026-07-31T22:00:00Z"),
      ("-6mo", "2026-01-02T00:30:00Z"), ("-120d", "2026-03-04T00:30:00Z"),
      ("-20w", "2026-02-12T00:30:00Z"), ("-48h", "2026-06-29T23:30:00Z"),
      ("2026-01-05T00:00:00Z", "2026-01-05T00:00:00Z"),
    ] {
      let seconds = try DateExpression(parsing: text, at: now, in: berlin).seconds
      #expect(DateText(secondsSince2001: seconds)?.text == instant, "\(text)")
    }
  }
}
