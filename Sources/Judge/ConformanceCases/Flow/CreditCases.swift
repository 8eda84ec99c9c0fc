internal import ConformanceKit
internal import ConformanceWire

/// How much a node sends before it hears an acknowledgement, and how much at a time.
enum CreditCases {
  static let all = credit + limits

  private static let credit = [
    Case("flow/credit/stops-at-the-credit", "SYNC-CREDIT-STOP") { stage in
      let peer = try stage.peer()
      let session = try peer.readyToHear(rows: 4, samples: 1, credit: 1)
      let first = try session.batch()
      let weight = try Weight.batch(first)
      try session.end()
      // At the credit to the byte, which is what one batch weighs.
      let next = try peer.again(samples: 1, credit: weight)
      _ = try next.batch()
      let more = try peer.ask(next, isTaking: false).filter { SyncKind.of($0) == "batch" }
      try Deviation.unless(
        more.isEmpty, "nothing weighty while a batch of \(weight) bytes is not acknowledged",
        "\(more.count) more batches")
    },
    Case("flow/credit/one-may-go-beyond", "SYNC-CREDIT-STOP", level: .should) { stage in
      let peer = try stage.peer()
      let session = try peer.readyToHear(rows: 4, samples: 1, credit: 1)
      let weight = try Weight.batch(try session.batch())
      try session.end()
      let next = try peer.again(samples: 1, credit: weight + 1)
      // Nothing is acknowledged: the second goes beyond the credit, and the third waits.
      _ = try next.batch()
      _ = try next.batch()
      let more = try peer.ask(next, isTaking: false).filter { SyncKind.of($0) == "batch" }
      try Deviation.unless(
        more.isEmpty, "one batch that goes beyond the credit", "\(more.count + 1)")
    },
    Case("flow/credit/acknowledged-is-free-again", "SYNC-CREDIT-STOP") { stage in
      let peer = try stage.peer()
      let session = try peer.readyToHear(rows: 5, samples: 1, credit: 1)
      for count in 1...5 {
        peer.heard += try Weight.batch(try peer.taken(session.batch()))
        try session.say(peer.acknowledgementMessage())
        try Deviation.unless(
          peer.rows.count == count, "one batch of one sample for each acknowledgement",
          "\(peer.rows.count) samples after \(count) batches")
      }
      try peer.ask(session)
    },
    Case("flow/credit/lower-number-is-no-news", "SYNC-ACK-OWED") { stage in
      let peer = try stage.peer()
      let session = try peer.readyToHear(rows: 4, samples: 1, credit: 1)
      peer.heard = try Weight.batch(try peer.taken(session.batch()))
      try session.say(peer.acknowledgementMessage())
      // The second is on its way now, and this takes nothing back.
      var lower = peer.acknowledgementMessage()
      lower["acknowledgement"]["received"] = 0
      try session.say(lower)
      peer.heard += try Weight.batch(try peer.taken(session.batch()))
      try session.say(peer.acknowledgementMessage())
      peer.heard += try Weight.batch(try peer.taken(session.batch()))
      try session.say(peer.acknowledgementMessage())
      _ = try peer.hear(until: { peer.rows.count == 4 }, in: session)
    },
    Case("flow/credit/higher-number-opens-nothing", "SYNC-ACK-OWED") { stage in
      let peer = try stage.peer()
      let session = try peer.readyToHear(rows: 5, samples: 1, credit: 1)
      _ = try peer.taken(session.batch())
      var higher = peer.acknowledgementMessage()
      higher["acknowledgement"]["received"] = .integer(1 << 40)
      try session.say(higher)
      let more = try peer.ask(session, isTaking: false).filter { SyncKind.of($0) == "batch" }
      try Deviation.unless(
        more.count <= 1, "no credit for what was never sent", "\(more.count) more batches")
    },
  ]

