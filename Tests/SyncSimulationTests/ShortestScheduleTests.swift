internal import SyncCore
internal import SyncSimulation
internal import Testing

/// The shortest schedules that show what each rule is there for.
struct ShortestScheduleTests {
  /// The shortest in the model, and where that shows nothing in Swift, one that does.
  private static func schedules(for bug: DeliberateBug) throws -> [ModelSchedule] {
    let all = try ModelSchedule.load("shortest.txt") + ModelSchedule.load("further.txt")
    return all.filter { $0.name == bug.rawValue }
  }

  @Test(arguments: DeliberateBug.recorded)
  func `with all rules on it goes as in the model`(bug: DeliberateBug) throws {
    for schedule in try Self.schedules(for: bug) {
      let disagreement = try schedule.replay()
      #expect(disagreement == nil)
    }
  }
}

extension DeliberateBug {
  /// Those that recorded schedules of the model can show.
  ///
  /// In them nothing waits for credit (R4), nothing belongs together (R13), no roots are compared (R24),
  /// vectors are told whole (R25), nobody is on the move (R27), and no watch was taken over (R28).
  static let recorded = allCases.filter { bug in
    let others: [Self] = [
      .walkCountsForLater, .horizonUnseen, .keptRowsUnlisted, .keptRowsUnanswered,
      .brakeAsksTheRest, .damageStopsComparing,
      .damageIsUnsaid, .claimToldEarly, .vectorMustBeHere, .sameViewAgain, .asksOnce,
      .workoutsToldOnce, .trustTheFloor, .freeOutOfScope, .noAllowance, .inferenceIsFree,
      .killsTheUnborn, .heldIsCompared, .heldForEver, .refuseUncovers, .settingsUnsealed,
    ]
    return !others.contains(bug)
  }
}
