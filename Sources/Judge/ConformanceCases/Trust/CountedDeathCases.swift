internal import ConformanceKit
internal import ConformanceWire

/// Deaths of samples that the phone holds: how many of them count.
enum CountedDeathCases {
  private static let day = DeathTrustCases.day

  static let all = [
    Case("trust/recent/many", "SYNC-TRUST-RECENT", of: .phone) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(2_000, daysAgo: 1)
      try peer.tell { [peer.burial(samples)] }
      try peer.expect([], gone: samples, because: "what ended yesterday needs nobody's word")
    },
    Case("trust/recent/six-days-ago", "SYNC-TRUST-RECENT", of: .phone) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(150, daysAgo: 6)
      try peer.tell { [peer.burial(samples)] }
      try peer.expect([], gone: samples, because: "the line lies seven days back")
    },
    Case(
      "trust/recent/after-a-month-away", "SYNC-TRUST-RECENT", of: .phone, needs: [.owner, .clock]
    ) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(150, daysAgo: 1)
      try stage.node().advanceClock(30 * day)
      try peer.tell { [peer.burial(samples)] }
      try stage.expect(
        0, of: samples, because: "the line lies seven days before both were last equal")
    },
    Case(
      "trust/recent/of-a-type-taken-away", "SYNC-TRUST-RECENT", of: .phone, needs: [.owner]
    ) { stage in
      let peer = try stage.archivingWatch()
      let sleep = peer.sleep()
      try peer.hold([sleep])
      try stage.node().restrict(peer, to: [DeathTrustCases.heart])
      try peer.tell { [peer.burial([sleep])] }
      try stage.expect(
        0, of: [sleep], because: "the type was in the watch's scope when both were last equal")
    },
    Case("trust/older/eight-days-ago", "SYNC-TRUST-RECENT", of: .phone, needs: [.owner]) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(105, daysAgo: 8)
      try peer.tell { [peer.burial(samples)] }
      try stage.expect(5, of: samples, because: "the line lies seven days back")
    },
    Case(
      "trust/older/after-the-retention", "SYNC-TRUST-RECENT", of: .phone, needs: [.owner, .clock]
    ) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(105, daysAgo: 1)
      try stage.node().advanceClock(120 * day)
      try peer.tell { [peer.burial(samples)] }
      try stage.expect(
        5, of: samples, because: "the line lies at most seven days before the retention")
    },
    Case("trust/older/a-hundred", "SYNC-TRUST-OLDER", of: .phone, needs: [.owner]) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(100, daysAgo: 30)
      try peer.tell { [peer.burial(samples)] }
      try stage.expect(0, of: samples, because: "a hundred need nobody's word")
    },
    Case("trust/older/more-than-a-hundred", "SYNC-TRUST-OLDER", of: .phone, needs: [.owner]) {
      stage in
      let (_, samples) = try stage.watchWithHeldDeaths()
      try stage.expect(5, of: samples, because: "a hundred need nobody's word")
    },
    Case("trust/older/in-several-batches", "SYNC-TRUST-OLDER", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(105, daysAgo: 30)
      try peer.tell {
        stride(from: 0, to: 105, by: 15).map { peer.burial(Array(samples[$0..<$0 + 15])) }
      }
      try stage.expect(5, of: samples, because: "all batches of a day count together")
    },
    Case("trust/older/a-hundred-of-each-type", "SYNC-TRUST-OLDER", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.archivingWatch()
      let samples = (0..<100).flatMap {
        let age = 30 * day + Double($0)
        return [peer.heartRate(secondsAgo: age), peer.steps(secondsAgo: age)]
      }
      try peer.hold(samples)
      try peer.tell { [peer.burial(samples)] }
      try stage.expect(0, of: samples, because: "types are counted one by one")
    },
    Case("trust/older/one-in-a-hundred", "SYNC-TRUST-OLDER", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(10_200, daysAgo: 30)
      let dead = Array(samples.prefix(105))
      try peer.tell { [peer.burial(dead)] }
      try stage.expect(3, of: dead, because: "102 of 10200 need nobody's word")
    },
    Case(
      "trust/older/on-the-same-day", "SYNC-TRUST-OLDER", of: .phone, needs: [.owner, .clock]
    ) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(105, daysAgo: 30)
      try peer.tell { [peer.burial(Array(samples.prefix(100)))] }
      try stage.node().advanceClock(day - 3_600)
      try peer.tell { [peer.burial(Array(samples.suffix(5)))] }
      try stage.expect(5, of: samples, because: "a hundred of these 24 hours have gone")
    },
    Case(
      "trust/older/a-day-later", "SYNC-TRUST-OLDER", of: .phone, needs: [.owner, .clock]
    ) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(200, daysAgo: 30)
      try peer.tell { [peer.burial(Array(samples.prefix(100)))] }
      try stage.node().advanceClock(day)
      try peer.tell { [peer.burial(Array(samples.suffix(100)))] }
      try stage.expect(0, of: samples, because: "a day later a hundred more may go")
    },
    Case("trust/older/by-a-list", "SYNC-TRUST-OLDER", of: .phone, needs: [.owner]) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(120, daysAgo: 30)
      for left in [Array(samples.prefix(60)), []] {
        let talk = try Reconciliation(peer)
        try talk.say(peer.listing(left))
        try talk.end()
      }
      try stage.expect(20, of: samples, because: "what a list leaves out counts like what is told")
    },
    Case("trust/scope/none-counts", "SYNC-TRUST-SCOPE", of: .phone, needs: [.owner]) { stage in
      let peer = try stage.archivingWatch()
      try stage.node().restrict(peer, to: [DeathTrustCases.heart])
      let sleep = peer.sleep()
      try peer.tell { [peer.batch([sleep])] }
      // The watch lets go of what is out of its scope, which is no deletion.
      peer.rows[sleep.dot] = nil
      try peer.ready().settled(by: peer)
      try peer.tell { [peer.burial([sleep])] }
      try stage.expect(1, of: [sleep], because: "the watch may not have the type")
    },
  ]
}
