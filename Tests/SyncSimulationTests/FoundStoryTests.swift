internal import SyncCore
internal import SyncSimulation
internal import Testing

/// Stories that random schedules found, and that must not come back.
struct FoundStoryTests {
  @Test(arguments: try FoundStory.loadAll())
  func `what was found once holds`(story: FoundStory) {
    #expect(Simulation().run(story.schedule) == nil)
  }

  @Test func `over files they hold as well`() throws {
    for story in try FoundStory.loadAll() {
      #expect(Simulation(storage: .files).run(story.schedule) == nil, "\(story)")
    }
  }

  @Test(arguments: bugs) func `some break again with a bug that they found`(
    bug: SimulatedBug
  ) throws {
    let broken = try FoundStory.loadAll().filter { Simulation(bug: bug).run($0.schedule) != nil }
    #expect(!broken.isEmpty)
  }

  #if DELIBERATE_BUGS
  private static let bugs = [
    SimulatedBug.rule(.claimToldEarly), .rule(.vectorMustBeHere), .rule(.damageStopsComparing),
    .rule(.keptRowsUnlisted), .rule(.walkCountsForLater), .outside(.pruneKeepsDamaged),
  ]
  #else
  private static let bugs = [SimulatedBug.outside(.pruneKeepsDamaged)]
  #endif
}
