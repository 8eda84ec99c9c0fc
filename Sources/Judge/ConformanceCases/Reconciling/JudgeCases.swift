internal import ConformanceKit
internal import ConformanceWire

/// What a list shows to be deleted, and what not.
///
/// In each of them both sides hold and cover a heart rate and a number of steps. The peer lists the heart
/// rate alone; what becomes of the steps is the question.
enum JudgeCases {
  private struct Row {
    var path: String
    var clause = "SYNC-RECONCILE-JUDGE"
    var target: Role?
    var isGone: Bool
    var reason: String
    var change: @Sendable (inout Value, _ steps: Sample, _ heart: Sample) -> Void = { _, _, _ in }
  }

  static let all = rows.map { row in
    Case("reconciling/judge/" + row.path, row.clause, of: row.target) { stage in
      let peer = try stage.peer()
      let heart = peer.heartRate(secondsAgo: 3600)
      let steps = peer.steps(secondsAgo: 200_000)
      try peer.share([heart, steps])
      let talk = try Reconciliation(peer)
      var part = peer.listing([heart])
      row.change(&part, steps, heart)
      try talk.say(part)
      try talk.end()
      try peer.expect(
        row.isGone ? [heart] : [heart, steps], gone: row.isGone ? [steps] : [],
        because: row.reason)
    }
  }

  private static let rows = [
    Row(
      path: "covered-and-not-listed", isGone: true,
      reason: "the peer covers it and does not list it"),
    Row(path: "listed", isGone: false, reason: "the peer lists it") { part, steps, heart in
      part["lists"] = DayLists(of: [heart, steps]).value
    },
    Row(path: "not-covered", isGone: false, reason: "the peer does not cover it") {
      part, _, heart in part["claim"]["vector"] = Vector([heart.dot]).whole
    },
    Row(path: "type-outside-the-scope", isGone: false, reason: "its type is not claimed") {
      part, steps, _ in part["claim"]["scope"] = TypeScope([Sample.heartRateType]).value
    },
    Row(
      path: "scope-left-out", clause: "PART-CLAIM-SCOPE", isGone: false,
      reason: "a scope that is left out is of no types"
    ) { part, _, _ in part["claim"]["scope"] = .absent },
    Row(path: "below-the-floor", isGone: false, reason: "it ends below the claim's floor") {
      part, steps, _ in part["claim"]["floor"] = .double(steps.end + 1)
    },
    Row(
      path: "at-the-floor", clause: "SYNC-FLOOR-EQUAL", isGone: true,
      reason: "it ends exactly at the claim's floor"
    ) { part, steps, _ in part["claim"]["floor"] = .double(steps.end) },
    Row(path: "before-the-known-from", isGone: false, reason: "the peer does not know so far back")
    {
      part, steps, _ in
      part["claim"]["known"] = KnownFrom(others: -.infinity, [steps.type: steps.end + 1]).value
    },
    Row(
      path: "at-the-known-from", clause: "SYNC-FLOOR-EQUAL", isGone: true,
      reason: "it ends exactly at the known-from"
    ) { part, steps, _ in
      part["claim"]["known"] = KnownFrom(others: .infinity, [steps.type: steps.end]).value
    },
    Row(
      path: "known-of-others-left-out", clause: "VECTOR-KNOWN-OTHERS", isGone: false,
      reason: "nothing is claimed of types that are not named"
    ) { part, _, heart in
      part["claim"]["known"] = KnownFrom([heart.type: -.infinity]).value
    },
    Row(
      path: "tombstone-beyond-the-claim", isGone: true,
      reason: "a tombstone of it was told, whatever is claimed"
    ) { part, steps, heart in
      part["claim"]["vector"] = Vector([heart.dot]).whole
      part["claim"]["scope"] = TypeScope([Sample.heartRateType]).value
      part["deletions"] = .list(Peer.runs(of: [Death(of: steps)]))
    },
    Row(
      path: "day-outside-the-selection", target: .phone, isGone: false,
      reason: "its day is not listed"
    ) { part, _, heart in
      part["lists"] = DayLists(DayLists(of: [heart]).days, selection: [heart.day]).value
    },
    Row(
      path: "empty-day-in-the-selection", target: .phone, isGone: true,
      reason: "its day is listed, with nothing on it"
    ) { part, steps, heart in
      part["lists"] =
        DayLists(
          DayLists(of: [heart]).days, selection: [steps.day, heart.day].sorted()
        ).value
    },
  ]
}
