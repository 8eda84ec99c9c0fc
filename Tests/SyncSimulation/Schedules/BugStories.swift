internal import SyncCore

/// The recorded schedules that show what is wrong on purpose: those that random seeds found, and those of
/// the executable model.
package struct BugStories {
  private let found: [FoundStory]
  private let modelled: [ModelSchedule]

  /// Reads them.
  ///
  /// - Throws: When a file of them cannot be read.
  package init() throws {
    found = try FoundStory.load("bugs.txt")
    modelled = try ModelSchedule.load("shortest.txt") + ModelSchedule.load("further.txt")
  }

  /// What a recorded schedule shows of a bug.
  ///
  /// - Returns: What did not hold; `nil` where no schedule that holds without the bug breaks with it.
  /// - Throws: What a store or a rule throws.
  package func show(_ bug: SimulatedBug) throws -> String? {
    for story in found where story.description == bug.name {
      guard Simulation().run(story.schedule) == nil else { continue }
      if let violation = Simulation(bug: bug).run(story.schedule) { return violation }
    }
    guard case .rule(let rule) = bug else { return nil }
    for schedule in modelled where schedule.name == rule.rawValue {
      guard try schedule.replay() == nil else { continue }
      if try schedule.replay(with: rule) != nil { return "it goes otherwise than in the model" }
    }
    return nil
  }
}
