internal import CalendarEdges
internal import Testing
internal import TextFormats

struct LocalTimeTests {
  private static let offsets: [(String, Double, Int)] = [
    ("Europe/Berlin", Clock.instant(1890, 1, 1), 3_208),
    ("America/New_York", Clock.instant(1800, 1, 1), -17_762),
    ("Europe/Berlin", Clock.instant(2100, 1, 1), 3_600),
    ("Europe/Berlin", Clock.instant(2100, 7, 1), 7_200),
    ("America/New_York", Clock.instant(9999, 7, 1), -14_400),
    ("Australia/Lord_Howe", Clock.instant(2090, 1, 1), 39_600),
    ("Australia/Lord_Howe", Clock.instant(2090, 7, 1), 37_800),
    ("Asia/Kolkata", Clock.instant(2090, 7, 1), 19_800),
    ("Africa/Casablanca", Clock.instant(2026, 3, 1), 0),
    ("Africa/Casablanca", Clock.instant(2026, 5, 1), 3_600),
    ("America/Sao_Paulo", Clock.instant(2018, 12, 1), -7_200),
    ("America/Sao_Paulo", Clock.instant(2026, 12, 1), -10_800),
    ("Europe/Dublin", Clock.instant(2026, 1, 1), 0),
    ("+02:00", 0, 7_200), ("-09:30", 0, -34_200), ("UTC", 0, 0), ("Z", 0, 0),
  ]

  @Test(arguments: offsets.indices)
  func `zones have offsets at all times`(index: Int) throws {
    let (name, instant, offset) = Self.offsets[index]
    #expect(try TimeZoneRules.named(name).offset(at: instant) == offset)
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 1e12, -1e12])
  func `what is no date has some offset`(instant: Double) throws {
    for name in ["Europe/Berlin", "Asia/Kolkata"] {
      #expect(abs(try TimeZoneRules.named(name).offset(at: instant)) < 86_400)
    }
  }

  @Test func `a time that clocks skip moves forward by as much`() throws {
    let berlin = try TimeZoneRules.named("Europe/Berlin")
    let skipped = Clock.instant(2026, 3, 29, 2, 30, in: berlin)
    #expect(Clock.text(skipped, in: berlin) == "2026-03-29 03:30")
    #expect(skipped == Clock.instant(2026, 3, 29, 1, 30))
    let lordHowe = try TimeZoneRules.named("Australia/Lord_Howe")
    let half = Clock.instant(2026, 10, 4, 2, 15, in: lordHowe)
    #expect(Clock.text(half, in: lordHowe) == "2026-10-04 02:45")
  }

  @Test func `of a time that clocks show twice the first is meant`() throws {
    let berlin = try TimeZoneRules.named("Europe/Berlin")
    #expect(Clock.instant(2026, 10, 25, 2, 30, in: berlin) == Clock.instant(2026, 10, 25, 0, 30))
    #expect(Clock.instant(2026, 10, 25, 2, 0, in: berlin) == Clock.instant(2026, 10, 25, 0, 0))
    #expect(Clock.instant(2026, 10, 25, 3, 0, in: berlin) == Clock.instant(2026, 10, 25, 2, 0))
    // After the last time that the file lists.
    #expect(Clock.instant(2099, 10, 25, 2, 30, in: berlin) == Clock.instant(2099, 10, 25, 0, 30))
  }

  @Test func `a day without midnight begins with its first time`() throws {
    let zone = try TimeZoneRules.named("America/Sao_Paulo")
    let noon = Clock.instant(2018, 11, 4, 12, in: zone)
    #expect(zone.start(of: .day, at: noon) == Clock.instant(2018, 11, 4, 3))
    #expect(Clock.text(zone.start(of: .day, at: noon), in: zone) == "2018-11-04 01:00")
  }

  private static let starts: [(CalendarInterval.Unit, String)] = [
    (.minute, "2026-11-21 13:57"), (.hour, "2026-11-21 13:00"), (.day, "2026-11-21 00:00"),
    (.week, "2026-11-16 00:00"), (.month, "2026-11-01 00:00"), (.year, "2026-01-01 00:00"),
  ]

  @Test(arguments: starts.indices)
  func `units begin where calendars say`(index: Int) throws {
    let (unit, text) = Self.starts[index]
    for name in ["Europe/Berlin", "Asia/Kolkata", "America/St_Johns"] {
      let zone = try TimeZoneRules.named(name)
      let instant = Clock.instant(2026, 11, 21, 13, 57, in: zone) + 12.5
      #expect(Clock.text(zone.start(of: unit, at: instant), in: zone) == text)
      let start = zone.start(of: unit, at: instant)
      #expect(zone.start(of: unit, at: start) == start)
    }
  }

  @Test func `an hour that clocks show twice begins twice`() throws {
    let berlin = try TimeZoneRules.named("Europe/Berlin")
    let second = Clock.instant(2026, 10, 25, 1, 30)
    #expect(Clock.text(second, in: berlin) == "2026-10-25 02:30")
    #expect(berlin.start(of: .hour, at: second) == Clock.instant(2026, 10, 25, 1))
  }
}
