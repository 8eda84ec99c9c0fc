internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// How far down a reconciliation goes where a watch keeps samples that end before its floor.
enum ClaimFloorCases {
  static let all = [
    Case("reconciling/floor/answer-goes-as-far-as-the-claim", "SYNC-RECONCILE-FLOOR", of: .phone) {
      stage in
      let peer = try stage.peer()
      let kept = peer.heartRate(at: (peer.floor - 86_400).rounded(.down))
      let rows = [peer.heartRate(secondsAgo: 3600), kept]
      try peer.share(rows)
      let talk = try Reconciliation(peer)
      var part = peer.listing(rows)
      part["claim"]["floor"] = .double(kept.end)
      try talk.say(part)
      try talk.finish()
      try expect(kept, in: talk, hello: peer.floor)
    },
    Case(
      "reconciling/floor/claim-goes-as-far-as-what-is-kept", "SYNC-RECONCILE-FLOOR", of: .watch,
      needs: [.owner]
    ) { stage in
      let peer = try stage.peer()
      var group = Sample.bloodPressure(
        peer.incarnation, 1, at: (Instant.now - 3600).rounded(.down))
      group[0].start -= 3 * 86_400
      group[0].end -= 3 * 86_400
      try peer.tell { [peer.batch(group)] }
      _ = try stage.node().setWindow(86_400)
      // It hears what the phone covers, and lets go of what it does not keep.
      try peer.tell { [] }
      guard try peer.look().rows[group[0].dot] != nil else {
        throw NotHere("the watch keeps nothing that ends before its floor")
      }
      let talk = try Reconciliation(peer)
      try expect(group[0], in: talk, hello: peer.floor)
    },
  ]

  /// Sees that what the node told goes down to a sample, and lists it where it lists all.
  private static func expect(
    _ kept: Sample, in talk: Reconciliation, hello floor: Double
  ) throws {
    let told = try talk.claim().floor
    try Deviation.unless(
      told <= kept.end,
      "a claim down to a sample that ends \(floor - kept.end) s before the hello's floor",
      "one that ends \(floor - told) s before it")
    guard talk.parts.contains(where: { $0["lists"].isPresent }) else { return }
    try Deviation.unless(
      try talk.lists("lists").values.contains(where: { $0.covers(kept.dot) }),
      "a list with the sample that ends before the hello's floor", "lists without it:\n" + talk.text
    )
  }
}
