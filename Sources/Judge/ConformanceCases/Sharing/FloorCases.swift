internal import ConformanceKit
internal import ConformanceWire

/// Samples that end at the floor, and one unit in the last place of the date before and after it.
enum FloorCases {
  static let all = [
    Case("sharing/floor/inserts-to-a-watch", "SYNC-FLOOR-EQUAL", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let samples = around(peer.floor, peer)
      try peer.deliver(peer.batch(of: samples), in: session)
      try session.end()
      try peer.look().expect(
        Array(samples[1...]), "of three samples those that end at the floor and after it")
    },
    Case("sharing/floor/below-is-covered", "SYNC-INSERT-APPLY", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let samples = around(peer.floor, peer)
      try peer.deliver(peer.batch(of: samples), in: session)
      try session.end()
      let (_, hello) = try peer.begin()
      let covered = try peer.vector(of: hello)
      try Deviation.unless(
        samples.allSatisfy { covered.covers($0.dot) },
        "a sample that ends below the floor, covered like the others", "a vector without it")
    },
    Case("sharing/floor/starts-below", "SYNC-FLOOR-EQUAL", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let dot = peer.newDot(Sample.sleepType)
      let sample = Sample(
        dot, uuid: Sample.uuid(dot), start: peer.floor - 3600, end: peer.floor, .category(1))
      try peer.deliver(peer.batch(of: [sample]), in: session)
      try session.end()
      try peer.look().expect([sample], "a sample that starts below the floor and ends at it")
    },
    Case("sharing/floor/inserts-from-a-phone", "SYNC-FLOOR-EQUAL", of: .phone) { stage in
      let peer = try stage.peer()
      let floor = peer.floor + 1000.5
      let samples = around(floor, peer)
      try peer.tell { [peer.batch(samples)] }
      try peer.look(from: floor).expect(
        Array(samples[1...]), "of three samples those that end at the hello's floor and after it")
    },
    Case("sharing/floor/a-phone-keeps-what-is-below", "SYNC-INSERT-APPLY", of: .phone) { stage in
      let peer = try stage.peer()
      let samples = around(peer.floor, peer) + [peer.heartRate(at: Instant.beginning)]
      try peer.tell { [peer.batch(samples)] }
      try peer.look().expect(samples, "on a phone also what ends before a watch's floor")
    },
    Case("sharing/floor/of-the-last-hello", "SYNC-INSERT-BY-VECTOR", of: .phone) { stage in
      let peer = try stage.peer()
      let floor = peer.floor + 86_400
      let samples = around(floor, peer)
      try peer.tell { [peer.batch(samples)] }
      peer.lose(samples)
      peer.floor = floor.nextUp
      let session = try peer.ready()
      try peer.settleEither(session)
      peer.lose(samples)
      peer.floor = floor
      peer.view ^= 2
      try peer.greet(session)
      try peer.settleEither(session)
      let told = try Set(peer.heardSamples.map(\.dot))
      try Deviation.unless(
        told.isSuperset(of: samples[1...].map(\.dot)) && !told.contains(samples[0].dot),
        "the samples from the floor of the hello in force on", "\(told.count) samples")
    },
    Case("sharing/floor/root", "SYNC-FLOOR-EQUAL", of: .phone) { stage in
      let peer = try stage.peer()
      let samples = around(peer.floor, peer)
      try peer.tell { [peer.batch(samples)] }
      let session = try peer.ready()
      // What ends at the floor is in the root, and what ends before it is not.
      peer.rows[samples[0].dot] = nil
      try peer.settleEither(session)
    },
    Case("sharing/floor/root-of-a-watch", "SYNC-FLOOR-EQUAL", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      try peer.deliver(peer.batch(around(peer.floor, peer)), in: session)
      try peer.settleEither(session)
    },
    Case("sharing/floor/refill-from-a-phone", "SYNC-REFILL-SEND", of: .phone) { stage in
      let peer = try stage.peer()
      let known = peer.floor + 86_400
      let (low, high) = (around(peer.floor, peer), around(known, peer))
      try peer.tell { [peer.batch(low + high)] }
      peer.known = ["others_from": .double(known)]
      let session = try peer.ready()
      for sample in low + high[..<1] { peer.rows[sample.dot] = nil }
      try peer.settleEither(session)
      let refilled = try peer.heardBatches.filter { $0["refill"].isPresent }
        .flatMap { $0["runs"].items }.flatMap { try Run.samples($0) }
      try Deviation.unless(
        Set(refilled.map(\.dot)) == [low[1].dot, low[2].dot, high[0].dot],
        "what ends at the floor or later and before the known-from, in a refill",
        "\(refilled.count) samples, or others")
    },
    Case("sharing/floor/refill-to-a-watch", "SYNC-FLOOR-EQUAL", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let samples = around(peer.floor, peer)
      for sample in samples { peer.vector.insert(sample.dot) }
      try peer.deliver(peer.refill(samples, claiming: peer.vector), in: session)
      try session.end()
      try peer.look().expect(
        Array(samples[1...]), "of a refill those that end at the floor and after it")
    },
    Case("sharing/floor/kept-when-pruning", "SYNC-FLOOR-EQUAL", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let samples = around(peer.floor, peer)
      try peer.deliver(peer.batch(samples), in: session)
      try session.end()
      // The welcome's vector covers them, and is a receipt by which the watch prunes.
      try peer.tell { [] }
      try peer.look().expect(
        Array(samples[1...]), "after pruning those that end at the floor and after it")
    },
    Case("sharing/floor/list", "SYNC-FLOOR-EQUAL", of: .phone) { stage in
      let peer = try stage.peer()
      let samples = around(peer.floor, peer)
      try peer.tell { [peer.batch(samples)] }
      // It covers them, knows everything from its floor on and has none: they were deleted there.
      for sample in samples { peer.rows[sample.dot] = nil }
      let session = try peer.ready()
      try peer.reconcile(session)
      try session.end()
      try peer.look().expect(
        [samples[0]], "of samples that a list lacks that one which ends before its known-from")
    },
    Case("sharing/floor/list-of-a-phone", "SYNC-FLOOR-EQUAL", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let edge = peer.floor + 86_400
      let samples = around(edge, peer)
      try peer.deliver(peer.batch(samples), in: session)
      try session.end()
      for sample in samples { peer.rows[sample.dot] = nil }
      peer.known = ["others_from": .double(edge)]
      let again = try peer.open()
      try peer.welcome(again, mustReconcile: true)
      try peer.awaitAcknowledgement(in: again)
      try again.end()
      try peer.look().expect(
        [samples[0]], "of samples that a list lacks that one which ends before its known-from")
    },
    Case("sharing/floor/saved", "STORE-SAVE-CUTOFF", of: .watch, needs: [.owner]) { stage in
      let peer = try stage.peer()
      let cutoff = try stage.node().setWindow(86_400)
      let samples = around(cutoff, peer)
      let refusals = samples.map { sample in
        (try? stage.node().save(sample)) == nil
      }
      try Deviation.unless(
        refusals == [true, false, false],
        "refused what ends before the cutoff, saved what ends at it and after it",
        "refused: \(refusals)")
      let held = try peer.look()
      try Deviation.unless(
        Set(held.rows.values.map(\.uuid)) == Set(samples[1...].map(\.uuid)),
        "the two that were saved, told to the phone", "\(held.rows.count) samples")
    },
  ]

  /// Three samples: one that ends just before an instant, one at it, and one just after it.
  static func around(_ instant: Double, _ peer: Peer) -> [Sample] {
    [instant.nextDown, instant, instant.nextUp].map { peer.heartRate(at: $0) }
  }
}
