internal import ConformanceKit
internal import ConformanceWire

/// In which order things are said and heard.
enum SayingOrderCases {
  static let all = [
    Case("flow/order/birth-then-death", "SYNC-ORDER-STREAM") { stage in
      try play(stage) { peer, sample in [peer.batch([sample]), peer.burial([sample])] }
    },
    Case("flow/order/death-then-birth", "SYNC-ORDER-STREAM") { stage in
      try play(stage) { peer, sample in
        // The death covers the dot, which was never seen.
        let birth = peer.batch(of: [sample])
        return [peer.burial([sample]), birth]
      }
    },
    Case("flow/order/many-in-a-row", "SYNC-ORDER-STREAM") { stage in
      let (peer, session) = try stage.ready()
      var kept: [Sample] = []
      for index in 0..<10 {
        let samples = [peer.heartRate(), peer.heartRate(61)]
        for message in [peer.batch(samples), peer.burial([samples[index % 2]])] {
          try session.say(message)
          try peer.noteTold(message)
        }
        kept.append(samples[1 - index % 2])
      }
      try peer.awaitAcknowledgement(in: session)
      try session.end()
      try expect(peer, toFind: Set(kept.map(\.dot)))
    },
    Case("flow/order/deaths-before-inserts", "SYNC-ORDER-READY") { stage in
      let (peer, session) = try stage.ready()
      let samples = (0..<4).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      try peer.deliver(peer.batch(samples), in: session)
      try peer.deliver(peer.burial([samples[0]]), in: session)
      try session.end()
      peer.forget()
      let batches = try peer.batches(untilRows: 3, in: try peer.ready())
      let firstInsert = batches.firstIndex { !$0["runs"].items.isEmpty }
      let lastDeath = batches.lastIndex { $0["log"].isPresent }
      guard let firstInsert, let lastDeath, lastDeath < firstInsert else {
        throw Deviation(
          expected: "deaths, and then inserts",
          observed: lastDeath == nil ? "no deaths" : "inserts before the last death")
      }
    },
    Case("flow/order/inserts-before-deaths-are-taken", "SYNC-ORDER-READY") { stage in
      let (peer, session) = try stage.ready()
      let samples = (0..<3).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      try peer.deliver(peer.batch(samples), in: session)
      // An insert comes first, though there is a death to tell.
      let late = peer.heartRate(65)
      try peer.deliver(peer.batch([late]), in: session)
      try peer.deliver(peer.burial([samples[0]]), in: session)
      try session.end()
      try expect(peer, toFind: Set((samples.dropFirst() + [late]).map(\.dot)))
    },
    Case("flow/order/refill-before-inserts", "SYNC-ORDER-READY", of: .phone) { stage in
      let (peer, session) = try stage.ready()
      let samples = (0..<4).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      try peer.deliver(peer.batch(samples), in: session)
      try session.end()
      // It covers half of them and claims nothing: those come as a refill, the others as inserts.
      peer.forget()
      peer.vector = Vector(samples.prefix(2).map(\.dot))
      peer.known = [:]
      let batches = try peer.batches(untilRows: 4, in: try peer.ready())
      let lastRefill = batches.lastIndex { $0["refill"].isPresent }
      let firstInsert = batches.firstIndex {
        !$0["refill"].isPresent && !$0["runs"].items.isEmpty
      }
      guard let lastRefill, lastRefill < firstInsert ?? batches.count else {
        throw Deviation(
          expected: "the refill, and then inserts",
          observed: lastRefill == nil ? "no refill" : "inserts before the end of the refill")
      }
    },
  ]

  /// Says messages about one sample at once, after which it is dead.
  private static func play(
    _ stage: Stage, _ messages: (Peer, Sample) -> [Message]
  ) throws {
    let (peer, session) = try stage.ready()
    let (sample, other) = (peer.heartRate(), peer.heartRate(61))
    for message in messages(peer, sample) + [peer.batch([other])] {
      try session.say(message)
      try peer.noteTold(message)
    }
    try peer.awaitAcknowledgement(in: session)
    try session.end()
    try expect(peer, toFind: [other.dot])
  }

  private static func expect(_ peer: Peer, toFind dots: Set<Dot>) throws {
    let (held, _) = try peer.observe()
    try Deviation.unless(
      held.dots == dots, "\(dots.count) samples, by the order of what was said",
      "\(held.dots.count), of which \(held.dots.intersection(dots).count) are right")
  }
}
