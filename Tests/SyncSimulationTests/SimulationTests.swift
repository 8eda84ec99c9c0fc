internal import SyncSimulation
internal import Testing

struct SimulationTests {
  @Test(arguments: 0..<20)
  func `schedules of every seed keep what must hold`(block: UInt64) {
    let (finding, _) = Simulation().hunt(from: 1_000 * block, runs: 15)
    if let finding {
      Issue.record("seed \(finding.seed): \(finding.violation)\n\(finding.schedule.text)")
    }
  }

  @Test(arguments: 0..<10)
  func `over files the same schedules keep it, too`(block: UInt64) {
    let (finding, _) = Simulation(storage: .files).hunt(from: 1_000 * block, runs: 4)
    if let finding {
      Issue.record("seed \(finding.seed): \(finding.violation)\n\(finding.schedule.text)")
    }
  }

  @Test func `a seed is one and the same story each time`() {
    for seed in 0..<10 as Range<UInt64> {
      var traces: [[String]] = []
      for _ in 0..<2 {
        var trace: [String] = []
        let violation = Simulation().run(Schedule(seed: seed)) { line in
          // Sets print in any order.
          if !line.hasPrefix(" ") { trace.append(line) }
        }
        traces.append(trace + [violation ?? "everything holds"])
      }
      #expect(traces[0] == traces[1], "seed \(seed)")
    }
  }

  @Test func `a schedule is read as it was printed`() throws {
    for seed in 0..<50 as Range<UInt64> {
      let schedule = Schedule(seed: seed)
      let read = try Schedule(reading: schedule.text)
      #expect(read == schedule, "seed \(seed)")
    }
  }

  @Test(arguments: ["", "save 1\n", "profile x\n", "profile 0\nfly 1\n", "profile 0\nsave -1\n"])
  func `what is no schedule is refused`(text: String) {
    #expect(throws: SimulationError.self) { try Schedule(reading: text) }
  }

  @Test func `shrinking leaves what is needed, with small numbers`() {
    var events = Schedule(seed: 4).events
    events += [Event(.backup, 7, 9, 3), Event(.cut, 5), Event(.restore, 11, 4, 2)]
    let schedule = Schedule(profile: Profile(number: 5), events: events)
    let short = Shrinker { schedule in
      let kinds = schedule.events.map(\.kind)
      guard let backup = kinds.firstIndex(of: .backup) else { return false }
      return kinds[backup...].contains(.restore)
    }.shrink(schedule)
    #expect(short.profile == Profile(number: 0))
    #expect(short.events == [Event(.backup), Event(.restore)])
  }

  @Test(arguments: [
    SimulatedBug.OutsideBug.pruneIgnoresReceipt, .logIsDropped, .vectorGrows, .cutoffIsExclusive,
  ])
  func `what is wrong on purpose is found`(bug: SimulatedBug.OutsideBug) {
    let (finding, runs) = Simulation(bug: .outside(bug)).hunt(from: 1, runs: 2_000)
    #expect(finding != nil, "\(bug.rawValue) is not found in \(runs) schedules")
  }
}
