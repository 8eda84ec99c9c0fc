internal import ConformanceKit
internal import ConformanceWire

/// What the phone's owner says of deaths that are held.
enum HeldAnswerCases {
  static let all = [
    Case("trust/accept/deletes", "SYNC-TRUST-ACCEPT", of: .phone, needs: [.owner]) { stage in
      let (peer, samples) = try stage.watchWithHeldDeaths()
      try stage.expect(5, of: samples, because: "nobody has answered")
      try stage.node().answerHeld(of: peer, accepting: true)
      try stage.expect(0, of: samples, because: "the owner accepted that")
    },
    Case(
      "trust/accept/other-watches-hear", "SYNC-TRUST-ACCEPT", of: .phone, needs: [.owner, .window]
    ) { stage in
      let other = try stage.archivingWatch()
      let (peer, samples) = try stage.watchWithHeldDeaths()
      try other.ready().settled(by: other)
      try stage.node().answerHeld(of: peer, accepting: true)
      try other.ready().settled(by: other)
      let heard = samples.count { other.deaths[$0.dot] != nil }
      try Deviation.unless(
        heard == 105 && other.rows.isEmpty, "another watch to hear of 105 deaths",
        "it hears of \(heard), and holds \(other.rows.count) samples")
    },
    Case("trust/accept/what-the-brake-stopped", "SYNC-TRUST-ACCEPT", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(150, daysAgo: 30)
      let braked = try Reconciliation(peer)
      try braked.say(peer.listing([]))
      try braked.session.expectEnd(.brake)
      try stage.node().answerHeld(of: peer, accepting: true)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.end()
      try stage.expect(0, of: samples, because: "the owner accepted all 150 of them")
    },
    Case("trust/accept/no-other-type", "SYNC-TRUST-ACCEPT", of: .phone, needs: [.owner]) { stage in
      let peer = try stage.archivingWatch()
      let samples = try peer.hold(150, daysAgo: 30)
      let steps = (0..<105).map { peer.steps(secondsAgo: 30 * DeathTrustCases.day + Double($0)) }
      try peer.hold(steps)
      try peer.tell { [peer.burial(Array(steps.prefix(100)))] }
      let braked = try Reconciliation(peer)
      try braked.say(peer.listing([]))
      try braked.session.expectEnd(.brake)
      try stage.node().answerHeld(of: peer, accepting: true)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.end()
      try stage.expect(
        5, of: samples + steps, because: "the owner was asked about the heart rates alone")
    },
    Case("trust/refuse/the-watch-gets-copies", "SYNC-TRUST-REFUSE", of: .phone, needs: [.owner]) {
      stage in
      let (peer, samples) = try stage.watchWithHeldDeaths()
      let kept = try stage.seen(samples)
      try stage.node().answerHeld(of: peer, accepting: false)
      try peer.ready().settled(by: peer)
      let copies = peer.rows.values
      let isNew = copies.allSatisfy { copy in
        !samples.contains { $0.dot == copy.dot || $0.uuid == copy.uuid }
      }
      try Deviation.unless(
        isNew && kept.count == 5 && Set(copies.map(\.content)) == Set(kept.map(\.content)),
        "5 samples like those that were held, with dots and UUIDs of their own",
        "\(copies.count) samples, of which \(isNew ? "none" : "some") have a dot or a UUID of before"
      )
    },
    Case("trust/refuse/apps-see-copies", "SYNC-TRUST-REFUSE", of: .phone, needs: [.owner]) {
      stage in
      let (peer, samples) = try stage.watchWithHeldDeaths()
      try stage.expect(5, of: samples, because: "nobody has answered")
      try stage.node().answerHeld(of: peer, accepting: false)
      let owner = try stage.node().judgedOwner()
      defer { owner.close() }
      let runs = try AppCases.runs(owner, ["type": .text(DeathTrustCases.heart)])
      let count = try AppCases.uuids(runs).count
      try Deviation.unless(count == 5, "5 samples, as the owner kept them", "\(count)")
      try stage.expect(0, of: samples, because: "copies have taken their place")
    },
    Case(
      "trust/refuse/other-watches-hear", "SYNC-TRUST-REFUSE", of: .phone, needs: [.owner, .window]
    ) { stage in
      let other = try stage.archivingWatch()
      let (peer, samples) = try stage.watchWithHeldDeaths()
      try other.ready().settled(by: other)
      try stage.node().answerHeld(of: peer, accepting: false)
      try other.ready().settled(by: other)
      let heard = samples.count { other.deaths[$0.dot] != nil }
      try Deviation.unless(
        heard == 105 && other.rows.count == 5,
        "another watch to hear of 105 deaths, and to get 5 copies",
        "it hears of \(heard), and holds \(other.rows.count) samples")
    },
  ]
}

extension Sample {
  /// The same for every copy: all but the dot's number and the UUID.
  fileprivate var content: Sample {
    var content = self
    content.dot = Dot(0, type, 1)
    content.uuid = Sample.uuid(content.dot)
    return content
  }
}
