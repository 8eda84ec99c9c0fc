internal import ConformanceKit
internal import ConformanceWire

// What cases about sharing do again and again.
extension Peer {
  /// What the node holds, asked in a session of its own.
  func look(from floor: Double = Instant.beginning) throws -> Holdings {
    let (held, session) = try observe(from: floor)
    try session.end()
    return held
  }

  /// Says messages in a session of its own, each once the one before it is acknowledged; they are made once
  /// the session is ready and the view is known.
  func tell(_ make: () throws -> [Message]) throws {
    let session = try ready()
    for message in try make() { try deliver(message, in: session) }
    // What acknowledges it shows that the handshake was processed, too.
    if told == 0 { try deliver(Message("SyncMessage", ["batch": [:]]), in: session) }
    try session.end()
  }

  /// Begins a session, and hears what the node says of itself: its welcome or its hello.
  func begin(
    _ change: (inout Message) -> Void = { _ in }
  ) throws -> (session: Session, introduction: Value) {
    let session = try open()
    guard device.role == .watch else { return (session, try welcome(session, change)) }
    return (session, try greet(session, change))
  }

  /// As ``greet(_:)``, with a hello that the case changed.
  private func greet(_ session: Session, _ change: (inout Message) -> Void) throws -> Value {
    while true {
      var hello = hello()
      change(&hello)
      try session.say(hello)
      let message = try session.hear("the message 'welcome'")
      switch SyncKind.of(message) {
      case "settings": settings = message["settings"]
      case "welcome": return message["welcome"]
      case let kind:
        throw Deviation(expected: "the message 'welcome'", observed: "'\(kind)': \(message.text)")
      }
    }
  }

  /// The vector that the node told in its welcome or hello.
  ///
  /// - Throws: ``Doubt`` where it told only which one it is, of one that the tool does not have.
  func vector(of introduction: Value) throws -> Vector {
    let news = introduction["vector"]
    if news["digest"].isPresent, news["digest"].word == 0 { return Vector() }
    do {
      return try Vector(news: news, having: [vector])
    } catch  where !news["whole"].isPresent {
      throw Doubt("the node told its vector by one that the tool does not have")
    }
  }

  /// Tells all of the samples that the node's vector lacks, by what it said of itself in this session, and
  /// the deaths that it has not heard of: the own log has nothing else, in the order in which they stand.
  func resume(
    _ samples: [Sample], dead: [Sample], pieces: [Value] = [], after introduction: Value,
    in session: Session
  ) throws {
    let heard = try vector(of: introduction)
    let place = introduction["cursor"]
    let told =
      place["incarnation"].word == incarnation
      ? Int(clamping: place["position"].number - past.head) : 0
    let news = dead.dropFirst(told)
    if !news.isEmpty {
      let start = told == 0 ? past.headPlace : place
      try deliver(
        .deaths(news.map { Death(of: $0) }, from: start, to: headPlace), in: session)
    }
    let lacking = samples.filter { !heard.covers($0.dot) }
    guard !lacking.isEmpty else { return }
    for piece in pieces { try deliver(documents([piece]), in: session) }
    try deliver(batch(of: lacking), in: session)
  }

  /// A batch with pieces of documents alone.
  func documents(_ pieces: [Value]) -> Message {
    Message("SyncMessage", ["batch": ["view": 0, "documents": .list(pieces)]])
  }

  /// A batch that covers dots without a row.
  func skip(_ dots: [Dot]) -> Message {
    Message(
      "SyncMessage",
      [
        "batch": [
          "view": .unsigned(device.role == .phone ? view : 0), "covers": Vector(dots).value,
        ]
      ])
  }

  /// A part of a refill, down to the watch's floor and of all types: the last one has the phone's vector.
  func refill(_ samples: [Sample], claiming vector: Vector?) -> Message {
    var refill: Value = ["floor": .double(floor), "types": ["is_exclusion": true]]
    if let vector { refill["vector"] = vector.value }
    return Message(
      "SyncMessage",
      [
        "batch": [
          "view": .unsigned(view), "runs": .list(Self.runs(of: samples)), "refill": refill,
        ]
      ])
  }

  /// A heart rate that ends at that instant, with a dot of its own.
  func heartRate(at instant: Double, _ value: Double = 72) -> Sample {
    .quantity(newDot(Sample.heartRateType), at: instant, value: value, unit: "count/min")
  }

  /// The rows of all batches that were heard in this session, in the order in which they came.
  var heardSamples: [Sample] {
    get throws { try heardBatches.flatMap { $0["runs"].items }.flatMap { try Run.samples($0) } }
  }

  /// Likewise the deaths.
  var heardDeaths: [Death] {
    get throws {
      try heardBatches.flatMap { $0["deletions"].items }.flatMap { try Deletions.deaths($0) }
    }
  }
}

// What it holds, and what the node's owner does.
extension Peer {
  /// Covers and holds samples no longer, as if it had never heard of them.
  func lose(_ samples: [Sample]) {
    for sample in samples {
      rows[sample.dot] = nil
      vector.remove(sample.dot)
    }
  }

  /// A night's sleep that ended a moment ago, with a dot of its own.
  func sleep(_ value: Int64 = 1) -> Sample {
    let dot = newDot(Sample.sleepType)
    let end = (Instant.now - 120).rounded(.down)
    return Sample(
      dot, uuid: Sample.uuid(dot), start: end - 3600, end: end, .category(value))
  }
}

extension Node {
  /// Saves a sample as the owner does, who gives it no dot.
  func save(_ sample: Sample) throws {
    var run = Run.value([sample])
    run["dots"] = .absent
    try save([run])
  }

  /// Deletes a sample as the owner does.
  func delete(_ sample: Sample) throws {
    try owner(
      "Store/Delete",
      ["objects": [["type": .text(sample.type), "uuids": .bytes(sample.uuid.bytes)]]])
  }

  /// Sets how far back a watch keeps samples: the floor that holds from now on.
  func setWindow(_ seconds: Double) throws -> Double {
    try owner("Operator/SetCutoff", ["window": .double(seconds)])["cutoff"].real
  }
}

extension Peer {
  /// Begins a session, and reconciles where either side's cursor does not serve.
  func readyWhateverServes() throws -> Session {
    guard device.role == .phone else { return try ready() }
    let session = try ready()
    let first = try session.hear("what the watch has to say")
    guard SyncKind.of(first) == "reconcile" else {
      try take(first, in: session)
      return session
    }
    try noteHeard(weightOf: first)
    guard try applyAnswer(first["reconcile"]) else {
      throw Doubt("a watch with few samples tells them in several parts")
    }
    try acknowledge(in: session)
    let part = part(content: "lists")
    try session.say(part)
    try noteTold(part)
    return session
  }

  private func noteHeard(weightOf message: Message) throws {
    heard += try Weight.message(message)
  }
}
