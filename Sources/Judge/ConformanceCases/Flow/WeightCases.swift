internal import ConformanceKit
internal import ConformanceWire

/// What messages weigh: what a node acknowledges is exactly what the text says.
enum WeightCases {
  static let all = samples + others

  private static func weight(
    _ name: String, _ clause: String, of target: Role? = nil,
    _ messages: @escaping @Sendable (Peer) -> [Message]
  ) -> Case {
    Case("flow/weight/\(name)", clause, of: target) { stage in
      let (peer, session) = try stage.ready()
      for message in messages(peer) { try peer.weigh(message, in: session) }
    }
  }

  private static func batch(
    _ name: String, _ samples: @escaping @Sendable (Peer) -> [Sample]
  ) -> Case {
    weight(name, "SYNC-CREDIT-RUN") { [$0.batch(samples($0))] }
  }

  private static let samples = [
    batch("one-quantity") { [$0.heartRate()] },
    batch("rows") { peer in (0..<100).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) } },
    batch("two-types") { [$0.heartRate(), .sleep($0.incarnation, 1, from: $0.hourAgo)] },
    batch("category") { [.sleep($0.incarnation, 1, from: $0.hourAgo)] },
    batch("sources") { peer in
      ["A", "Ä", "日本"].enumerated().map { index, name in
        var sample = peer.heartRate()
        sample.source = Sample.Source(
          "app.\(name)", name, version: [nil, "", "1.2.3"][index])
        return sample
      }
    },
    batch("devices") { peer in
      let devices: [[String: String]?] = [
        nil, [:], ["name": "Watch", "model": ""],
        ["name": "Watch", "model": "Ж", "manufacturer": "M"],
        ["name": "Watch", "model": ""],
      ]
      return devices.map {
        var sample = peer.heartRate()
        sample.device = $0
        return sample
      }
    },
    batch("units") { peer in
      ["count/min", "count/s", "count/min"].map { unit in
        var sample = peer.heartRate()
        sample.payload = .quantity(1, unit: unit)
        return sample
      }
    },
    batch("metadata") { peer in
      (0..<4).map { index in
        var sample = peer.heartRate()
        sample.metadata["HKWasUserEntered"] = .init(.bool, .flag(index % 2 == 0))
        if index > 0 {
          sample.metadata["note"] = .init(.string, .text(["é", "é", "", "long"][index]))
        }
        if index > 1 { sample.metadata["mass"] = .init(.quantity, .double(2), unit: "kg") }
        if index == 3 {
          sample.metadata["count"] = .init(.integer, .integer(-5))
          sample.metadata["when"] = .init(.date, .double(peer.hourAgo))
          sample.metadata["exact"] = .init(.double, .double(0.1))
        }
        return sample
      }
    },
    batch("correlation") { Sample.bloodPressure($0.incarnation, 1, at: $0.hourAgo) },
    batch("workout") { [.workout($0.incarnation, 1, from: $0.hourAgo)] },
    batch("details") { peer in
      var sample = Sample.mood(peer.incarnation, 2, at: peer.hourAgo, series: [("é", [])])
      sample.payload = .body(
        Body.details(
          values: [
            "ä": .init(.string, "日本"), "rate": .init(.quantity, .double(60), unit: "count/min"),
          ],
          series: [("é", []), ("series", [1, 2.5])]))
      return [.route(peer.incarnation, 1, from: peer.hourAgo), sample]
    },
    batch("workout-event-metadata") { peer in
      var sample = Sample.workout(peer.incarnation, 1, from: peer.hourAgo)
      sample.payload = .body(
        Body.workout(
          activity: 37, duration: 1800, events: [peer.hourAgo + 60, peer.hourAgo + 90],
          eventMetadata: [["lap": .init(.integer, .integer(3))], ["note": .init(.string, "up")]]))
      return [sample]
    },
    batch("workout-legs") { peer in
      var sample = Sample.workout(peer.incarnation, 1, from: peer.hourAgo)
      let ends = [peer.hourAgo, peer.hourAgo + 700, peer.hourAgo + 1800]
      sample.payload = .body(
        Body.workout(
          activity: 82, duration: 1800,
          legs: (0..<2).map { index in
            Body.leg(
              Sample.uuid(peer.newDot(Sample.workoutType)), activity: 46, from: ends[index],
              to: ends[index + 1], index == 0 ? [:] : ["é": .init(.string, "日本")])
          }))
      return [sample]
    },
  ]

  private static let others = [
    weight("deaths", "SYNC-CREDIT-WEIGHT") { peer in
      let samples = (0..<3).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      return [peer.batch(samples), peer.burial(Array(samples.dropLast()))]
    },
    weight("intervals-of-covers", "SYNC-CREDIT-WEIGHT") { peer in
      let samples = (0..<5).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      return [peer.batch([samples[0], samples[2], samples[4]])]
    },
    weight("skips", "SYNC-CREDIT-WEIGHT", of: .watch) { peer in
      var message = peer.batch([])
      message["batch"]["covers"] = VectorRuleCases.vector.value
      return [message]
    },
    weight("document", "SYNC-CREDIT-WEIGHT") { peer in
      let (sample, pieces) = Sample.document(
        peer.incarnation, 1, at: peer.hourAgo, bytes: [UInt8](repeating: 65, count: 1500),
        pieceLength: 1000)
      let message = Message("SyncMessage", ["batch": ["documents": .list(pieces)]])
      return [message, peer.batch([sample])]
    }.sendingDocuments(),
    weight("nothing", "SYNC-CREDIT-WEIGHT") { [$0.batch([])] },
    weight("body-of-a-later-kind", "SYNC-CREDIT-RUN") { peer in
      var sample = Sample.workout(peer.incarnation, 1, from: peer.hourAgo)
      var body: Value = [:]
      body.extra = WireWriter.field(900, [1, 2, 3, 4, 5])
      sample.payload = .body(body)
      return [peer.batch([sample])]
    },
    Case("flow/weight/part", "SYNC-CREDIT-WEIGHT") { stage in
      let peer = try stage.peer()
      var session = try peer.ready()
      let samples = [0, 1, 2, 40_000, 90_000].map { peer.heartRate(60, secondsAgo: 60 + $0) }
      try peer.deliver(peer.batch(samples), in: session)
      try peer.deliver(peer.burial([samples[1]]), in: session)
      try session.end()
      if peer.device.role == .watch {
        // No log has that place, so that it has to reconcile.
        peer.cursor = ["position": 99, "incarnation": 99]
        session = try peer.ready()
      } else {
        session = try peer.open()
        try peer.welcome(session, mustReconcile: true)
      }
      try peer.expectReceived(after: 0, in: session)
    },
  ]
}

extension Peer {
  /// An hour ago, in whole seconds.
  var hourAgo: Double { (Instant.now - 3600).rounded(.down) }

  /// Says something weighty and sees that the node acknowledges exactly its weight.
  func weigh(_ message: Message, in session: Session) throws {
    let before = told
    try session.say(message)
    try noteTold(message)
    try expectReceived(after: before, in: session)
  }

  /// Sees that the next acknowledgement that tells more than `before` tells all that was said.
  func expectReceived(after before: Int, in session: Session) throws {
    while acknowledged <= before {
      try take(try session.hear("an acknowledgement of \(told) bytes"), in: session)
    }
    try Deviation.unless(
      acknowledged == told, "an acknowledgement of \(told) bytes", "one of \(acknowledged) bytes")
  }
}
