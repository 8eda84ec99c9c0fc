internal import CommandLineCore
internal import SyncSimulation

/// The program: runs schedules of what can happen to a phone and its watches until one breaks what must
/// hold, or the time is up.
@main
enum DyadSimulate {
  static func main() {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      let isGood: Bool
      if let path = arguments.replay {
        isGood = try replay(path, arguments)
      } else if arguments.huntsBugs {
        isGood = try arguments.isHunt ? huntBugs(arguments) : showBugs()
      } else {
        isGood = look(arguments)
      }
      CurrentProcess.exit(isGood ? .success : .failure)
    } catch {
      print("dyad-simulate: \(error)\n\(Arguments.usage)")
      CurrentProcess.exit(.usage)
    }
  }

  private static func look(_ arguments: Arguments) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let limit = arguments.seconds ?? (arguments.runs == nil ? 10 : nil)
    let (finding, runs) = Simulation(storage: arguments.storage).hunt(
      from: arguments.seed, step: arguments.step, runs: arguments.runs ?? .max
    ) {
      limit.map { clock.now - start >= .seconds($0) } ?? false
    }
    if let finding {
      let storage = arguments.storage == .memory ? "" : " --storage \(arguments.storage)"
      print(
        """
        seed \(finding.seed): \(finding.violation)
        # again: Tools/simulate --runs 1 --jobs 1 --seed \(finding.seed)\(storage)
        \(finding.schedule.text)
        """, terminator: "")
      return false
    }
    let seconds = (clock.now - start) / .seconds(1)
    print(
      "\(runs) schedules in \(Int(seconds * 1_000)) ms, \(Int(Double(runs) / seconds)) a second")
    return true
  }

  private static func replay(_ path: String, _ arguments: Arguments) throws -> Bool {
    let source = try FileSource(path: path)
    var bytes: [UInt8] = []
    while true {
      let chunk = try source.nextChunk()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    let schedule = try Schedule(reading: String(decoding: bytes, as: UTF8.self))
    let simulation = Simulation(bug: try bugs(arguments).first, storage: arguments.storage)
    let violation = simulation.run(schedule) { print($0) }
    print(violation ?? "everything holds")
    return violation == nil
  }

  private static func bugs(_ arguments: Arguments) throws -> [SimulatedBug] {
    guard arguments.huntsBugs else { return [] }
    guard let name = arguments.bug else { return SimulatedBug.all }
    let found = SimulatedBug.all.filter { $0.name == name }
    guard !found.isEmpty else { throw Arguments.error("there is no bug \(name)") }
    return found
  }

  /// Runs the recorded schedules of everything that is wrong on purpose: one that shows nothing is a check
  /// that no longer checks.
  private static func showBugs() throws -> Bool {
    let stories = try BugStories()
    var missed: [String] = []
    for bug in SimulatedBug.all {
      if let violation = try stories.show(bug) {
        print("\(bug.name): \(violation)")
      } else {
        missed.append(bug.name)
      }
    }
    for name in missed {
      print(
        """
        \(name): no recorded schedule shows it
        # find one for Tests/SyncSimulation/Schedules/bugs.txt: Tools/simulate --bugs \(name)
        """)
    }
    return missed.isEmpty
  }

  /// Looks for what is wrong on purpose among random schedules: what is rare there is a gap in them.
  private static func huntBugs(_ arguments: Arguments) throws -> Bool {
    var missed: [String] = []
    for bug in try bugs(arguments) {
      let runs = arguments.runs ?? 200_000
      let simulation = Simulation(bug: bug, storage: arguments.storage)
      guard let finding = simulation.hunt(from: arguments.seed, runs: runs).finding else {
        print("\(bug.name): not found in \(runs) schedules")
        missed.append(bug.name)
        continue
      }
      let count = finding.schedule.events.count
      print(
        "\(bug.name): seed \(finding.seed) after \(finding.runs) schedules, \(count) events: "
          + finding.violation)
      if arguments.bug != nil { print(finding.schedule.text, terminator: "") }
    }
    if !missed.isEmpty { print("not found: \(missed.joined(separator: ", "))") }
    return missed.isEmpty
  }
}
