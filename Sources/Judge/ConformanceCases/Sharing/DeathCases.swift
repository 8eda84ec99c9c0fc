internal import ConformanceKit
internal import ConformanceWire

/// Deaths: of what is held, of what is not, and who hears of them.
enum DeathCases {
  static let all = [
    Case("sharing/death/removes", "SYNC-DEATH-APPLY") { stage in
      let peer = try stage.peer()
      let (dead, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell { [peer.batch([dead, kept]), peer.burial([dead])] }
      try peer.look().expect([kept], "a death removes its sample")
    },
    Case("sharing/death/of-many", "SYNC-DEATH-APPLY") { stage in
      let peer = try stage.peer()
      let samples = (0..<50).map { peer.heartRate(Double(60 + $0)) } + [peer.sleep()]
      let dead = samples.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
      try peer.tell { [peer.batch(samples), peer.burial(dead)] }
      let held = try peer.look()
      let gone = Set(dead.map(\.dot))
      try held.expect(
        samples.filter { !gone.contains($0.dot) }, "the deaths of a batch remove their samples")
      try held.expectDeaths(of: dead, "every death, passed on")
    },
    Case("sharing/death/never-seen-is-covered", "SYNC-DEATH-APPLY") { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell { [peer.burial([sample])] }
      let introduction = try peer.begin().introduction
      try Deviation.unless(
        try peer.vector(of: introduction).covers(sample.dot),
        "a vector that covers what died unseen", "a vector without it")
    },
    Case("sharing/death/never-seen-is-passed-on", "SYNC-DEATH-APPLY") { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell { [peer.burial([sample])] }
      try peer.look().expectDeaths(of: [sample], "the death of what was never seen, passed on")
    },
    Case("sharing/death/of-an-unknown-type", "SYNC-DEATH-APPLY") { stage in
      let peer = try stage.peer()
      let dot = peer.newDot("TypeThatNobodyKnows")
      let sample = Sample(
        dot, uuid: Sample.uuid(dot), start: peer.floor, end: peer.floor, .category(3))
      try peer.tell { [peer.burial([sample])] }
      try peer.look().expectDeaths(of: [sample], "the death of an unknown type, passed on")
    },
    Case("sharing/death/below-the-floor", "SYNC-DEATH-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate(at: peer.floor - 86_400)
      try peer.tell { [peer.batch([sample]), peer.burial([sample])] }
      try peer.look().expectDeaths(
        of: [sample], "the death of what the watch covers and does not hold, passed on")
    },
    Case("sharing/death/told-with-its-sample-again", "SYNC-DEATH-APPLY") { stage in
      let peer = try stage.peer()
      let (dead, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell { [peer.batch([dead]), peer.burial([dead])] }
      try peer.tell { [peer.batch(of: [dead, kept])] }
      try peer.look().expect([kept], "a late duplicate of a dead sample is ignored")
    },
    Case("sharing/death/in-the-batch-of-its-sample", "SYNC-DEATH-APPLY") { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell {
        var message = peer.batch(of: [sample])
        let burial = peer.burial([sample])["batch"]
        for field in ["deletions", "log"] { message.value["batch"][field] = burial[field] }
        return [message]
      }
      try peer.look().expect([], "a sample whose death comes in the same batch")
    },
    Case("sharing/death/no-echo", "SYNC-DEATH-APPLY", of: .phone) { stage in
      let peer = try stage.peer()
      let other = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell { [peer.batch([sample])] }
      try other.look().expect([sample], "the sample, told to the other watch")
      try peer.tell { [peer.burial([sample])] }
      // The other watch passes the death on, as a watch does.
      try other.tell { [other.burial([sample])] }
      _ = try peer.look()
      let count = try peer.heardDeaths.count
      try Deviation.unless(count == 1, "the death once", "\(count) deaths")
    },
    Case("sharing/death/by-the-owner", "SYNC-DEATH-APPLY", needs: [.owner]) { stage in
      let peer = try stage.peer()
      let (dead, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell { [peer.batch([dead, kept])] }
      try stage.node().delete(dead)
      let held = try peer.look()
      try held.expect([kept], "what the owner did not delete")
      try held.expectDeaths(of: [dead], "the deletion")
    },
    Case("sharing/death/while-connected", "SYNC-LOG-RANGE", needs: [.owner]) { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      try stage.node().delete(sample)
      while try peer.heardDeaths.isEmpty {
        try peer.take(try session.hear("the death"), in: session)
      }
      let died = try peer.heardDeaths.map(\.dot)
      try Deviation.unless(died == [sample.dot], "the death of it", "\(died.count) deaths")
    },
  ]
}
