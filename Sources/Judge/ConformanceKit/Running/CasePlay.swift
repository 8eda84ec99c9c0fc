internal import ConformanceWire
internal import SystemCore

/// What came of playing a case.
struct CaseEnding: Sendable {
  var verdict: Verdict
  var evidence: [Evidence]
  var duration: Duration
}

/// One case being played, on a thread of its own.
struct CasePlay: Sendable {
  let item: Case
  let staging: Staging
  let stop: EmergencyStop

  /// Plays it to its end, which may be never.
  func perform() -> CaseEnding {
    let start = MonotonicInstant.now
    var ending = outcome()
    ending.duration = start.duration(to: .now)
    return ending
  }

  private func outcome() -> CaseEnding {
    let stage: Stage
    do {
      stage = try staging.raise(item, stop)
    } catch {
      return CaseEnding(verdict: verdict(of: error, on: nil), evidence: [], duration: .zero)
    }
    defer { staging.lower(stage) }
    var verdict = Verdict.conforms
    do {
      try item.run(stage)
    } catch {
      verdict = self.verdict(of: error, on: stage)
    }
    let redaction = Redaction(staging.secrets(stage))
    return CaseEnding(
      verdict: redaction.verdict(verdict), evidence: redaction.evidence(staging.evidence(stage)),
      duration: .zero)
  }

  private func verdict(of error: any Error, on stage: Stage?) -> Verdict {
    switch error {
    case let error as Deviation: .deviates(expected: error.expected, observed: error.observed)
    case let error as Doubt: .inconclusive(error.reason)
    case let error as NotHere: .notApplicable(error.reason)
    default: staging.judge(error, stage)
    }
  }
}
