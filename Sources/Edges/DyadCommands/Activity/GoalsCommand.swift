internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// `dyad goals`: what closes the rings.
struct GoalsCommand: Subcommand {
  static let command = Command(
    "goals", summary: "Show or set what closes the rings",
    discussion: """
      Without an option it shows the goals and the days from which they hold. What is set holds from \
      today on, or from the day of --from; what is not named stays as it is. Only the phone sets goals, \
      and each watch gets them. Until something is set the goals are 500 kcal, 30 minutes and 12 hours.
      """,
    examples: [
      .init("dyad goals --move 620", "move more from today on"),
      .init("dyad goals --exercise 45 --from monday", "from the last Monday on"),
    ], options: [.move, .exercise, .stand, .goalsFrom, .timeZone])

  private let move: Double?
  private let exercise: Double?
  private let stand: Double?
  private let day: Int
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    func number(_ option: Option, _ range: ClosedRange<Double>) throws -> Double? {
      try arguments.integer(option, in: Int(range.lowerBound)...Int(range.upperBound))
        .map { Double($0) }
    }
    move = try number(.move, ActivityGoal.moves)
    exercise = try number(.exercise, ActivityGoal.exercises)
    stand = try number(.stand, ActivityGoal.stands)
    isJSON = arguments.has(.json)
    let zone = try ZoneChoice.zone(arguments)
    let now = WallClock.system.now
    let from = try arguments.date(.goalsFrom, at: now, in: zone)
    day = zone.localTime(at: from?.seconds ?? now).date.dayNumber
    if move == nil, exercise == nil, stand == nil, from != nil {
      throw arguments.unusable(.goalsFrom, "no goal is named that would hold from then on")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let isSetting = move != nil || exercise != nil || stand != nil
    let data = try await session.open(isSetting ? .isMade : .isAnError)
    var history = GoalHistory()
    if case .activityGoals(let known) = try await data.characteristic(.activityGoals) {
      history = known
    }
    if isSetting {
      var goal = history.goal(on: day) ?? .usual
      goal.move = move ?? goal.move
      goal.exercise = exercise ?? goal.exercise
      goal.stand = stand ?? goal.stand
      try history.set(goal, from: day)
      try await data.setCharacteristic(.activityGoals(history))
    }
    try write(history)
    return .success
  }

  private func write(_ history: GoalHistory) throws {
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      for change in history.changes {
        try output.writeLine(
          .object([
            .init("from", .string(ActivityDays.date(change.day))),
            .init("move", .number(change.goal.move)),
            .init("exercise", .number(change.goal.exercise)),
            .init("stand", .number(change.goal.stand)),
          ]))
      }
    } else {
      var table = Table([
        .init("FROM"), .init("MOVE", .right), .init("EXERCISE", .right), .init("STAND", .right),
      ])
      let usual = [GoalHistory.Change(day: 0, goal: .usual)]
      for change in history.changes.isEmpty ? usual : history.changes {
        table.append([
          history.changes.isEmpty ? "usual" : ActivityDays.date(change.day),
          "\(NumberText.fixed(change.goal.move, 0)) kcal",
          "\(NumberText.fixed(change.goal.exercise, 0)) min",
          "\(NumberText.fixed(change.goal.stand, 0)) h",
        ])
      }
      try table.write(to: &output)
    }
    try output.flush()
  }
}

extension Option {
  static let move = Option("move", value: "KCAL", help: "Active energy of a day")
  static let exercise = Option("exercise", value: "MINUTES", help: "Minutes of exercise of a day")
  static let stand = Option("stand", value: "HOURS", help: "Hours of a day in which to stand")
  static let goalsFrom = Option("from", value: "DATE", help: "From that day on, not from today")
}
