internal import ConformanceKit
internal import ConformanceWire

/// Deaths that do not count: what becomes of the samples, and of what the watch says later.
enum HeldDeathCases {
  static let all = [
    Case("trust/held/stays-for-apps", "SYNC-TRUST-HELD", of: .phone, needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", DeathTrustCases.heart)])
      let (_, samples) = try stage.watchWithHeldDeaths()
      let app = try permissions.app()
      defer { app.close() }
      let seen = try Stage.seen(samples, by: app).count
      try Deviation.unless(seen == 5, "5 samples, which an app may read, to stay", "\(seen) stay")
    },
    Case("trust/held/stays-for-other-watches", "SYNC-TRUST-HELD", of: .phone, needs: [.window]) {
      stage in
      let other = try stage.archivingWatch()
      let (_, samples) = try stage.watchWithHeldDeaths()
      try other.ready().settled(by: other)
      let dots = Set(samples.map(\.dot))
      try Deviation.unless(
        other.rows.count == 5 && dots.isSuperset(of: other.rows.keys) && other.deaths.count == 100,
        "another watch to get 5 samples and 100 deaths",
        "it gets \(other.dots.intersection(dots).count) of the samples and \(other.deaths.count) deaths"
      )
    },
    Case("trust/held/in-no-refill", "SYNC-TRUST-HELD", of: .phone) { stage in
      let (peer, _) = try stage.watchWithHeldDeaths()
      peer.known =
        KnownFrom(others: peer.floor, [DeathTrustCases.heart: .infinity]).value
      peer.view &+= 2
      let session = try peer.ready()
      try peer.settleEither(session)
      let told = try peer.heardSamples.count
      try session.end()
      try Deviation.unless(
        told == 0, "no sample, as the watch has all of them for deleted", "\(told) samples")
    },
    Case("trust/cursor/moves-on", "SYNC-TRUST-CURSOR", of: .phone) { stage in
      let (peer, _) = try stage.watchWithHeldDeaths()
      let session = try peer.open()
      let position = try peer.greetUntilWelcome(session)["cursor"]["position"].number
      try session.end()
      try Deviation.unless(
        position == peer.head, "a cursor at \(peer.head), where the watch's log ends",
        "one at \(position)")
    },
    Case("trust/cursor/later-deaths-count", "SYNC-TRUST-CURSOR", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.archivingWatch()
      let recent = try peer.hold(1, daysAgo: 1)
      let old = try peer.hold(105, daysAgo: 30)
      try peer.tell { [peer.burial(old), peer.burial(recent)] }
      try stage.expect(0, of: recent, because: "what is held before it stops nothing")
    },
    Case("trust/cursor/later-samples-arrive", "SYNC-TRUST-CURSOR", of: .phone, needs: [.owner]) {
      stage in
      let (peer, _) = try stage.watchWithHeldDeaths()
      let sample = peer.heartRate()
      try peer.tell { [peer.batch([sample])] }
      try stage.expect(1, of: [sample], because: "what is held before it stops nothing")
    },
    Case("trust/roots/equal", "SYNC-TRUST-ROOTS", of: .phone) { stage in
      let (peer, _) = try stage.watchWithHeldDeaths()
      try peer.ready().settled(by: peer)
    },
    Case("trust/roots/of-days", "SYNC-TRUST-ROOTS", of: .phone) { stage in
      let (peer, _) = try stage.watchWithHeldDeaths()
      let talk = try Reconciliation(peer)
      try talk.say([
        "claim": peer.claimed, "spans": Days.spans([(Day.all, Root())]), "is_last": true,
      ])
      try talk.finish()
      let days = try Days.roots(talk.parts[0]["days"]).roots.count
      try Deviation.unless(days == 0, "no day that differs, as the watch has none", "\(days) days")
    },
    Case("trust/roots/lists", "SYNC-TRUST-ROOTS", of: .phone) { stage in
      let (peer, samples) = try stage.watchWithHeldDeaths()
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.finish()
      let listed = try talk.lists("lists").values.flatMap(\.dots)
      let count = Set(listed).intersection(samples.map(\.dot)).count
      try Deviation.unless(
        count == 0, "a list of what both hold, without what is held", "one with \(count) of that")
    },
    Case("trust/restored/covers-nothing", "SYNC-TRUST-RESTORED", of: .phone) { stage in
      let (peer, _) = try stage.watchWithHeldDeaths()
      let count = try peer.look().rows.count
      try Deviation.unless(
        count == 5, "5 samples for a watch that was restored to nothing", "\(count)")
    },
    Case("trust/restored/lists-it-as-live", "SYNC-TRUST-RESTORED", of: .phone, needs: [.owner]) {
      stage in
      let (peer, samples) = try stage.watchWithHeldDeaths()
      for sample in try stage.seen(samples) {
        peer.rows[sample.dot] = sample
        peer.deaths[sample.dot] = nil
      }
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing(Array(peer.rows.values)))
      try talk.finish()
      try peer.settleEither(talk.session)
      try talk.session.end()
    },
  ]
}
