internal import CommandLineCore
internal import HealthModel

/// `dyad workout`: workouts, from their start to the table of those that are over.
enum WorkoutCommands {
  static let all: [any Subcommand.Type] = [
    WorkoutStartCommand.self, WorkoutStatusCommand.self, WorkoutPauseCommand.self,
    WorkoutResumeCommand.self, WorkoutLapCommand.self, WorkoutLegCommand.self,
    WorkoutEndCommand.self, WorkoutListCommand.self, WorkoutShowCommand.self,
  ]

  static let command = Command(
    "workout", summary: "Run workouts, and look at those that are over",
    discussion: """
      A node has one workout at a time, on a phone or on a watch: one that starts ends the one before. It goes \
      on until it is ended, whether or not the daemon or an app is started anew meanwhile. What was measured \
      while it was active belongs to it.
      """,
    examples: [
      .init("dyad workout start running --outdoor", "set out"),
      .init("dyad workout end", "come back, and save it"),
      .init("dyad workout list --from -7d", "the workouts of a week"),
      .init("dyad workout show", "the last one, with splits and heart rates"),
    ], subcommands: all.map { $0.command })
}

extension WorkoutActivityType {
  /// The activities by which people call what they do.
  static let names = allCases.map { "\($0)" }

  /// The activity that somebody typed, in any case.
  init?(typed name: String) {
    guard let number = NamedNumbers.workoutActivities.number(named: name) else { return nil }
    self.init(rawValue: Int(number))
  }
}
