internal import ConformanceKit
internal import ConformanceWire

/// Which batches a watch takes, and what a phone says they were made for.
enum ViewCases {
  static let all = [
    Case("sharing/view/phone-names-it", "SYNC-VIEW-NAMED", of: .phone) { stage in
      let peer = try stage.peer()
      let (kept, dead) = (peer.heartRate(), peer.heartRate())
      try peer.tell { [peer.batch([kept, dead]), peer.burial([dead])] }
      _ = try peer.look()
      let views = peer.heardBatches.map { batch -> Bool in
        let isForView =
          !batch["runs"].items.isEmpty || batch["covers"]["stream_count"].word > 0
          || batch["refill"].isPresent
        return batch["view"].word == (isForView ? peer.view : 0)
      }
      try Deviation.unless(
        views.count > 1 && views.allSatisfy { $0 },
        "the hello's view in batches with samples or skips, and 0 in those of deaths",
        "another view in \(views.count { !$0 }) of \(views.count) batches")
    },
    Case("sharing/view/watch-names-none", "SYNC-VIEW-NAMED", of: .watch) { stage in
      let peer = try stage.peer()
      let (kept, dead) = (peer.heartRate(), peer.heartRate())
      try peer.tell { [peer.batch([kept, dead]), peer.burial([dead])] }
      _ = try peer.look()
      try Deviation.unless(
        !peer.heardBatches.isEmpty && peer.heardBatches.allSatisfy { $0["view"].word == 0 },
        "the view 0 in all batches of a watch", "another view")
    },
    Case("sharing/view/other-inserts", "SYNC-VIEW-OTHER", of: .watch) { stage in
      let peer = try stage.peer()
      let (lost, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell {
        var overtaken = peer.batch(of: [lost])
        overtaken.value["batch"]["view"] = .unsigned(peer.view ^ 2)
        return [overtaken, peer.batch(of: [kept])]
      }
      try peer.look().expect([kept], "runs for another view than the watch's are ignored")
    },
    Case("sharing/view/other-covers", "SYNC-VIEW-OTHER", of: .watch) { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell {
        var overtaken = peer.skip([sample.dot])
        overtaken.value["batch"]["view"] = .unsigned(peer.view ^ 2)
        return [overtaken, peer.batch(of: [sample])]
      }
      try peer.look().expect([sample], "what a batch for another view covers is ignored")
    },
    Case("sharing/view/other-inserts-come-again", "SYNC-VIEW-OTHER", of: .watch) { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell {
        var overtaken = peer.batch(of: [sample])
        overtaken.value["batch"]["view"] = 0
        return [overtaken, peer.batch(of: [sample])]
      }
      try peer.look().expect(
        [sample], "what was ignored is not covered, and is taken when it is right")
    },
    Case("sharing/view/other-deaths-count", "SYNC-VIEW-OTHER", of: .watch) { stage in
      let peer = try stage.peer()
      let (dead, lost) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell {
        let inserts = peer.batch(of: [dead])
        var both = peer.batch(of: [lost])
        for (field, value) in fields(of: peer.burial([dead])["batch"]) {
          both.value["batch"][field] = value
        }
        both.value["batch"]["view"] = .unsigned(peer.view ^ 2)
        return [inserts, both]
      }
      let held = try peer.look()
      try held.expect([], "of a batch for another view the deaths count, and nothing else")
      try held.expectDeaths(of: [dead], "the death of a batch for another view, passed on")
    },
    Case("sharing/view/new-when-opened", "SYNC-VIEW-NEW", of: .watch, needs: [.restart]) {
      stage in
      let peer = try stage.peer()
      let before = try view(of: peer)
      try stage.node().restart(kill: false)
      let after = try view(of: peer)
      try Deviation.unless(after != before && after != 0, "a new view", "the same one, or 0")
    },
    Case("sharing/view/new-when-killed", "SYNC-VIEW-NEW", of: .watch, needs: [.restart]) { stage in
      let peer = try stage.peer()
      let before = try view(of: peer)
      try stage.node().restart(kill: true)
      let after = try view(of: peer)
      try Deviation.unless(after != before && after != 0, "a new view", "the same one, or 0")
    },
    Case("sharing/view/new-when-the-floor-moves-back", "SYNC-VIEW-NEW", of: .watch, needs: [.owner])
    { stage in
      let peer = try stage.peer()
      let before = try view(of: peer)
      _ = try stage.node().setWindow(90 * 86_400)
      let after = try view(of: peer)
      try Deviation.unless(after != before && after != 0, "a new view", "the same one, or 0")
    },
    Case("sharing/view/new-when-the-scope-changes", "SYNC-VIEW-NEW", of: .watch) { stage in
      let peer = try stage.peer()
      let before = try view(of: peer)
      peer.decide(["types": [.text(Sample.heartRateType)]])
      let after = try view(of: peer)
      try Deviation.unless(after != before && after != 0, "a new view", "the same one, or 0")
    },
  ]

  /// The view of a session of its own.
  private static func view(of peer: Peer) throws -> UInt64 {
    try peer.tell { [] }
    return peer.view
  }

  private static func fields(of batch: Value) -> [(String, Value)] {
    ["deletions", "log"].map { ($0, batch[$0]) }
  }
}

extension Peer {
  /// As a phone: decides what the watch gets, with the next number.
  func decide(_ scope: Value) {
    let number = settings["version"]["number"].number
    settings["version"] = [
      "number": .integer(number + 1), "incarnation": .unsigned(incarnation),
    ]
    settings["scope"] = scope
  }
}
