internal import CommandLineCore
internal import TestSupport
internal import Testing
internal import TextFormats

/// `dyad rings` and `dyad goals` as people use them.
struct RingsProcessTests {
  private static func line(
    _ type: String, _ start: String, _ end: String, _ value: String, _ unit: String? = nil
  ) -> String {
    let unit = unit.map { ",\"unit\":\"\($0)\"" } ?? ""
    return
      "{\"type\":\"\(type)\",\"start\":\"\(start)\",\"end\":\"\(end)\",\"value\":\(value)\(unit)}"
  }

  /// A day in March on which the clocks of Berlin go on by an hour, and the day after.
  private static let days = [
    line("activeEnergyBurned", "2026-03-29T06:00:00Z", "2026-03-29T07:00:00Z", "310", "kcal"),
    // Half of it is of the next day.
    line("activeEnergyBurned", "2026-03-29T21:30:00Z", "2026-03-29T22:30:00Z", "40", "kcal"),
    line("appleExerciseTime", "2026-03-29T06:00:00Z", "2026-03-29T06:45:00Z", "45", "min"),
    line("appleStandHour", "2026-03-28T23:00:00Z", "2026-03-29T00:00:00Z", "\"stood\""),
    line("appleStandHour", "2026-03-29T06:00:00Z", "2026-03-29T07:00:00Z", "\"stood\""),
    line("appleStandHour", "2026-03-29T06:10:00Z", "2026-03-29T07:00:00Z", "\"stood\""),
    line("appleStandHour", "2026-03-29T07:00:00Z", "2026-03-29T08:00:00Z", "\"idle\""),
    line("appleStandHour", "2026-03-29T22:00:00Z", "2026-03-29T23:00:00Z", "\"stood\""),
    line("stepCount", "2026-03-29T06:00:00Z", "2026-03-29T07:00:00Z", "4200", "count"),
    line("distanceWalkingRunning", "2026-03-29T06:00:00Z", "2026-03-29T07:00:00Z", "3.2", "km"),
    line("pushCount", "2026-03-30T06:00:00Z", "2026-03-30T07:00:00Z", "900", "count"),
  ].joined(separator: "\n")

  @Test(arguments: ["appleExerciseTime", "appleStandHour"])
  func `what a watch works out is typed in by nobody`(type: String) throws {
    let dyad = try Dyad()
    let isTime = type == "appleExerciseTime"
    let line = Self.line(
      type, "2026-03-29T06:00:00Z", "2026-03-29T07:00:00Z", isTime ? "1" : "\"stood\"",
      isTime ? "min" : nil)
    let typed = try dyad.run("save", input: line)
    #expect(typed.exitCode == ExitCode.invalidInput.rawValue)
    #expect(typed.errors.contains("nobody types in \(type)") && typed.errors.contains("--sensor"))
    #expect(try dyad.run("save", "--force", input: line).exitCode == 0)
    // What a store told is taken, by whomever it was saved there.
    let told = try dyad.run("query", type, "--json").output
    #expect(try Dyad().run("save", input: told).exitCode == 0)
  }

  private static func dyad() throws -> Dyad {
    let dyad = try Dyad()
    let saved = try dyad.run("save", "--sensor", "wrist", input: days)
    #expect(saved.exitCode == 0, "\(saved.errors)")
    return dyad
  }

  @Test func `a day is what was reached between two midnights of its place`() throws {
    let dyad = try Self.dyad()
    let berlin = ["--tz", "Europe/Berlin", "--json"]
    let sunday = try dyad.run(["rings", "--on", "2026-03-29"] + berlin)
    let json = try JSONValue(parsing: sunday.output)
    #expect(json["day"] == .string("2026-03-29"))
    #expect(json["move"]?["value"]?.doubleValue == 330)
    #expect(json["move"]?["goal"]?.doubleValue == 500)
    #expect(json["exercise"]?["value"]?.doubleValue == 45)
    #expect(json["stand"]?["value"]?.doubleValue == 2)
    #expect(json["steps"]?.doubleValue == 4_200)
    #expect(json["distance"]?.doubleValue == 3_200)
    let monday = try JSONValue(
      parsing: try dyad.run(["rings", "--on", "2026-03-30"] + berlin).output)
    #expect(monday["move"]?["value"]?.doubleValue == 20)
    #expect(monday["stand"]?["value"]?.doubleValue == 1)
    #expect(monday["steps"]?.doubleValue == 0)
    // By other clocks it is another day.
    let far = try JSONValue(
      parsing: try dyad.run("rings", "--on", "2026-03-29", "--tz", "UTC", "--json").output)
    #expect(far["move"]?["value"]?.doubleValue == 350)
    #expect(far["stand"]?["value"]?.doubleValue == 2)
  }

