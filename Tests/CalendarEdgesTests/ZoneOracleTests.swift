internal import CalendarEdges
internal import TestSupport
internal import Testing
internal import TextFormats

/// What Python thinks of the same files.
struct ZoneOracleTests {
  private static let zones = [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Moscow", "America/New_York",
    "America/Sao_Paulo", "America/St_Johns", "America/Caracas", "America/Havana",
    "Australia/Lord_Howe", "Australia/Adelaide", "Asia/Kolkata", "Asia/Tehran", "Asia/Gaza",
    "Asia/Pyongyang", "Africa/Casablanca", "Africa/Cairo", "Africa/Monrovia", "Pacific/Apia",
    "Pacific/Kwajalein", "Pacific/Chatham", "Antarctica/Troll", "America/Nuuk", "UTC",
  ]

  // PEP 495 with fold 0 moves skipped times forward and takes the first of two, as we do.
  private static let script = """
    import sys
    from datetime import datetime, timedelta, timezone
    from zoneinfo import ZoneInfo
    start = datetime(2001, 1, 1)
    for line in sys.stdin:
        name, kind, seconds = line.split()
        when = start + timedelta(seconds=int(seconds))
        if kind == "instant":
            local = when.replace(tzinfo=timezone.utc).astimezone(ZoneInfo(name))
            print(round(local.utcoffset().total_seconds()))
        else:
            instant = when.replace(tzinfo=ZoneInfo(name)).astimezone(timezone.utc)
            print(round((instant.replace(tzinfo=None) - start).total_seconds()))
    """

  private struct Question {
    var zone: String
    var isInstant: Bool
    var seconds: Int
    var answer: Int
  }

  @Test func `offsets and local times are Python's`() throws {
    var generator = SeededGenerator(seed: 41)
    let questions = try Self.zones.flatMap { try Self.questions(about: $0, &generator) }
    #expect(questions.count > 20_000)
    let input = questions.map { "\($0.zone) \($0.isInstant ? "instant" : "local") \($0.seconds)\n" }
    let ending = try RunningProgram.run(
      "/usr/bin/env", ["python3", "-c", Self.script], input: input.joined())
    try #require(ending.exitCode == 0, "\(ending.errors)")
    let answers = ending.lines.map { Int($0) }
    try #require(answers.count == questions.count)
    let wrong = zip(questions, answers).filter { $0.answer != $1 }
    #expect(wrong.isEmpty, "\(wrong.count) differ, such as \(wrong.prefix(3))")
  }

  private static func questions(
    about name: String, _ generator: inout SeededGenerator
  ) throws -> [Question] {
    let zone = try TimeZoneRules.named(name)
    let (from, to) = (Clock.instant(1840, 1, 1), Clock.instant(2120, 1, 1))
    var seconds = (0..<300).map { _ in
      Int(Double.random(in: from..<to, using: &generator))
    }
    // Days apart, because some summers were days long.
    for time in stride(from: from, to: to, by: 5 * 86_400) {
      guard let change = change(in: zone, between: Int(time), Int(time) + 5 * 86_400) else {
        continue
      }
      let before = zone.offset(at: Double(change - 1))
      for distance in [-86_400, -3_600, -1, 0, 1, 1_800, 3_599, 3_600, 7_199, 43_200] {
        seconds.append(change + distance)
        seconds.append(change + before + distance)
        seconds.append(change + before - distance)
      }
    }
    return seconds.flatMap { second in
      let local = LocalTime(
        CivilDate(dayNumber: Int((Double(second) / 86_400).rounded(.down))),
        secondOfDay: (second % 86_400 + 86_400) % 86_400)
      return [
        Question(
          zone: name, isInstant: true, seconds: second, answer: zone.offset(at: Double(second))),
        Question(
          zone: name, isInstant: false, seconds: second, answer: Int(zone.instant(of: local))),
      ]
    }
  }

  private static func change(in zone: TimeZoneRules, between start: Int, _ end: Int) -> Int? {
    var (low, high) = (start, end)
    guard zone.offset(at: Double(low)) != zone.offset(at: Double(high)) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if zone.offset(at: Double(middle)) == zone.offset(at: Double(low)) {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }
}
