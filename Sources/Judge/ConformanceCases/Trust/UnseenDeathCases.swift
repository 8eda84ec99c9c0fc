internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// Deaths of dots that the phone has never seen, or has yet to give.
enum UnseenDeathCases {
  static let all = [
    Case("trust/unseen/of-the-watch-itself", "SYNC-TRUST-UNSEEN", of: .phone) { stage in
      let peer = try stage.archivingWatch()
      let samples = (0..<150).map { old(peer.newDot(DeathTrustCases.heart), $0) }
      try expect(150, of: samples, toldBy: peer, because: "the watch deletes what it saved itself")
    },
    Case("trust/unseen/of-nobody", "SYNC-TRUST-UNSEEN", of: .phone) { stage in
      let peer = try stage.archivingWatch()
      let incarnation = Entropy.word()
      let samples = (0..<105).map {
        old(Dot(incarnation, DeathTrustCases.heart, UInt64($0 + 1)), $0)
      }
      try expect(100, of: samples, toldBy: peer, because: "they count as those of older samples")
    },
    Case("trust/unseen/of-another-watch", "SYNC-TRUST-UNSEEN", of: .phone, needs: [.window]) {
      stage in
      let (one, two) = (try stage.archivingWatch(), try stage.archivingWatch())
      try two.tell { [] }
      let samples = (0..<5).map { old(two.newDot(DeathTrustCases.heart), $0) }
      try expect(0, of: samples, toldBy: one, because: "they are judged when the samples come")
    },
    Case(
      "trust/unseen/judged-when-it-comes", "SYNC-TRUST-UNSEEN", of: .phone,
      needs: [.owner, .window]
    ) { stage in
      let (one, two) = (try stage.archivingWatch(), try stage.archivingWatch())
      try two.tell { [] }
      let samples = (0..<105).map { old(two.newDot(DeathTrustCases.heart), $0) }
      try one.tell { [one.burial(samples)] }
      try two.tell { [two.batch(of: samples)] }
      try stage.expect(5, of: samples, because: "a hundred older ones need nobody's word")
    },
    Case("trust/unborn/ends-the-session", "SYNC-TRUST-UNBORN", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.archivingWatch()
      let next = try unborn(peer)
      let session = try peer.ready()
      try session.say(peer.burial([next]), insteadOf: peer.batch(of: []))
      try session.expectEnd(.violation)
    },
    Case("trust/unborn/the-next-save-lives", "SYNC-TRUST-UNBORN", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.archivingWatch()
      let next = try unborn(peer)
      let session = try peer.ready()
      try session.say(peer.burial([next]))
      try session.expectEnd(.violation)
      let saved = try peer.savedByOwner(62)
      guard saved.dot == next.dot else {
        throw Doubt("the phone saved under another dot than the next one")
      }
    },
  ]

  /// A sample that ended a month ago.
  private static func old(_ dot: Dot, _ second: Int) -> Sample {
    let instant = (Instant.now - 30 * DeathTrustCases.day).rounded(.down) - Double(second)
    return .quantity(dot, at: instant, value: 72, unit: "count/min")
  }

  /// What the phone would save next, by what it saved last.
  private static func unborn(_ peer: Peer) throws -> Sample {
    let last = try peer.savedByOwner(61).dot
    return .heartRate(last.incarnation, last.number + 1, at: Instant.now.rounded(.down))
  }

  /// Sees how many of the deaths that a watch tells are covered.
  private static func expect(
    _ count: Int, of samples: [Sample], toldBy peer: Peer, because reason: String
  ) throws {
    try peer.tell { [peer.burial(samples)] }
    let (session, welcome) = try peer.begin()
    let vector = try peer.vector(of: welcome)
    try session.end()
    let covered = samples.count { vector.covers($0.dot) }
    try Deviation.unless(
      covered == count, "a phone that covers \(count) of \(samples.count) dead dots: \(reason)",
      "one that covers \(covered)")
  }
}
