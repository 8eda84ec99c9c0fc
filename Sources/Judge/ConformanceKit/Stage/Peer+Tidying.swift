internal import ConformanceWire

// How a peer takes back what earlier cases have left in a node that goes on after them.
extension Peer {
  /// How many deaths go into one batch.
  private static let burialSize = 1000
  /// What no cases together bring it to.
  private static let longestLog: Int64 = 1 << 40
  /// The most samples that a node may hold, which are all heard of before the first case.
  static let mostSamples = 20_000

  /// Makes the node hold none of the samples that cases wrote, in a session of its own.
  ///
  /// - Parameter traces: What they wrote.
  /// - Returns: What is there when the next case begins.
  /// - Throws: What keeps it from that.
  func tidy(_ traces: Traces) throws -> Past {
    tellsDeaths = false
    let session: Session
    switch device.role {
    case .watch: session = try tidyPhone(traces)
    case .phone: session = try tidyWatch()
    }
    try session.end()
    return Past(of: self)
  }

  private func tidyPhone(_ traces: Traces) throws -> Session {
    floor = Instant.beginning
    known = ["others_from": .double(floor)]
    let session = try open()
    let welcome = try greet(session)
    if !goOn(from: welcome["cursor"]), !welcome["must_reconcile"].isTrue { try reconcile(session) }
    try agree(session)
    let left = rows.values.filter(traces.have).sorted { $0.dot < $1.dot }
    for start in stride(from: 0, to: left.count, by: Self.burialSize) {
      let some = left[start..<min(start + Self.burialSize, left.count)]
      try deliver(burial(Array(some)), in: session)
    }
    // The phone tells of these deaths as of others: better now than in the case.
    if !left.isEmpty { try agree(session) }
    guard rows.count <= Self.mostSamples else {
      throw RunFailure(
        .unreachable, "cannot judge the node: it holds \(rows.count) samples",
        advice: "Judge one that holds at most \(Self.mostSamples).")
    }
    return session
  }

  private func agree(_ session: Session) throws {
    guard try settle(session) == .unequal else { return }
    try reconcile(session)
    guard try settle(session) == .equal else {
      throw Doubt("both hold something else although each has told the other all of it")
    }
  }

  /// A watch lets go of what is out of its scope and held by its phone, and knows nothing of types that
  /// come into its scope: it is as it was when its pair was new.
  private func tidyWatch() throws -> Session {
    let session = try open()
    var hello = try session.expect("hello")
    settings["scope"] = [:]
    settings["version"]["number"] = .integer(hello["settings"]["version"]["number"].number + 1)
    try session.say(Message("SyncMessage", ["settings": settings]))
    hello = try session.expect("hello", passing: ["questions"])
    note(hello)
    let isServed = goOn(from: hello["cursor"])
    try session.say(welcomeMessage(mustReconcile: !isServed))
    try hearOut(session)
    // The welcome that follows has all that was heard, which is when the watch lets go of it.
    try decide(in: session) { _ in }
    rows = [:]
    return session
  }

  /// Takes what the watch has to say until it has nothing more.
  private func hearOut(_ session: Session) throws {
    try awaitAcknowledgement(in: session)
    compared = .absent
    try session.say(Message("SyncMessage", ["compare_wanted": [:]]))
    while !compared.isPresent {
      let message = try session.hear("the watch's root, and what is left to say before it")
      if SyncKind.of(message) == "reconcile" {
        try answer(message, in: session)
      } else {
        try take(message, in: session)
      }
    }
    compared = .absent
    // What it holds within a scope of nothing is the same on both sides.
    try session.say(Message("SyncMessage", ["compared": ["verdict": 1]]))
  }

  /// A watch reconciles where it is told to, and where its own log does not have the cursor of the welcome.
  private func answer(_ message: Message, in session: Session) throws {
    heard += try Weight.message(message)
    guard try applyAnswer(message["reconcile"]) else { return }
    try acknowledge(in: session)
    let part = part(content: "lists")
    try session.say(part)
    try noteTold(part)
  }

  /// Goes on with the log where a case has brought the node; `false` where no log is so long.
  private func goOn(from cursor: Value) -> Bool {
    let position = cursor["position"].number
    let isPlace = (0...Self.longestLog).contains(position)
    head = isPlace ? position : 0
    if isPlace, position > 0 { headIncarnation = cursor["incarnation"].word }
    return isPlace
  }

  /// As a phone, sees whether the watch holds samples, without taking any.
  func seesSamples() throws -> Bool {
    let session = try ready()
    try session.say(Message("SyncMessage", ["compare_wanted": [:]]))
    while true {
      let message = try session.hear("what the watch has to say")
      switch SyncKind.of(message) {
      case "batch":
        guard message["batch"]["runs"].items.isEmpty else {
          try session.end()
          return true
        }
        try take(message, in: session)
      case "compare":
        try session.say(Message("SyncMessage", ["compared": ["verdict": 1]]))
        try session.end()
        return message["compare"]["count"].word > 0
      default: try take(message, in: session)
      }
    }
  }
}
