internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// Samples that one side has and the other has not.
enum InsertCases {
  static let all = [
    Case("sharing/insert/both-ways", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell { [peer.batch([sample])] }
      try peer.look().expect([sample], "the sample that was sent")
    },
    Case("sharing/insert/again-at-once", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell { [peer.batch(of: [sample]), peer.batch(of: [sample.worth(73)])] }
      try peer.look().expect([sample], "a row whose dot is covered is ignored")
    },
    Case("sharing/insert/again-in-one-batch-with-another", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let (sample, other) = (peer.heartRate(), peer.heartRate(80))
      try peer.tell {
        [peer.batch(of: [sample]), peer.batch(of: [sample.worth(73), other])]
      }
      try peer.look().expect(
        [sample, other], "of a batch the row that is covered is ignored, the other one stored")
    },
    Case("sharing/insert/again-in-the-next-session", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell { [peer.batch(of: [sample])] }
      try peer.tell { [peer.batch(of: [sample.worth(73)])] }
      try peer.look().expect([sample], "a batch sent twice changes nothing")
    },
    Case("sharing/insert/again-with-another-type", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let (one, other) = (peer.heartRate(), peer.sleep())
      try peer.tell {
        [
          peer.batch(of: [one]), peer.batch(of: [other]), peer.batch(of: [other, one]),
        ]
      }
      try peer.look().expect([one, other], "the same number of two types names two samples")
    },
    Case("sharing/insert/in-any-order", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let samples = (0..<3).map { peer.heartRate(Double(70 + $0)) }
      try peer.tell { [2, 0, 1].map { peer.batch(of: [samples[$0]]) } }
      try peer.look().expect(samples, "samples whatever the order of their numbers")
    },
    Case("sharing/insert/into-a-gap", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let samples = (0..<7).map { peer.heartRate(Double(70 + $0)) }
      try peer.tell { [peer.batch(of: [0, 3, 6].map { samples[$0] })] }
      try peer.tell { [peer.batch(of: [1, 2, 4, 5].map { samples[$0] })] }
      try peer.look().expect(samples, "what is covered is a set, and has gaps")
    },
    Case("sharing/insert/many-incarnations", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let incarnations: [UInt64] = [0, 1, 1 << 63, .max - 1, .max]
      let number = Entropy.word() >> 1
      let samples = incarnations.map {
        Sample.heartRate($0, number, at: peer.floor + 86_400, value: 60)
      }
      try peer.tell { [peer.batch(of: samples)] }
      try peer.look().expect(samples, "samples of any incarnation")
    },
    Case("sharing/insert/highest-numbers", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let numbers: [UInt64] = [0, 1, .max / 2, .max - 2]
      let writer = Entropy.word()
      let samples = numbers.map {
        Sample.heartRate(writer, $0, at: peer.floor + 86_400, value: 60)
      }
      try peer.tell { [peer.batch(of: samples)] }
      try peer.look().expect(samples, "samples of any number")
    },
    Case("sharing/insert/of-any-origin", "SYNC-INSERT-BY-VECTOR") { stage in
      let peer = try stage.peer()
      let time = peer.floor + 86_400
      let number = Entropy.word() >> 1
      let others = [Sample.heartRate(11, number, at: time), .sleep(12, number, from: time)]
      let samples = [peer.heartRate()] + others
      try peer.tell { [peer.batch([samples[0]]), peer.batch(Array(samples[1...]))] }
      let held = try peer.look()
      try held.expect(samples, "also what was written under other incarnations, and the peer's own")
    },
    Case("sharing/insert/what-the-vector-lacks", "SYNC-INSERT-BY-VECTOR") { stage in
      let peer = try stage.peer()
      let samples = (0..<4).map { peer.heartRate(Double(70 + $0)) }
      try peer.tell { [peer.batch(samples)] }
      peer.lose([samples[1], samples[3]])
      let session = try peer.ready()
      try peer.settleEither(session)
      let told = try Set(peer.heardSamples.map(\.dot))
      try Deviation.unless(
        told == [samples[1].dot, samples[3].dot],
        "the two samples that the peer's vector does not cover", "\(told.count) samples")
    },
    Case("sharing/insert/nothing-that-is-covered", "SYNC-INSERT-BY-VECTOR") { stage in
      let peer = try stage.peer()
      try peer.tell { [peer.batch([peer.heartRate(), peer.heartRate()])] }
      let session = try peer.ready()
      try peer.settleEither(session)
      let told = try peer.heardSamples.count
      try Deviation.unless(told == 0, "no sample that the peer covers", "\(told) samples")
    },
    Case("sharing/insert/nothing-back", "SYNC-INSERT-NO-ECHO") { stage in
      let peer = try stage.peer()
      let samples = (0..<4).map { peer.heartRate(Double(70 + $0)) }
      let session = try peer.ready()
      for pair in [samples[..<2], samples[2...]] {
        try peer.deliver(peer.batch(Array(pair)), in: session)
      }
      try peer.settleEither(session)
      let told = try peer.heardSamples.count
      try Deviation.unless(
        told == 0, "no sample that the peer sent in this session", "\(told) samples")
    },
    Case("sharing/insert/newest-first", "SYNC-INSERT-BY-VECTOR", level: .should) { stage in
      let peer = try stage.peer()
      let ages = [5000.0, 100, 400_000, 90_000]
      let samples = ages.map { peer.heartRate(secondsAgo: $0) }
      try peer.tell { [peer.batch(samples)] }
      peer.lose(samples)
      let (session, _) = try peer.begin {
        for kind in ["hello", "welcome"] where $0[kind].isPresent {
          $0.value[kind]["limits"]["samples"] = 1
        }
      }
      try peer.settleEither(session)
      let ends = try peer.heardSamples.map(\.end)
      try Deviation.unless(
        ends.count == 4 && ends == ends.sorted(by: >), "the samples that ended last come first",
        "\(ends.count) samples in another order")
    },
    Case("sharing/insert/saved-while-connected", "SYNC-INSERT-BY-VECTOR", needs: [.owner]) {
      stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate(at: peer.floor + 86_400)
      try stage.node().save(sample)
      while try peer.heardSamples.isEmpty {
        try peer.take(try session.hear("the sample that was saved"), in: session)
      }
      let uuids = try peer.heardSamples.map(\.uuid)
      try Deviation.unless(
        uuids == [sample.uuid], "the sample that was saved", "\(uuids.count) samples")
    },
    Case("sharing/insert/saved-while-others-wait", "SYNC-INSERT-BY-VECTOR", needs: [.owner]) {
      stage in
      let peer = try stage.peer()
      let samples = (1...3).map { peer.heartRate(70, secondsAgo: 3600 * Double($0)) }
      try peer.tell { [peer.batch(samples)] }
      peer.lose(samples)
      let (session, _) = try peer.begin {
        for kind in ["hello", "welcome"] where $0[kind].isPresent {
          $0.value[kind]["limits"]["samples"] = 1
          $0.value[kind]["limits"]["credit"] = 1
        }
      }
      let first = try session.expect("batch", passing: ["acknowledgement", "compare", "questions"])
      // Later than all of them: where they are gone through from the latest on, this is behind.
      let saved = peer.heartRate()
      try stage.node().save(saved)
      try peer.take(Message("SyncMessage", ["batch": first]), in: session)
      while try peer.heardSamples.count < 4 {
        try peer.take(
          try session.hear("the samples that waited, and the one that was saved"), in: session)
      }
      let uuids = try Set(peer.heardSamples.map(\.uuid))
      try Deviation.unless(
        uuids == Set((samples + [saved]).map(\.uuid)), "each of the 4 samples once",
        "\(uuids.count) different ones")
    },
  ]
}

extension Sample {
  /// The same with another value.
  func worth(_ value: Double) -> Sample {
    var sample = self
    sample.payload = .quantity(value, unit: "count/min")
    return sample
  }
}
