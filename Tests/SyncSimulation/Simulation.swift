internal import HealthModel
internal import TestSupport

/// Runs schedules and looks for those in which something that must hold does not.
package struct Simulation: Sendable {
  /// What is wrong on purpose; `nil` for nothing.
  package let bug: SimulatedBug?
  package let storage: Storage

  /// Where the nodes keep what they have.
  package enum Storage: String, Sendable {
    case memory, files
  }

  /// A simulation of the rules.
  package init(bug: SimulatedBug? = nil, storage: Storage = .memory) {
    self.bug = bug
    self.storage = storage
  }

  /// What came of looking for a violation.
  package struct Finding: Sendable {
    package let seed: UInt64
    /// The shortest schedule found that still shows one.
    package let schedule: Schedule
    package let violation: String
    /// How many schedules were run before.
    package let runs: Int
  }

  /// Runs a schedule to its end and settles the world.
  ///
  /// - Parameters:
  ///   - schedule: What happens.
  ///   - trace: Is told of each event as it begins.
  /// - Returns: What did not hold; `nil` where everything did.
  package func run(_ schedule: Schedule, trace: ((String) -> Void)? = nil) -> String? {
    do {
      switch storage {
      case .memory:
        let world = try World<MemoryStore>(
          schedule.profile, bug: bug
        ) { role, incarnation, profile in
          var store = MemoryStore(
            role: role, beginning: incarnation, types: profile.types,
            numbersRows: profile.numbersRows)
          if case .outside(let bug) = bug { store.bug = bug }
          return store
        }
        try run(schedule, in: world, trace)
      case .files:
        let world = try World<FileStore>(
          schedule.profile.inFiles, bug: bug
        ) { role, incarnation, _ in
          try FileStore(role: role, beginning: incarnation)
        }
        try run(schedule, in: world, trace)
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func run(
    _ schedule: Schedule, in world: World<some SimulatedStore>, _ trace: ((String) -> Void)?
  ) throws {
    world.trace = trace
    for event in schedule.events {
      trace?(event.description)
      try world.apply(event)
    }
    trace?("settle")
    try world.settle(isBrief: schedule.isBrief)
  }

  /// Runs the schedules of successive seeds until one shows a violation, and shrinks that.
  ///
  /// - Parameters:
  ///   - seed: The first.
  ///   - step: From one to the next, where several look at once.
  ///   - runs: At most so many.
  ///   - isOver: Asked before each.
  /// - Returns: The finding, if any, and how many schedules were run.
  package func hunt(
    from seed: UInt64, step: UInt64 = 1, runs: Int, until isOver: () -> Bool = { false }
  ) -> (finding: Finding?, runs: Int) {
    for index in 0..<runs {
      if isOver() { return (nil, index) }
      let seed = seed &+ UInt64(index) &* step
      let schedule = Schedule(seed: seed, needsRot: bug?.needsRot ?? false)
      guard run(schedule) != nil else { continue }
      let short = shrink(schedule)
      return (
        Finding(
          seed: seed, schedule: short, violation: run(short) ?? "it is gone when run again",
          runs: index), index + 1
      )
    }
    return (nil, runs)
  }

  /// Removes events while some violation remains, then makes the numbers small.
  package func shrink(_ schedule: Schedule) -> Schedule {
    Shrinker { run($0) != nil }.shrink(schedule)
  }
}