  @Test func `a week and a month are tables in a pipe`() throws {
    let dyad = try Self.dyad()
    let week = try dyad.run("rings", "week", "--on", "2026-03-30", "--tz", "Europe/Berlin")
    #expect(week.lines.count == 8 && week.errors.isEmpty, "\(week.errors)")
    #expect(week.lines[0].hasPrefix("DAY"))
    #expect(week.lines[6].hasPrefix("Sun 2026-03-29  330 kcal 66%  45 min 150%  2 h 16%"))
    #expect(week.lines.allSatisfy { $0.utf8.count <= 80 && !$0.contains("\u{1B}") })
    let month = try dyad.run("rings", "month", "--on", "2026-03-30", "--tz", "Europe/Berlin")
    #expect(month.lines.count == 31)
    let empty = try dyad.run("rings", "week", "--on", "2020-01-01")
    #expect(empty.exitCode == 0 && empty.errors.contains("dyad import export.zip"))
  }

  @Test(arguments: ["truecolor", ""]) func `a terminal has rings of half blocks`(
    colours: String
  ) throws {
    let dyad = try Self.dyad()
    for period in ["today", "week", "month"] {
      let shown = try dyad.runInTerminal(
        "rings", period, "--on", "2026-03-29", "--tz", "UTC",
        environment: ["COLORTERM": colours, "TERM": "xterm-256color"])
      let kind = colours.isEmpty ? "8;5;" : "8;2;"
      #expect(shown.output.contains(kind) && shown.output.contains("▀"), "\(period)")
      #expect(!shown.output.contains(colours.isEmpty ? "8;2;" : "8;5;"))
    }
    let plain = try dyad.runInTerminal(
      "rings", "--on", "2026-03-29", environment: ["NO_COLOR": "1"])
    #expect(!plain.output.contains("▀"))
  }

  @Test func `pictures are written, and nothing else is overwritten`() throws {
    let dyad = try Self.dyad()
    let (svg, png) = (dyad.folder.file("rings.svg"), dyad.folder.file("rings.png"))
    let run = try dyad.run("rings", "month", "--on", "2026-03-29", "--svg", svg, "--png", png)
    #expect(run.exitCode == 0, "\(run.errors)")
    let text = String(decoding: try dyad.folder.read("rings.svg"), as: UTF8.self)
    #expect(text.hasPrefix("<svg ") && text.contains("Sun 29</text>"))
    #expect(try dyad.folder.read("rings.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let refused = try dyad.run("rings", "--png", dyad.folder.path)
    #expect(refused.exitCode == ExitCode.refused.rawValue)
  }

  @Test func `goals hold from their day on`() throws {
    let dyad = try Self.dyad()
    #expect(try dyad.run("goals").lines.last == "usual  500 kcal    30 min   12 h")
    let set = try dyad.run("goals", "--move", "600", "--from", "2026-03-20", "--tz", "UTC")
    #expect(set.lines.last == "2026-03-20  600 kcal    30 min   12 h", "\(set.errors)")
    _ = try dyad.run("goals", "--stand", "6", "--from", "2026-03-30", "--tz", "UTC")
    let goals = try dyad.run("goals", "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(goals.map { $0["move"]?.doubleValue } == [600, 600])
    #expect(goals.map { $0["stand"]?.doubleValue } == [12, 6])
    func goal(_ day: String) throws -> JSONValue {
      try JSONValue(parsing: try dyad.run("rings", "--on", day, "--json", "--tz", "UTC").output)
    }
    #expect(try goal("2026-03-29")["stand"]?["goal"]?.doubleValue == 12)
    #expect(try goal("2026-03-30")["stand"]?["goal"]?.doubleValue == 6)
    #expect(try goal("2026-03-30")["move"]?["goal"]?.doubleValue == 600)
    let wrong = try dyad.run("goals", "--stand", "25")
    #expect(wrong.exitCode == ExitCode.usage.rawValue && wrong.errors.contains("--stand"))
    let alone = try dyad.run("goals", "--from", "today")
    #expect(alone.exitCode == ExitCode.usage.rawValue)
  }
}
