/// What somebody wants to reach on a day.
package struct ActivityGoal: Hashable, Sendable {
  /// Active energy, in kilocalories.
  package var move: Double
  /// Minutes of exercise.
  package var exercise: Double
  /// Hours in which they stood, or rolled in a wheelchair.
  package var stand: Double

  package init(move: Double, exercise: Double, stand: Double) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
  }

  /// What holds as long as nobody said anything.
  package static let usual = Self(move: 500, exercise: 30, stand: 12)
  package static let moves = 1.0...100_000
  package static let exercises = 1.0...1_440
  package static let stands = 1.0...24

  /// Whether somebody can want to reach it.
  package var isPermitted: Bool {
    Self.moves.contains(move) && Self.exercises.contains(exercise) && Self.stands.contains(stand)
  }
}

/// Goals with the days from which they hold.
package struct GoalHistory: Hashable, Sendable {
  /// From a day on, until the next change.
  package struct Change: Hashable, Sendable {
    /// Days since 2001-01-01, by the calendar where somebody is.
    package var day: Int
    package var goal: ActivityGoal

    package init(day: Int, goal: ActivityGoal) {
      self.day = day
      self.goal = goal
    }
  }

  /// Ascending by day, each goal unlike the one before it.
  package private(set) var changes: [Change] = []

  /// A change a month for a lifetime.
  package static let mostChanges = 1_200
  /// The years 1 to 9999.
  package static let days = Instant.days

  /// Never set.
  package init() {}

  /// The given changes, in any order.
  ///
  /// - Throws: `invalidArgument` for a goal or a day that cannot be, and for too many.
  package init(_ changes: [Change]) throws(ModelError) {
    guard changes.count <= Self.mostChanges else { throw Self.tooMany }
    for change in changes { try set(change.goal, from: change.day) }
  }

  /// What holds on a day; before the first change its goal does.
  package func goal(on day: Int) -> ActivityGoal? {
    (changes.last { $0.day <= day } ?? changes.first)?.goal
  }

  /// Lets a goal hold from a day until the change after it.
  ///
  /// - Throws: `invalidArgument` for a goal or a day that cannot be, and for too many.
  package mutating func set(_ goal: ActivityGoal, from day: Int) throws(ModelError) {
    guard goal.isPermitted, Self.days.contains(day) else {
      throw ModelError(
        .invalidArgument, cannot: "set the goals",
        "a day has 1 to 100,000 kilocalories, 1 to 1,440 minutes of exercise and 1 to 24 hours, "
          + "in the years 1 to 9999")
    }
    var updated = changes.filter { $0.day != day }
    let place = updated.firstIndex { $0.day > day } ?? updated.count
    updated.insert(Change(day: day, goal: goal), at: place)
    var last: ActivityGoal?
    updated = updated.filter { change in
      defer { last = change.goal }
      return change.goal != last
    }
    guard updated.count <= Self.mostChanges else { throw Self.tooMany }
    changes = updated
  }

  private static var tooMany: ModelError {
    ModelError(.invalidArgument, cannot: "set the goals", "more than \(mostChanges) changes")
  }
}
