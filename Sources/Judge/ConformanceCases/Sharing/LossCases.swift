internal import ConformanceKit
internal import ConformanceWire

/// A peer that lost some of what it had: what it leaves out of what it says was not deleted.
///
/// That a node under test damages its own store is nothing that a tool can bring about; so the tool is the one
/// that has lost something, and the node the one from which it gets that back.
enum LossCases {
  private static let type = Sample.heartRateType

  static let all = columns + claims

  /// Some columns are lost: their dots are in no list, and left out of the vector.
  private static let columns = [
    Case("sharing/loss/told-again", "SYNC-DAMAGE-UNTOLD") { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 3)
      peer.lose([samples[1]])
      try peer.ready().settled(by: peer)
      try Deviation.unless(
        peer.rows[samples[1].dot] == samples[1],
        "the sample again, though it was the peer that saved it", "none")
      let heard = try peer.heardSamples
      try Deviation.unless(
        heard.map(\.dot) == [samples[1].dot], "no other sample", "\(heard.count) of them")
    },
    Case("sharing/loss/kept", "SYNC-DAMAGE-UNTOLD") { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 3)
      peer.lose([samples[0], samples[2]])
      // The watch of the two may drop what the phone has, and the phone says that it has it no more.
      try peer.tell { [] }
      try peer.look().expect(samples, "what the peer lost is kept where it is")
    },
    Case("sharing/loss/absent-in-a-list", "SYNC-DAMAGE-UNTOLD") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      peer.lose([steps])
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([heart]))
      try talk.end()
      try peer.expect([heart, steps], because: "the peer's vector leaves out what its list lacks")
    },
    Case("sharing/loss/died-meanwhile", "SYNC-DAMAGE-UNTOLD", needs: [.owner]) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 3)
      try stage.node().delete(samples[1])
      peer.lose([samples[1], samples[2]])
      try peer.ready().settled(by: peer)
      try Deviation.unless(
        peer.rows[samples[2].dot] == samples[2] && peer.rows[samples[1].dot] == nil
          && peer.deaths[samples[1].dot] != nil,
        "of two samples that were lost the one that lives, and of the other the death",
        "\(peer.rows.count) samples and \(peer.deaths.count) deaths")
    },
  ]

  /// More than columns is lost: it does not know any more what it had of a type.
  private static let claims = [
    Case("sharing/loss/watch-gives-its-claim-up", "SYNC-DAMAGE-CLAIM", of: .phone) { stage in
      let peer = try stage.peer()
      let (rates, sleep) = ((0..<3).map { peer.heartRate(Double(60 + $0)) }, peer.sleep())
      try peer.tell { [peer.batch(rates + [sleep])] }
      // It covers them still, which says nothing without the claim.
      for sample in rates { peer.rows[sample.dot] = nil }
      peer.known = KnownFrom(others: peer.floor, [type: .infinity]).value
      try peer.ready().settled(by: peer)
      try Deviation.unless(
        Set(peer.rows.values) == Set(rates + [sleep]), "all that it lost of the type",
        "\(peer.rows.count) samples")
    },
    Case("sharing/loss/no-claim-in-a-list", "SYNC-DAMAGE-CLAIM") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let talk = try Reconciliation(peer)
      var part = peer.listing([heart])
      part["claim"]["known"] =
        KnownFrom(others: Instant.beginning, [steps.type: .infinity]).value
      try talk.say(part)
      try talk.end()
      try peer.expect([heart, steps], because: "nothing is claimed of its type")
    },
    Case("sharing/loss/phone-uncovers", "SYNC-DAMAGE-CLAIM", of: .watch) { stage in
      let peer = try stage.peer()
      let (rates, sleep) = ((0..<3).map { peer.heartRate(Double(60 + $0)) }, peer.sleep())
      try peer.tell { [peer.batch(rates + [sleep])] }
      peer.lose(rates)
      try peer.ready().settled(by: peer)
      try Deviation.unless(
        Set(peer.rows.values) == Set(rates + [sleep]), "all that the phone lost, from the watch",
        "\(peer.rows.count) samples")
    },
  ]
}
