internal import ConformanceKit
internal import ConformanceWire

/// Long skips, skips of what is there, and holes that are none.
enum SkipListCases {
  static let all = [
    Case("sharing/skip-list/is-no-death", "SYNC-BATCH-COVERS", of: .watch) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 3)
      // As a range that is covered as a whole goes over rows that the watch has.
      try peer.tell { [peer.skip(samples.map(\.dot))] }
      try peer.look().expect(samples, "what a watch holds and a skip goes over, held still")
    },
    Case("sharing/skip-list/a-trillion-numbers", "SYNC-BATCH-COVERS", of: .watch) { stage in
      let peer = try stage.peer()
      let (skipped, other) = (peer.heartRate(), peer.sleep())
      try peer.tell {
        var covers = Vector()
        covers.insert(1...(1 << 40), in: skipped.dot.stream)
        var skip = peer.skip([])
        skip.value["batch"]["covers"] = covers.value
        return [skip, peer.batch(of: [skipped, other])]
      }
      let (session, hello) = try peer.begin()
      let last = Dot(skipped.dot.stream, 1 << 40)
      let told = try Vector(hello["vector"]["whole"])
      try Deviation.unless(
        told.covers(last) && !told.covers(Dot(skipped.dot.stream, (1 << 40) + 1)),
        "all that was skipped covered, and nothing else", "another vector")
      try session.end()
      try peer.look().expect([other], "of two rows the one that was not skipped")
    },
    Case("sharing/skip-list/of-the-session-before", "SYNC-BATCH-COVERS", of: .watch) { stage in
      let peer = try stage.peer()
      let (skipped, sent) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell { [peer.skip([skipped.dot])] }
      try peer.tell { [peer.batch(of: [skipped, sent])] }
      try peer.look().expect([sent], "a row that was skipped a session ago is ignored")
    },
    Case("sharing/skip-list/then-its-death", "SYNC-DEATH-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell { [peer.skip([sample.dot]), peer.burial([sample])] }
      let held = try peer.look()
      try held.expect([], "what was skipped and then died")
      try held.expectDeaths(of: [sample], "the death of what was skipped, passed on")
    },
    Case("sharing/skip-list/holes-stay-holes", "SYNC-SKIP-PHONE", of: .phone) { stage in
      let peer = try stage.peer()
      // Between two samples a number that the phone was never told of.
      let before = peer.heartRate(70)
      let hole = peer.newDot(Sample.heartRateType)
      let (dead, after) = (peer.heartRate(80), peer.heartRate(90))
      try peer.tell { [peer.batch([before, dead, after]), peer.burial([dead])] }
      let held = try peer.look()
      try held.expect([before, after], "the samples on both sides of the hole")
      var covered = Vector()
      for batch in peer.heardBatches { covered = try covered.union(Vector(batch["covers"])) }
      try Deviation.unless(
        !covered.covers(hole), "no skip of what the phone does not cover itself",
        "a skip of a number that nobody told it")
    },
    Case("sharing/skip-list/hole-filled-later", "SYNC-SKIP-PHONE", of: .phone) { stage in
      let peer = try stage.peer()
      let other = try stage.peer()
      let (before, late, after) = (
        peer.heartRate(70), peer.heartRate(80), peer.heartRate(90)
      )
      try peer.tell { [peer.batch(of: [before, after])] }
      try other.ready().settled(by: other)
      try peer.tell { [peer.batch(of: [late])] }
      try other.ready().settled(by: other)
      try Deviation.unless(
        other.dots == [before.dot, late.dot, after.dot],
        "all three on the other watch, the one between them too", "\(other.rows.count) samples")
    },
  ]
}
