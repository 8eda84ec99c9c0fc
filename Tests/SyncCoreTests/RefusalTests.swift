internal import HealthModel
internal import SyncCore
internal import SyncSimulation
internal import Testing

/// What a node does not take from its peer.
struct RefusalTests {
  /// The last word of a side.
  private static func end(of said: [SyncMessage]) -> SessionEnd? {
    guard case .ended(let end) = said.last else { return nil }
    return end
  }

  @Test func `days that nobody asked for end the session`() throws {
    var pair = try Pair()
    _ = try pair.save(on: .watch)
    try pair.sync()
    let told = try pair.beginReconciliation()
    guard case .reconcile(let part) = told.last, case .lists = part.content else {
      Issue.record("the watch has not listed all")
      return
    }
    try pair.tellWatch(.days(spans: [], [:]))
    let said = try pair.watch.flush(&pair.watchStore)
    #expect(Self.end(of: said)?.reason == .violation)
  }

  @Test func `days are an answer once, in however many parts`() throws {
    var pair = try Pair(PairTests.small)
    for days in 0..<4 { _ = try pair.save(on: .watch, daysAgo: Double(days)) }
    try pair.sync()
    _ = try pair.beginReconciliation()
    let days = DayList.permittedDays
    let today = DayList.day(of: Pair.start)
    try pair.tellWatch(.days(spans: [days.lowerBound...today - 1], [:]), isLast: false)
    let early = try pair.watch.flush(&pair.watchStore)
    #expect(early.isEmpty)
    try pair.tellWatch(.days(spans: [today...days.upperBound], [:]))
    try pair.watch.pump(&pair.watchStore, now: pair.now)
    let said = try pair.watch.flush(&pair.watchStore)
    var listed: Set<Int64> = []
    for case .reconcile(let part) in said {
      guard case .lists(_, let selected) = part.content else { continue }
      listed.formUnion(selected ?? [])
    }
    #expect(!listed.isEmpty)
    try pair.tellWatch(.days(spans: [], [:]))
    let last = try pair.watch.flush(&pair.watchStore)
    #expect(Self.end(of: last)?.reason == .violation)
  }

  @Test func `days that a later hello overtook end nothing`() throws {
    var pair = try Pair(PairTests.small)
    _ = try pair.save(on: .watch)
    try pair.sync()
    _ = try pair.beginReconciliation()
    try pair.watch.receive(.claimRefused([Pair.other]), &pair.watchStore, now: pair.now)
    let again = try pair.watch.flush(&pair.watchStore)
    guard case .hello = again.last else {
      Issue.record("the watch has not said hello again")
      return
    }
    try pair.tellWatch(.days(spans: [], [:]))
    #expect(pair.watch.isConnected)
    // That was the one that was due.
    try pair.tellWatch(.days(spans: [], [:]))
    #expect(!pair.watch.isConnected)
  }

  @Test(arguments: [NodeRole.phone, .watch])
  func `a vector that a difference makes too long ends the session`(role: NodeRole) throws {
    var pair = try Pair()
    try pair.sync()
    var vector = VersionVector()
    var news: [VectorNews] = []
    for incarnation in 1...2 as ClosedRange<UInt64> {
      let base = vector
      let stream = VersionVector.Stream(
        incarnation: Incarnation(rawValue: 90 + incarnation), type: Pair.type)
      for number in 1...131_073 as ClosedRange<UInt64> {
        vector.cover(2 * number...2 * number, in: stream)
      }
      news.append(incarnation == 1 ? .whole(vector) : .difference(vector.difference(from: base)))
    }
    for vector in news {
      let message = SyncMessage.acknowledgement(
        Acknowledgement(vector: vector, cursor: .beginning, received: 0))
      switch role {
      case .phone:
        #expect(pair.phone.isConnected(pair.watchID))
        try pair.phone.receive(message, from: pair.watchID, &pair.phoneStore, now: pair.now)
      case .watch:
        #expect(pair.watch.isConnected)
        try pair.watch.receive(message, &pair.watchStore, now: pair.now)
      }
    }
    let said =
      role == .phone
      ? try pair.phone.flush(&pair.phoneStore).map(\.message)
      : try pair.watch.flush(&pair.watchStore)
    #expect(Self.end(of: said)?.reason == .violation)
  }

