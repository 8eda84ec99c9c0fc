internal import ConformanceKit
internal import ConformanceWire

/// A rule of the fields of a part, and how a part breaks it.
struct PartRule: Sendable {
  /// What the part is that is broken.
  enum Base: Sendable {
    case lists, spans, days, missing
  }

  var path: String
  var clause: String
  var base = Base.lists
  /// The role of nodes that hear such a part; `nil` for both.
  var target: Role?
  var reason = EndReason.violation
  var change: @Sendable (inout Value) -> Void

  init(
    _ path: String, _ clause: String, _ base: Base = .lists, reason: EndReason = .violation,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) {
    self.path = path
    self.clause = clause
    self.base = base
    self.reason = reason
    self.change = change
    target =
      switch base {
      case .lists: nil
      case .spans: .phone
      case .days, .missing: .watch
      }
  }

  /// The same rule for nodes of one role alone.
  func of(_ role: Role) -> Self {
    var rule = self
    rule.target = role
    return rule
  }

  /// The case: the part ends the session, and a deletion in it does not count.
  var asCase: Case {
    Case("reconciling/part/" + path, clause, of: target) { stage in
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
        guard said == Int64(reason.rawValue) else {
          throw Deviation(expected: awaited, observed: "it ended with reason \(said)")
        }
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
