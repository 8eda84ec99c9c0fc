internal import ConformanceKit
internal import ConformanceWire

/// Refills that are cut, begun anew and overtaken.
enum RefillingCases {
  static let all = ofThePhone + ofTheWatch

  /// Of the peer, which knows nothing any more: batches of one sample, and room for one of them at once.
  private static func begin(_ peer: Peer) throws -> Session {
    peer.rows = [:]
    peer.known = [:]
    return try peer.begin {
      $0.value["hello"]["limits"]["samples"] = 1
      $0.value["hello"]["limits"]["credit"] = 1
    }.session
  }

  /// The next batch of a refill, which is not acknowledged yet.
  private static func part(_ session: Session, of peer: Peer) throws -> Value {
    while true {
      let message = try session.hear("the next batch of a refill")
      guard SyncKind.of(message) == "batch", message["batch"]["refill"].isPresent else {
        try peer.take(message, in: session)
        continue
      }
      peer.noteHeard(message["batch"])
      try peer.apply(message["batch"])
      peer.heard += try Weight.message(message)
      return message["batch"]
    }
  }

  private static let ofThePhone = [
    Case("sharing/refilling/vector-in-the-last-alone", "BATCH-REFILL-VECTOR", of: .phone) { stage in
      let peer = try stage.peer()
      let samples = (0..<3).map { peer.heartRate(Double(60 + $0)) } + (0..<2).map { peer.sleep($0) }
      try peer.tell { [peer.batch(samples)] }
      try begin(peer).settled(by: peer)
      try expectVectorInTheLast(peer, of: samples)
    },
    again("cut", isAcknowledged: false),
    again("ended", isAcknowledged: true),
    Case("sharing/refilling/new-view-meanwhile", "SYNC-VIEW-NAMED", of: .phone) { stage in
      let peer = try stage.peer()
      let below = peer.heartRate(at: peer.floor - 3600)
      let samples = (0..<4).map { peer.heartRate(Double(60 + $0)) }
      try peer.tell { [peer.batch(samples + [below])] }
      let session = try begin(peer)
      _ = try part(session, of: peer)
      // It keeps more from now on, and says so before it has the rest.
      peer.rows = [:]
      peer.view ^= 2
      peer.floor -= 86_400
      try session.say(peer.hello())
      var isWelcome = false
      var later: [Value] = []
      while !isWelcome || later.last?["refill"]["vector"].isPresent != true {
        let message = try session.hear("a refill for the new view")
        if SyncKind.of(message) == "welcome" {
          isWelcome = true
          continue
        }
        try peer.take(message, in: session)
        if isWelcome, message["batch"]["refill"].isPresent { later.append(message["batch"]) }
      }
      try Deviation.unless(
        later.allSatisfy {
          $0["view"].word == peer.view && $0["refill"]["floor"].real == peer.floor
        }, "the new view and floor in what comes after the new welcome", "the old ones")
      let told = try later.flatMap { $0["runs"].items }.flatMap { try Run.samples($0) }
      try Deviation.unless(
        Set(told.map(\.dot)) == Set((samples + [below]).map(\.dot)),
        "all 5 samples of the new window in the new refill", "\(told.count)")
    },
    Case("sharing/refilling/saved-meanwhile", "SYNC-REFILL-SEND", of: .phone) { stage in
      let peer = try stage.peer()
      let other = try stage.peer()
      let samples = (0..<3).map { peer.heartRate(Double(60 + $0)) }
      try peer.tell { [peer.batch(samples)] }
      let session = try begin(peer)
      _ = try part(session, of: peer)
      let news = other.heartRate(99)
      try other.tell { [other.batch([news])] }
      try peer.acknowledge(in: session)
      try peer.settleEither(session)
      try Deviation.unless(
        peer.rows[news.dot] == news && samples.allSatisfy { peer.rows[$0.dot] == $0 },
        "what was there when the refill began, and what came meanwhile",
        "\(peer.rows.count) samples")
      try expectVectorInTheLast(peer, of: samples)
    },
    Case("sharing/refilling/deleted-meanwhile", "SYNC-REFILL-SEND", of: .phone) { stage in
      let peer = try stage.peer()
      let other = try stage.peer()
      let samples = (0..<4).map { peer.heartRate(Double(60 + $0)) }
      try peer.tell { [peer.batch(samples)] }
      let session = try begin(peer)
      let told = try part(session, of: peer)
      let first = try told["runs"].items.flatMap { try Run.samples($0) }
      // One that was told already, and one that was not.
      let late = samples.filter { sample in !first.contains { $0.dot == sample.dot } }
      let dead = [first[0], late[0]]
      try other.tell { [other.burial(dead)] }
      try peer.acknowledge(in: session)
      try peer.settleEither(session)
      try Deviation.unless(
        peer.dots == Set(late.dropFirst().map(\.dot)),
        "none of the two that died while the refill was under way", "\(peer.rows.count) samples")
    },
  ]

