internal import ConformanceWire
internal import SystemCore

/// What happens while cases run.
package enum RunEvent: Sendable {
  /// A case was begun.
  case began(path: String)
  /// A case came to its end.
  case ended(RunResult.Entry)
}

/// Runs cases beside each other, each on a thread of its own.
///
/// A case that runs over its time has its node stopped, and some time to end by that; a thread that goes on
/// nevertheless is left behind, and what it says later is not heard.
package final class Runner: Sendable {
  private enum Message: Sendable {
    case ended(place: Int, CaseEnding)
    case interrupted
  }

  private let mailbox = Mailbox<Message>()
  private let staging: Staging
  private let plan: RunPlan

  /// Makes a runner for one run.
  package init(_ plan: RunPlan, _ staging: Staging) {
    self.plan = plan
    self.staging = staging
  }

  /// Ends the run in order, from any thread: nothing is begun any more, and what runs is stopped.
  package func interrupt() {
    mailbox.put(.interrupted)
  }

  /// Runs all cases; the calling thread waits for them.
  ///
  /// - Parameter watch: Is told on the calling thread what happens.
  /// - Returns: What came of it.
  package func run(watch: (RunEvent) -> Void = { _ in }) -> RunResult {
    let start = MonotonicInstant.now
    var waiting = plan.order[...]
    var turns: [Turn] = []
    var entries: [Int: RunResult.Entry] = [:]
    var isInterrupted = false

    func settle(_ place: Int, _ ending: CaseEnding) {
      let entry = entry(place, ending)
      entries[place] = entry
      watch(.ended(entry))
    }

    while true {
      while !isInterrupted, turns.count < plan.jobs, let place = waiting.popFirst() {
        watch(.began(path: plan.cases[place].path))
        if let obstacle = staging.obstacle(to: plan.cases[place]) {
          settle(
            place, CaseEnding(verdict: .notApplicable(obstacle), evidence: [], duration: .zero))
        } else {
          turns.append(begin(place))
        }
      }
      guard let deadline = turns.map(\.deadline).min() else { break }
      switch mailbox.take(before: deadline) {
      case .ended(let place, let ending):
        // One that nobody waits for any more is not heard.
        guard let index = turns.firstIndex(where: { $0.place == place }) else { continue }
        let turn = turns.remove(at: index)
        if !isInterrupted { settle(place, turn.isStruck ? overdue(ending) : ending) }
      case .interrupted:
        guard !isInterrupted else { continue }
        isInterrupted = true
        for index in turns.indices where !turns[index].isStruck { strike(&turns[index]) }
      case nil:
        for turn in turns where turn.isStruck && turn.isOver && !isInterrupted {
          settle(turn.place, overdue(turn.ending))
        }
        turns.removeAll { $0.isStruck && $0.isOver }
        for index in turns.indices where turns[index].isOver { strike(&turns[index]) }
      }
    }
    return RunResult(
      entries: entries.sorted { $0.key < $1.key }.map(\.value),
      unfinished: plan.cases.indices.filter { entries[$0] == nil }.map { plan.cases[$0].path },
      role: staging.role, target: staging.target, seed: plan.seed, isStrict: plan.isStrict,
      duration: start.duration(to: .now))
  }
}

extension Runner {
  /// A case that runs.
  private struct Turn {
    let place: Int
    let start: MonotonicInstant
    let stop: EmergencyStop
    /// When it is struck, or once that has been, when nobody waits for it any more.
    var deadline: MonotonicInstant
    var isStruck = false

    var isOver: Bool { deadline <= .now }

    /// What is known of one that did not end by itself.
    var ending: CaseEnding {
      CaseEnding(verdict: .conforms, evidence: [], duration: start.duration(to: .now))
    }
  }

  private func begin(_ place: Int) -> Turn {
    let play = CasePlay(item: plan.cases[place], staging: staging, stop: EmergencyStop())
    let mailbox = mailbox
    WorkThread.start("dyad.case") { mailbox.put(.ended(place: place, play.perform())) }
    let now = MonotonicInstant.now
    return Turn(
      place: place, start: now, stop: play.stop, deadline: now.advanced(by: plan.timeout))
  }

  private func strike(_ turn: inout Turn) {
    turn.isStruck = true
    turn.deadline = MonotonicInstant.now.advanced(by: plan.grace)
    let stop = turn.stop
    // What is slow to end must not keep the others waiting.
    WorkThread.start("dyad.stop") { stop.strike() }
  }

  private func overdue(_ ending: CaseEnding) -> CaseEnding {
    var ending = ending
    ending.verdict = .inconclusive(
      "it was not over after \(Prose.seconds(plan.timeout)), so its node was stopped")
    return ending
  }

  private func entry(_ place: Int, _ ending: CaseEnding) -> RunResult.Entry {
    let item = plan.cases[place]
    let clause = plan.clauses[item.clause]
    let isQuiet: Bool =
      switch ending.verdict {
      case .conforms, .notApplicable: true
      case .deviates, .inconclusive: false
      }
    return RunResult.Entry(
      path: item.path, clause: item.clause, clauseText: clause?.text ?? "",
      clauseFile: clause?.file ?? "", level: item.level, verdict: ending.verdict,
      knownReason: plan.known.reason(for: item.path), duration: ending.duration,
      evidence: isQuiet ? [] : ending.evidence)
  }
}
