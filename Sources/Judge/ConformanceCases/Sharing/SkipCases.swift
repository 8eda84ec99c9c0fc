internal import ConformanceKit
internal import ConformanceWire

/// What batches cover without a row.
enum SkipCases {
  static let all = [
    Case("sharing/skip/is-covered", "SYNC-BATCH-COVERS", of: .watch) { stage in
      let peer = try stage.peer()
      let (skipped, sent) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell {
        var message = peer.batch(of: [sent])
        message.value["batch"]["covers"] = Vector([skipped.dot, sent.dot]).value
        return [message]
      }
      let vector = try peer.vector(of: peer.begin().introduction)
      try Deviation.unless(
        vector.covers(skipped.dot) && vector.covers(sent.dot), "all of a batch's covers, covered",
        "a vector without it")
    },
    Case("sharing/skip/is-wanted-no-more", "SYNC-BATCH-COVERS", of: .watch) { stage in
      let peer = try stage.peer()
      let (skipped, sent) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell {
        [peer.skip([skipped.dot]), peer.batch(of: [skipped]), peer.batch(of: [sent])]
      }
      try peer.look().expect([sent], "a row that was skipped before is ignored")
    },
    Case("sharing/skip/runs-are-covered", "SYNC-BATCH-COVERS") { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 3)
      let vector = try peer.vector(of: peer.begin().introduction)
      try Deviation.unless(
        samples.allSatisfy { vector.covers($0.dot) }, "the dots of what was sent, covered",
        "a vector without them")
    },
    Case("sharing/skip/of-a-watch-is-ignored", "SYNC-SKIP-WATCH", of: .phone) { stage in
      let peer = try stage.peer()
      let (skipped, sent) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell {
        var message = peer.batch(of: [sent])
        message.value["batch"]["covers"] = Vector([skipped.dot, sent.dot]).value
        return [message, peer.batch(of: [skipped])]
      }
      try peer.look().expect([skipped, sent], "what a watch skipped and somebody brings later")
    },
    Case("sharing/skip/of-a-watch-is-not-covered", "SYNC-SKIP-WATCH", of: .phone) { stage in
      let peer = try stage.peer()
      let skipped = peer.heartRate()
      try peer.tell { [peer.skip([skipped.dot])] }
      let vector = try peer.vector(of: peer.begin().introduction)
      try Deviation.unless(
        !vector.covers(skipped.dot), "a vector without what a watch skipped", "with it")
    },
    Case("sharing/skip/watch-never-does", "SYNC-SKIP-WATCH", of: .watch) { stage in
      let peer = try stage.peer()
      let samples = (0..<5).map { peer.heartRate(Double(70 + $0)) }
      let below = peer.heartRate(at: peer.floor - 86_400)
      try peer.tell {
        [peer.batch(samples + [below]), peer.burial([samples[1], samples[3]])]
      }
      _ = try peer.look()
      for batch in peer.heardBatches {
        let dots = try batch["runs"].items.flatMap { try Run.samples($0) }.map(\.dot)
        try Deviation.unless(
          try Vector(batch["covers"]) == Vector(dots), "the dots of a watch's runs as its covers",
          "others")
      }
      try Deviation.unless(
        try peer.heardSamples.count == 3, "three samples that are left", "others")
    },
    Case("sharing/skip/phone-skips-the-dead-and-the-old", "SYNC-SKIP-PHONE", of: .phone) { stage in
      let peer = try stage.peer()
      let samples = (0..<6).map { peer.heartRate(Double(70 + $0)) }
      let below = peer.heartRate(at: peer.floor - 86_400)
      let dead = [samples[1], samples[3]]
      let floor = peer.floor
      try peer.tell { [peer.batch(samples + [below]), peer.burial(dead)] }
      _ = try peer.look(from: floor)
      var covered = Vector()
      for batch in peer.heardBatches { covered = try covered.union(Vector(batch["covers"])) }
      let rows = try Set(peer.heardSamples.map(\.dot))
      let skipped = covered.dots.filter { !rows.contains($0) }
      let permitted = Set((dead + [below]).map(\.dot))
      try Deviation.unless(
        skipped.allSatisfy(permitted.contains),
        "skips of what is dead or below the floor, and of nothing else",
        "\(skipped.count { !permitted.contains($0) }) other skips")
      let live = samples.filter { !dead.contains($0) }.map(\.dot)
      try Deviation.unless(rows == Set(live), "the samples of the window", "\(rows.count) others")
    },
  ]
}
