internal import ConformanceKit
internal import ConformanceWire

/// What happens to things that change while a reconciliation goes on.
enum SnapshotCases {
  static let all = [
    Case(
      "reconciling/snapshot/saved-meanwhile-is-kept", "SYNC-RECONCILE-SNAPSHOT", of: .watch,
      needs: [.owner]
    ) { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let talk = try Reconciliation(peer)
      var run = Run.value([peer.heartRate(61)])
      run["dots"] = .absent
      try stage.node().save([run])
      try talk.say(peer.listing([heart, steps]))
      try talk.finish()
      while peer.rows.count < 3 {
        try peer.take(
          try talk.session.hear("a batch with what was saved meanwhile"), in: talk.session)
      }
    },
    Case(
      "reconciling/snapshot/deleted-meanwhile-follows", "SYNC-RECONCILE-SNAPSHOT", of: .watch,
      needs: [.owner]
    ) { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let talk = try Reconciliation(peer)
      try stage.node().owner(
        "Store/Delete",
        ["objects": [["type": .text(steps.type), "uuids": .bytes(steps.uuid.bytes)]]])
      try talk.say(peer.listing([heart, steps]))
      try talk.finish()
      peer.cursor = talk.parts.first { $0["claim"].isPresent }?["claim"]["head"] ?? .absent
      while peer.rows[steps.dot] != nil {
        try peer.take(
          try talk.session.hear("the death of what was deleted meanwhile"), in: talk.session)
      }
    },
    Case("reconciling/snapshot/claim-covers-all-that-is-listed", "PART-CLAIM-VECTOR") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let talk = try Reconciliation(peer)
      if stage.target == .phone {
        try talk.say(peer.listing([heart, steps]))
        try talk.finish()
      }
      let claim = try talk.claim()
      for dots in try talk.lists("lists").values where !claim.vector.covers(dots) {
        throw Deviation(
          expected: "a claimed vector that covers all that the same side lists",
          observed: "one that lacks some of it")
      }
      try Deviation.unless(
        claim.vector.covers(Vector([heart.dot, steps.dot])),
        "a claimed vector with all that was shared", "one without some of it")
    },
  ]
}