  /// A refill that comes to no end in its session is begun anew in the next one.
  private static func again(_ word: String, isAcknowledged: Bool) -> Case {
    Case("sharing/refilling/begun-anew-where-it-was-\(word)", "SYNC-REFILL-SEND", of: .phone) {
      stage in
      let (peer, samples) = try LogCases.filled(stage, count: 5)
      let session = try begin(peer)
      _ = try part(session, of: peer)
      if isAcknowledged {
        try peer.acknowledge(in: session)
        _ = try part(session, of: peer)
        try session.end()
      } else {
        session.link.close()
      }
      // The watch has no claim before the last part, so what it heard of the others counts for nothing.
      try begin(peer).settled(by: peer)
      try Deviation.unless(
        Set(peer.rows.values) == Set(samples), "all 5 samples again, in the next session",
        "\(peer.rows.count)")
      try expectVectorInTheLast(peer, of: samples)
    }
  }

  /// Sees of the refills that were heard in this session that the last one has the vector, and no other.
  private static func expectVectorInTheLast(_ peer: Peer, of samples: [Sample]) throws {
    let refills = peer.heardBatches.map { $0["refill"] }.filter(\.isPresent)
    let told = refills.map { $0["vector"].isPresent }
    try Deviation.unless(
      told.count > 1 && told.last == true && !told.dropLast().contains(true),
      "the vector in the last of several batches of a refill, and in no other",
      "in \(told.count { $0 }) of \(told.count) batches")
    let vector = try Vector(refills[refills.count - 1]["vector"])
    try Deviation.unless(
      samples.allSatisfy { vector.covers($0.dot) }, "a vector that covers what was refilled",
      "another one")
  }

  private static let ofTheWatch = [
    Case("sharing/refilling/over-two-sessions", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let (one, two) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell { [peer.refill([one], claiming: nil)] }
      let claim = Vector([one.dot, two.dot])
      try peer.tell { [peer.refill([two], claiming: claim)] }
      let (session, hello) = try peer.begin()
      try Deviation.unless(
        try KnownFrom(hello["known"]).others == peer.floor,
        "a claim once the last part of a refill came", "none")
      try session.end()
      try peer.look().expect([one, two], "the rows of both parts, in whichever session they came")
    },
    Case("sharing/refilling/dead-between-its-parts", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let (dead, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell {
        let first = peer.refill([dead], claiming: nil)
        let burial = peer.burial([dead])
        return [first, burial, peer.refill([dead, kept], claiming: Vector([dead.dot, kept.dot]))]
      }
      let held = try peer.look()
      try held.expect([kept], "what died between two parts of a refill stays dead")
      try held.expectDeaths(of: [dead], "the death, passed on")
    },
    Case(
      "sharing/refilling/own-deletion-not-told", "SYNC-REFILL-APPLY", of: .watch, needs: [.owner]
    ) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      try stage.node().delete(samples[0])
      // A phone that has not heard of it fills the watch.
      try peer.tell { [peer.refill(samples, claiming: peer.vector)] }
      let held = try peer.look()
      try held.expect(
        [samples[1]], "what was deleted on the watch stays deleted, whatever is refilled")
      try held.expectDeaths(of: [samples[0]], "the deletion, told")
    },
    Case("sharing/refilling/for-a-view-that-is-over", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let (one, two) = (peer.heartRate(70), peer.heartRate(80))
      let claim = Vector([one.dot, two.dot])
      try peer.deliver(peer.refill([one], claiming: nil), in: session)
      let last = peer.refill([two], claiming: claim)
      // A type leaves the scope, so the watch draws a new view; what was made for the old one follows.
      try peer.decide(in: session) {
        $0["scope"] = ["is_exclusion": true, "types": [.text(Sample.sleepType)]]
      }
      try peer.deliver(last, in: session)
      try session.end()
      let (again, hello) = try peer.begin()
      try Deviation.unless(
        try KnownFrom(hello["known"]).others == .infinity,
        "no claim by the last part of a refill for another view", "a claim")
      try again.end()
    },
  ]
}