  @Test func `a phone asks for as many vectors as may be on their way, and no more`() throws {
    var pair = try Pair(PairTests.small)
    try pair.sync()
    pair.phone.connected(pair.watchID)
    try pair.watch.connect(&pair.watchStore, now: pair.now)
    guard case .hello(var hello) = try pair.watch.flush(&pair.watchStore).last else {
      Issue.record("the watch has not said hello")
      return
    }
    hello.vector = .digest(1)
    for count in 1...65 {
      try pair.phone.receive(.hello(hello), from: pair.watchID, &pair.phoneStore, now: pair.now)
      let said = try pair.phone.flush(&pair.phoneStore).map(\.message)
      if count <= 64, case .vectorWanted = said.last, said.count == 1 { continue }
      #expect(count == 65)
      #expect(Self.end(of: said)?.reason == .violation)
    }
    #expect(!pair.phone.isConnected(pair.watchID))
  }

  @Test func `each vector that comes makes room for another one that is asked for`() throws {
    var pair = try Pair(PairTests.small)
    try pair.sync()
    pair.phone.connected(pair.watchID)
    try pair.watch.connect(&pair.watchStore, now: pair.now)
    guard case .hello(var hello) = try pair.watch.flush(&pair.watchStore).last else {
      Issue.record("the watch has not said hello")
      return
    }
    hello.vector = .digest(1)
    for _ in 0..<200 {
      try pair.phone.receive(.hello(hello), from: pair.watchID, &pair.phoneStore, now: pair.now)
      try pair.phone.receive(
        .vector(.whole(VersionVector())), from: pair.watchID, &pair.phoneStore, now: pair.now)
    }
    #expect(pair.phone.isConnected(pair.watchID))
  }

  @Test func `a phone that decided too often to tell it ends each session`() throws {
    var pair = try Pair(PairTests.small)
    try pair.sync()
    // The number before the last, which the phone has forgotten: it decides anew, with the last.
    var forgotten = pair.watchStore.record.settings
    forgotten.version = WatchSettings.Version(
      number: WatchSettings.Version.mostTold - 1, incarnation: Incarnation(rawValue: 9))
    forgotten.seal = SettingsSealing.simulated.seal(forgotten.sealedBytes(for: pair.watchID))
    pair.watchStore.record.settings = forgotten
    try pair.sync()
    let settings = pair.phoneStore.record.peers[pair.watchID]?.settings
    #expect(settings?.version.number == WatchSettings.Version.mostTold)
    #expect(pair.watchStore.record.settings.version == settings?.version)
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.lease = 60 }
    try pair.phone.pump(pair.watchID, &pair.phoneStore, now: pair.now)
    let said = try pair.phone.flush(&pair.phoneStore).map(\.message)
    #expect(Self.end(of: said)?.reason == .violation)
    for _ in 0..<2 {
      pair.phone.connected(pair.watchID)
      try pair.watch.connect(&pair.watchStore, now: pair.now)
      for message in try pair.watch.flush(&pair.watchStore) {
        try pair.phone.receive(message, from: pair.watchID, &pair.phoneStore, now: pair.now)
      }
      let again = try pair.phone.flush(&pair.phoneStore).map(\.message)
      #expect(Self.end(of: again)?.reason == .violation)
      #expect(again.count == 1)
    }
  }

  @Test func `a phone that told settings does not answer what was said before them`() throws {
    var pair = try Pair(PairTests.small)
    _ = try pair.save(on: .watch)
    try pair.sync()
    let told = try pair.beginReconciliation()
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.lease = 60 }
    try pair.phone.pump(pair.watchID, &pair.phoneStore, now: pair.now)
    for message in told {
      try pair.phone.receive(message, from: pair.watchID, &pair.phoneStore, now: pair.now)
    }
    let said = try pair.phone.flush(&pair.phoneStore).map(\.message)
    let answers = said.filter { if case .reconcile = $0 { true } else { false } }
    #expect(answers.isEmpty)
    guard case .settings = said.first else {
      Issue.record("the phone has not told the settings")
      return
    }
  }
}

extension Pair {
  /// Begins a session in which the watch has to reconcile.
  ///
  /// - Returns: What the watch tells after the welcome.
  /// - Throws: The stores' errors.
  fileprivate mutating func beginReconciliation() throws -> [SyncMessage] {
    phone.connected(watchID, mustReconcile: true)
    try watch.connect(&watchStore, now: now)
    for _ in 0..<6 {
      let said = try watch.flush(&watchStore)
      if case .reconcile = said.last { return said }
      for message in said {
        try phone.receive(message, from: watchID, &phoneStore, now: now)
      }
      for (_, message) in try phone.flush(&phoneStore) {
        try watch.receive(message, &watchStore, now: now)
      }
    }
    return []
  }

  /// Tells the watch the content of a part.
  fileprivate mutating func tellWatch(
    _ content: ReconcilePart.Content, isLast: Bool = true
  ) throws {
    try watch.receive(
      .reconcile(ReconcilePart(content: content, isLast: isLast)), &watchStore, now: now)
  }
}