  private static let limits = [
    Case("flow/limits/samples-of-a-batch", "HELLO-LIMIT-SAMPLES-KEPT") { stage in
      let peer = try stage.peer()
      let session = try peer.readyToHear(rows: 7, samples: 2, credit: 1 << 20)
      let batches = try peer.batches(untilRows: 7, in: session)
      for batch in batches {
        let rows = try Peer.dots(of: [batch]).count
        try Deviation.unless(rows <= 2, "at most 2 samples in a batch", "\(rows)")
      }
    },
    Case("flow/limits/bytes-of-a-batch", "HELLO-LIMIT-BYTES-KEPT", level: .should) { stage in
      let peer = try stage.peer()
      let session = try peer.readyToHear(rows: 12, samples: 4096, bytes: 700, credit: 1 << 20)
      for batch in try peer.batches(untilRows: 12, in: session) {
        let rows = try Peer.dots(of: [batch]).count
        let weight = try batch["runs"].items.reduce(0) { $0 + (try Weight.run($1)) }
        try Deviation.unless(
          rows <= 1 || weight <= 700, "runs of several samples that weigh at most 700 bytes",
          "\(rows) samples of \(weight) bytes")
      }
    },
    Case("flow/limits/one-sample-is-sent-whatever-it-weighs", "HELLO-LIMITS-ONE") { stage in
      let peer = try stage.peer()
      let session = try peer.readyToHear(rows: 3, samples: 1, bytes: 1, credit: 1)
      _ = try peer.batches(untilRows: 3, in: session)
    },
    Case("flow/limits/one-sample-is-taken-whatever-it-weighs", "HELLO-LIMITS-ONE") { stage in
      let (peer, session) = try stage.ready()
      var sample = peer.heartRate()
      // A text that weighs nearly all that a message may have, with more weight around it.
      let text = String(repeating: "a", count: (1 << 20) - 400)
      sample.metadata["note"] = .init(.string, .text(text))
      try peer.deliver(peer.batch([sample]), in: session)
    },
    Case("flow/limits/smaller-of-both", "SYNC-LIMITS-SMALLER") { stage in
      let peer = try stage.peer()
      // What this side can take is far beyond what the node says; so it goes by its own number.
      let session = try peer.ready()
      let samples = (0..<60).map { peer.heartRate(60, secondsAgo: 60 + Double($0)) }
      try peer.deliver(peer.batch(samples), in: session)
      try session.end()
      peer.forget()
      let next = try peer.open()
      var message = try peer.opening(next)
      var own: Value = ["samples": 20, "bytes": .integer(1 << 40), "credit": .integer(1 << 40)]
      message[peer.openingKind]["limits"] = own
      try next.say(message)
      if peer.device.role == .watch {
        own = try next.expect("welcome")["limits"]
        guard own["samples"].number > 20 else { throw NotHere("the phone takes less than 20") }
      }
      for batch in try peer.batches(untilRows: 60, in: next) {
        let rows = try Peer.dots(of: [batch]).count
        try Deviation.unless(
          rows <= 20, "at most 20 samples in a batch, the smaller of both numbers", "\(rows)")
      }
    },
  ]
}

extension Session {
  /// The next batch; a watch's question and its answers to others may come before it.
  fileprivate func batch() throws -> Value {
    try expect("batch", passing: ["compare", "acknowledgement"])
  }
}

extension Peer {
  /// Takes a batch without acknowledging it.
  fileprivate func taken(_ batch: Value) throws -> Value {
    try apply(batch)
    return batch
  }

  /// Gives the node samples and begins a session as a device that has none of them, with limits.
  fileprivate func readyToHear(
    rows count: Int, samples: Int, bytes: Int = 1 << 20, credit: Int
  ) throws -> Session {
    let session = try ready()
    let given = (0..<count).map { heartRate(60, secondsAgo: 60 + Double($0)) }
    try deliver(batch(given), in: session)
    try session.end()
    return try again(samples: samples, bytes: bytes, credit: credit)
  }

  /// Begins a session as a device that has nothing.
  fileprivate func again(samples: Int, bytes: Int = 1 << 20, credit: Int) throws -> Session {
    forget()
    return try ready {
      $0["limits"] = [
        "samples": .integer(Int64(samples)), "bytes": .integer(Int64(bytes)),
        "credit": .integer(Int64(credit)),
      ]
    }
  }
}
