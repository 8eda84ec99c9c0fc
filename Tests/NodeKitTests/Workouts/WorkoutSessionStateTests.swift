internal import DyadServices
internal import HealthModel
internal import Testing

@testable internal import NodeApps

// @testable: the table is the daemon's own.
struct WorkoutSessionStateTests {
  private static let table: [(WorkoutSessionState, [WorkoutSessionState?])] = [
    // What start, pause, resume and end make of it.
    (.notStarted, [.running, nil, nil, nil]),
    (.running, [nil, .paused, .running, .ended]),
    (.paused, [nil, .paused, .running, .ended]),
    (.ended, [nil, nil, nil, nil]),
  ]

  @Test(arguments: table)
  func `what an action makes of a session`(
    state: WorkoutSessionState, results: [WorkoutSessionState?]
  ) {
    let actions: [WorkoutCommandMessage.Action] = [.start, .pause, .resume, .end]
    #expect(actions.map { state.after($0) } == results)
    #expect(state.after(.unspecified) == nil)
  }

  @Test func `all states are in the table, and are told apart`() {
    #expect(Set(Self.table.map(\.0)) == Set(WorkoutSessionState.allCases))
    #expect(Set(WorkoutSessionState.allCases.map(\.phase)).count == 4)
  }
}
