internal import ConformanceKit
internal import ConformanceWire

/// What a peer says is looked at, however long it kept to the rules before.
enum TrustlessCases {
  private static let rules = [
    Rule("a-number", "SYNC-ASSUME-PEER") {
      $0["runs"][0]["quantities"]["values"] = Column.doubles([.nan])
    },
    Rule("a-text", "SYNC-ASSUME-PEER") { $0["runs"][0]["quantities"]["units"] = ["beats"] },
    Rule("a-count", "SYNC-ASSUME-PEER") { $0["runs"][0]["count"] = 2 },
    Rule("a-place", "SYNC-ASSUME-PEER") {
      $0["log"] = ["start": ["position": 0], "end": ["position": -1, "incarnation": 1]]
    },
    Rule("bytes", "SYNC-ASSUME-PEER") {
      $0["runs"][0]["uuids"]["raw"] = .bytes([1, 2, 3])
    },
  ]

  static let all = rules.map {
    $0.asCase("handshake/no-trust") { stage, rule in
      let (peer, session) = try stage.ready()
      let kept = (0..<10).map { peer.heartRate(Double(60 + $0)) }
      for sample in kept { try peer.deliver(peer.batch([sample]), in: session) }
      let lost = peer.heartRate(99)
      let valid = peer.batch(of: [lost])
      var broken = valid
      rule.change(&broken.value["batch"])
      try session.say(broken, insteadOf: valid)
      // A node that takes it acknowledges it, or what comes after it.
      try session.say(peer.batch(of: [kept[0]]))
      try session.expectEnd(.violation, not: ["acknowledgement"])
      try peer.look().expect(kept, "what was told before, and nothing of what breaks a rule")
    }
  }
}
