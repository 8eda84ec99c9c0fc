package import ConformanceWire

extension Peer {
  /// Says hello until the phone says welcome, and leaves it at that: the welcome.
  package func greetUntilWelcome(_ session: Session) throws -> Value {
    try session.say(hello())
    while true {
      let message = try session.hear("the message 'welcome'")
      switch SyncKind.of(message) {
      case "settings":
        settings = message["settings"]
        try session.say(hello())
      case "welcome":
        return message["welcome"]
      case let kind:
        throw Deviation(expected: "the message 'welcome'", observed: "'\(kind)': \(message.text)")
      }
    }
  }

  /// What it claims in a reconciliation: all that it covers, of all types, down to the watch's floor.
  package var claimed: Value {
    [
      "vector": ["whole": news.value],
      "known": ["others_from": .double(device.role == .phone ? -.infinity : floor)],
      "scope": ["is_exclusion": true], "floor": .double(floor), "head": headPlace,
    ]
  }

  /// A part with a claim and a list of all days that has these samples.
  package func listing(_ samples: [Sample], deaths: [Sample] = []) -> Value {
    var part: Value = ["claim": claimed]
    if !deaths.isEmpty { part["deletions"] = .list(Self.runs(of: deaths.map(Death.init(of:)))) }
    part["lists"] = DayLists(of: samples).value
    part["is_last"] = true
    return part
  }

  /// Steps of a moment, with a dot of its own.
  package func steps(_ count: Double = 40, secondsAgo: Double) -> Sample {
    let instant = (Instant.now - secondsAgo).rounded(.down)
    return Sample.quantity(
      newDot("HKQuantityTypeIdentifierStepCount"), at: instant, value: count, unit: "count")
  }

  /// Makes both hold samples, in a session that ends then.
  package func share(_ samples: [Sample]) throws {
    let session = try ready()
    for start in stride(from: 0, to: samples.count, by: 4096) {
      try deliver(batch(Array(samples[start..<min(start + 4096, samples.count)])), in: session)
    }
    try session.end()
  }

  /// Sees which samples the node holds, as a peer that knows nothing.
  @discardableResult
  package func expect(
    _ kept: [Sample], gone: [Sample] = [], because reason: String
  ) throws -> Holdings {
    let (held, session) = try observe()
    for sample in kept where held.rows[sample.dot] == nil {
      throw Deviation(
        expected: "a sample of \(sample.type) to be kept: \(reason)", observed: "it is gone")
    }
    for sample in gone where held.rows[sample.dot] != nil {
      throw Deviation(
        expected: "a sample of \(sample.type) to be gone: \(reason)", observed: "it is still there")
    }
    try session.end()
    return held
  }
}
