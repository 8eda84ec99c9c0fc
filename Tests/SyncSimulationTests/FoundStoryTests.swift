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

  /// The others need the build of `Tools/simulate --bugs`, which shows all of them.
  @Test(arguments: SimulatedBug.OutsideBug.allCases) func `what is wrong around the rules is shown`(
    bug: SimulatedBug.OutsideBug
  ) throws {
    #expect(try BugStories().show(.outside(bug)) != nil)
  }
}
