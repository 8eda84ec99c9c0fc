internal import CommandLineCore
internal import HealthModel
internal import TextFormats

/// What was reached on days, for people and programs.
enum RingsText {
  /// A day in some lines.
  static func lines(_ summary: ActivitySummary) -> [String] {
    let goal = summary.goal
    let rows = [
      ("Move", summary.move, goal.move, "kcal"),
      ("Exercise", summary.exercise, goal.exercise, "min"),
      (summary.usesWheelchair ? "Roll" : "Stand", Double(summary.stand), goal.stand, "h"),
    ]
    var table = Table([
      .init("RING"), .init("REACHED", .right), .init("GOAL", .right), .init("UNIT"),
      .init("CLOSED", .right),
    ])
    for (name, reached, goal, unit) in rows {
      table.append([name, whole(reached), whole(goal), unit, percent(reached / goal)])
    }
    let way = NumberText.fixed(summary.distance / 1_000, 1)
    let steps = summary.usesWheelchair ? "pushes" : "steps"
    return table.lines() + ["\(whole(summary.steps)) \(steps), \(way) km"]
  }

  /// One row for each day.
  static func table(_ summaries: [ActivitySummary]) -> Table {
    var table = Table([
      .init("DAY"), .init("MOVE", .right), .init("EXERCISE", .right), .init("STAND", .right),
      .init("STEPS", .right), .init("KM", .right),
    ])
    for summary in summaries {
      let progress = summary.progress
      table.append([
        "\(ActivityDays.weekday(summary.day)) \(ActivityDays.date(summary.day))",
        "\(whole(summary.move)) kcal \(percent(progress[0]))",
        "\(whole(summary.exercise)) min \(percent(progress[1]))",
        "\(summary.stand) h \(percent(progress[2]))", whole(summary.steps),
        NumberText.fixed(summary.distance / 1_000, 1),
      ])
    }
    return table
  }

  /// A day as one object: kilocalories, minutes, hours and metres.
  static func json(_ summary: ActivitySummary) -> JSONValue {
    func ring(_ value: Double, _ goal: Double) -> JSONValue {
      .object([.init("value", .number(value)), .init("goal", .number(goal))])
    }
    let goal = summary.goal
    return .object([
      .init("day", .string(ActivityDays.date(summary.day))),
      .init("move", ring(summary.move, goal.move)),
      .init("exercise", ring(summary.exercise, goal.exercise)),
      .init("stand", ring(Double(summary.stand), goal.stand)),
      .init(summary.usesWheelchair ? "pushes" : "steps", .number(summary.steps)),
      .init("distance", .number(summary.distance)),
      .init("wheelchair", .bool(summary.usesWheelchair)),
    ])
  }

  private static func whole(_ value: Double) -> String { NumberText.fixed(value, 0) }
  private static func percent(_ share: Double) -> String {
    "\(whole((share * 100).rounded(.down)))%"
  }
}
