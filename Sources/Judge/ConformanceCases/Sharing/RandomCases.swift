internal import ConformanceKit
internal import ConformanceWire

/// Exchanges that nobody chose, compared with what a correct node comes to.
enum RandomCases {
  static let all = (1...4).map(exchange)

  private static let stepCount = 30

  /// Thirty steps of samples, deaths, duplicates and new sessions; then the node holds what the model does.
  private static func exchange(_ seed: Int) -> Case {
    let word = ["first", "second", "third", "fourth"][seed - 1]
    return Case("sharing/random/\(word)-seed", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      var dice = SampleGenerator(seed: UInt64(seed) &* 0x9E37_79B9, incarnation: 0)
      var session = try peer.ready()
      var model = NodeModel(stage.target, view: peer.view)
      if stage.target == .watch { _ = model.moveFloor(to: peer.floor) }
      var known: [Sample] = []
      var said: [Message] = []
      for _ in 0..<stepCount {
        var message: Message?
        switch dice.word() >> 32 % 8 {
        case 0, 1, 2:
          let samples = newSamples(peer, &dice)
          known += samples
          message = peer.batch(of: samples)
        case 3:
          if let sample = pick(known, &dice) { message = peer.burial([sample]) }
        case 4:
          let sample = peer.heartRate(Double(dice.word() >> 58))
          if dice.word() >> 63 == 0 { known.append(sample) }
          message = peer.burial([sample])
        case 5: message = pick(said, &dice)
        case 6:
          message = said.last
          if stage.target == .watch, message?["batch"]["runs"].isPresent == true {
            message?.value["batch"]["view"] = .unsigned(model.view ^ 2)
          }
        default:
          try session.end()
          session = try peer.ready()
          model.view = peer.view
        }
        guard let message else { continue }
        said.append(message)
        try model.apply(batch: message["batch"])
        try peer.deliver(message, in: session)
      }
      try session.end()
      let held = try peer.look()
      try held.expect(Array(model.rows.values), "what a correct node holds after that exchange")
      try Deviation.unless(
        Set(held.deaths.keys) == Set(model.tombstones.keys), "the deaths that a correct node tells",
        "\(held.deaths.count) deaths of \(model.tombstones.count)")
    }
  }

  private static func newSamples(_ peer: Peer, _ dice: inout SampleGenerator) -> [Sample] {
    (0...(dice.word() >> 62)).map { _ in
      let age = Double(dice.word() >> 48) * 15
      return dice.word() >> 63 == 0
        ? peer.heartRate(Double(dice.word() >> 58), secondsAgo: age)
        : peer.sleep(Int64(dice.word() >> 62))
    }
  }

  private static func pick<Item>(_ items: [Item], _ dice: inout SampleGenerator) -> Item? {
    items.isEmpty ? nil : items[Int(dice.word() >> 33) % items.count]
  }
}
