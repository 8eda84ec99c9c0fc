internal import RPCCore
internal import TestSupport
internal import Testing

@Suite struct `A timeout on the wire` {
  @Test(arguments: [
    ("0S", Duration.zero), ("1n", .nanoseconds(1)), ("7u", .microseconds(7)),
    ("250m", .milliseconds(250)), ("30S", .seconds(30)), ("2M", .seconds(120)),
    ("3H", .seconds(10_800)), ("00000001S", .seconds(1)), ("99999999n", .nanoseconds(99_999_999)),
    ("99999999H", .seconds(99_999_999 * 3600)),
  ])
  func `is digits with a unit`(header: String, duration: Duration) {
    #expect(WireTimeout(header.utf8)?.duration == duration)
  }

  @Test(arguments: [
    "", "S", "1", "-1S", "+1S", "99999999999S", "123456789S", "1 S", " 1S", "1S ", "1.5S", "1s",
    "1h",
    "1N", "1U", "1x", "0x1S", "1SS", "S1", "١S", "１S", "1\u{0}", "\u{0}S", "1S\n",
  ])
  func `of another form is none`(header: String) {
    #expect(WireTimeout(header.utf8) == nil)
  }

  @Test func `is never made of other bytes`() {
    for first in UInt8.min...UInt8.max {
      for unit in UInt8.min...UInt8.max {
        let isLegal = (0x30...0x39).contains(first) && "HMSmun".utf8.contains(unit)
        #expect((WireTimeout([first, unit]) != nil) == isLegal, "\([first, unit])")
      }
    }
  }

  // Typed, or the compiler takes too long over it.
  private static let headers: [(Duration, String)] = [
    (Duration.zero, "1n"), (Duration.seconds(-1), "1n"), (Duration.seconds(Int64.min), "1n"),
    (Duration.nanoseconds(-1), "1n"),
    (Duration(secondsComponent: 0, attosecondsComponent: 1), "1n"),
    (Duration.nanoseconds(1), "1n"), (Duration.nanoseconds(99_999_999), "99999999n"),
    (Duration.nanoseconds(100_000_000), "100000u"), (Duration.nanoseconds(100_000_001), "100001u"),
    (Duration.milliseconds(250), "250000u"), (Duration.seconds(1), "1000000u"),
    (Duration.seconds(99), "99000000u"),
    (Duration.seconds(100), "100000m"), (Duration.microseconds(99_999_999), "99999999u"),
    (Duration.nanoseconds(99_999_999_001), "100000m"),
    (Duration.milliseconds(99_999_999), "99999999m"),
    (Duration.milliseconds(100_000_000), "100000S"),
    (Duration.microseconds(99_999_999_001), "100000S"),
    (Duration.seconds(99_999_999), "99999999S"), (Duration.seconds(100_000_000), "1666667M"),
    (Duration.milliseconds(99_999_999_001), "1666667M"),
    (Duration.seconds(99_999_999 * 60), "99999999M"),
    (Duration.seconds(99_999_999 * 60 + 1), "1666667H"),
    (Duration.seconds(99_999_999 * 3600), "99999999H"),
    (Duration.seconds(99_999_999 * 3600 + 1), "99999999H"),
    (Duration.seconds(Int64.max), "99999999H"),
    (
      Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
      "99999999H"
    ),
  ]

  @Test(arguments: headers)
  func `is the finest unit that eight digits carry`(duration: Duration, header: String) {
    #expect(WireTimeout.header(for: duration) == header)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `comes back no shorter, and less than a step of its unit longer`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let magnitude = Int64.random(
        in: 0...3_000_000_000_000_000 as ClosedRange<Int64>, using: &generator)
      let duration =
        Duration.nanoseconds(magnitude >> Int64.random(in: 0...50, using: &generator))
        + .seconds(Bool.random(using: &generator) ? magnitude / 10_000 : 0)
      let header = WireTimeout.header(for: duration)
      let read = try #require(WireTimeout(header.utf8), "\(header), \(generator)").duration
      #expect(read >= duration, "\(duration) became \(header), \(generator)")
      let step = try #require(WireTimeout(["1", header.suffix(1)].joined().utf8)).duration
      #expect(read - duration < step || read == .nanoseconds(1), "\(duration), \(generator)")
      #expect(WireTimeout.header(for: read) == header || read < .nanoseconds(2), "\(generator)")
    }
  }
}
