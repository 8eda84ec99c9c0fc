internal import ConformanceKit
internal import ConformanceWire

extension Case {
  /// A part of a reconciliation that breaks a rule: it ends the session, and a deletion in it does not count.
  static func part(
    _ path: String, _ clause: String, _ base: BrokenPart.Base = .lists, of target: Role? = nil,
    reason: EndReason = .violation, _ change: @escaping Rule.Change
  ) -> Case {
    let part = BrokenPart(base: base, reason: reason, change: change)
    return Case("reconciling/part/" + path, clause, of: target ?? base.target, run: part.play)
  }
}

/// How a part of a reconciliation is broken.
struct BrokenPart: Sendable {
  /// What the part is that is broken.
  enum Base: Sendable {
    case lists, spans, days, missing

    /// The role of nodes that hear such a part; `nil` for both.
    var target: Role? {
      switch self {
      case .lists: nil
      case .spans: .phone
      case .days, .missing: .watch
      }
    }
  }

  let base: Base
  let reason: EndReason
  let change: Rule.Change

  fileprivate func play(_ stage: Stage) throws {
    // Days are told to a watch that has asked for them.
    guard base != .days else { return try playDays(stage) }
    let (peer, heart, steps) = try SeveralPartCases.shared(stage)
    let talk = try Reconciliation(peer)
    let valid = part(of: peer, heart, steps)
    var broken = valid
    change(&broken)
    try talk.say(broken, insteadOf: valid)
    try expectRefusal(talk.session)
    try peer.expect([heart, steps], because: "nothing of a refused message is applied")
  }

  private func playDays(_ stage: Stage) throws {
    let (_, rows, talk) = try SpanCases.manyDots(stage)
    let valid: Value = [
      "days": Days.roots(
        [rows[0].day: Root(), rows[0].day + 1: Root(of: [rows[0].dot])],
        in: [Day.all.lowerBound...rows[0].day, rows[0].day + 1...Day.all.upperBound]),
      "is_last": true,
    ]
    var broken = valid
    change(&broken)
    try talk.say(broken, insteadOf: valid)
    try expectRefusal(talk.session)
  }

  private func part(of peer: Peer, _ heart: Sample, _ steps: Sample) -> Value {
    var part: Value = [
      "claim": peer.claimed, "deletions": .list(Peer.runs(of: [Death(of: steps)])),
    ]
    let lists = DayLists(of: [heart, steps]).value
    switch base {
    case .lists: part["lists"] = lists
    case .missing: part["missing"] = DayLists(of: [steps]).value
    case .spans:
      part["spans"] = Days.spans([
        (Day.all.lowerBound...steps.day, Root()), (steps.day + 1...Day.all.upperBound, Root()),
      ])
    case .days: break
    }
    part["is_last"] = true
    return part
  }

  /// Sees the session end before the node takes the part.
  private func expectRefusal(_ session: Session) throws {
    let awaited = "the session to end with \(reason.name)"
    while true {
      let message = try session.hear(awaited)
      switch SyncKind.of(message) {
      case "ended":
        let said = message["ended"]["reason"].number
        try Deviation.unless(
          said == Int64(reason.rawValue), awaited, "it ended with reason \(said)")
        return session.endAfterLastWord()
      case "acknowledgement", "reconcile", "batch":
        throw Deviation(
          expected: awaited, observed: "the node took the part and said '\(SyncKind.of(message))'")
      default: continue
      }
    }
  }
}

extension Value {
  /// A column of one number many times.
  static func repeated(_ number: Int64, _ count: Int) -> Value {
    ["values": .list([.integer(number)]), "counts": .list([.integer(Int64(count))])]
  }

  /// A column of the numbers 1, 2, 3 and so on.
  static func ascending(_ count: Int) -> Value {
    ["transform": 1, "values": [1], "counts": .list([.integer(Int64(count))])]
  }
}
