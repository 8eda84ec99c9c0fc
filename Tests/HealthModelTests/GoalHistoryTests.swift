internal import HealthModel
internal import Testing

/// Goals and the days from which they hold.
struct GoalHistoryTests {
  private static func goal(_ move: Double) -> ActivityGoal {
    ActivityGoal(move: move, exercise: 30, stand: 12)
  }

  @Test func `a goal holds until the next, and the first one before it as well`() throws {
    var history = try GoalHistory([
      .init(day: 20, goal: Self.goal(2)), .init(day: 10, goal: Self.goal(1)),
    ])
    #expect(history.changes.map(\.day) == [10, 20])
    #expect([5, 10, 19, 20, 99].map { history.goal(on: $0)?.move } == [1, 1, 1, 2, 2])
    // What changes nothing is no change.
    try history.set(Self.goal(1), from: 15)
    #expect(history.changes.count == 2)
    try history.set(Self.goal(1), from: 20)
    #expect(history.changes.map(\.day) == [10])
    #expect(GoalHistory().goal(on: 0) == nil)
  }

  @Test func `what nobody can reach is refused`() throws {
    var history = GoalHistory()
    for goal in [
      ActivityGoal(move: 0, exercise: 30, stand: 12), Self.goal(.nan), Self.goal(100_001),
      ActivityGoal(move: 1, exercise: 1_441, stand: 12),
      ActivityGoal(move: 1, exercise: 30, stand: 0),
    ] {
      #expect(throws: ModelError.self) { try history.set(goal, from: 0) }
    }
    #expect(throws: ModelError.self) {
      try history.set(.usual, from: GoalHistory.days.upperBound + 1)
    }
    let many = (0...GoalHistory.mostChanges).map {
      GoalHistory.Change(day: $0, goal: Self.goal(Double($0 % 2 + 1)))
    }
    #expect(throws: ModelError.self) { try GoalHistory(many) }
    #expect(try GoalHistory(many.dropLast()).changes.count == GoalHistory.mostChanges)
  }
}
