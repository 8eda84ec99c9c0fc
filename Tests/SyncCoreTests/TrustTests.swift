internal import HealthModel
internal import SyncSimulation
internal import Testing

@testable internal import SyncCore

// @testable: what was foretold is judged by the store alone.

/// How far a phone believes what a watch says is deleted (R28).
@Suite(.timeLimit(.minutes(1))) struct TrustTests {
  /// A pair in which the watch holds so many samples of an age that the phone saved.
  private func pair(
    holding counts: [(count: Int, daysAgo: Double)]
  ) throws -> (pair: Pair, dots: [[Dot]]) {
    var pair = try Pair(floorDaysBack: 60)
    var dots: [[Dot]] = []
    for (count, daysAgo) in counts {
      dots.append(try (0..<count).map { _ in try pair.save(on: .phone, daysAgo: daysAgo) })
    }
    try pair.sync()
    #expect(try pair.compare() == .equal)
    #expect(try pair.live().watch.count == counts.reduce(0) { $0 + $1.count })
    return (pair, dots)
  }

  @Test func `what ended lately goes at once, and of the rest a hundred a day`() throws {
    var (pair, dots) = try pair(holding: [(250, 6), (105, 30)])
    for dot in dots.joined() { try pair.delete(on: .watch, dot) }
    try pair.settle()
    #expect(try pair.live().phone == Set(dots[1].suffix(5)))
    #expect(pair.phone.held(of: pair.watchID, pair.phoneStore).count == 5)
    // They agree on everything else, and the next deletion arrives.
    #expect(try pair.compare() == .equal)
    let last = try pair.save(on: .watch)
    try pair.settle()
    try pair.delete(on: .watch, last)
    try pair.settle()
    #expect(try pair.live().phone == Set(dots[1].suffix(5)))
    try pair.phone.acceptHeld(of: pair.watchID, &pair.phoneStore, now: pair.now)
    try pair.settle()
    #expect(try pair.live().phone.isEmpty)
    #expect(pair.phone.held(of: pair.watchID, pair.phoneStore).isEmpty)
    #expect(try pair.compare() == .equal)
  }

  @Test func `another hundred go a day later`() throws {
    var (pair, dots) = try pair(holding: [(210, 30)])
    for dot in dots[0].prefix(100) { try pair.delete(on: .watch, dot) }
    try pair.settle()
    pair.now += Pair.day - 1
    try pair.delete(on: .watch, dots[0][100])
    try pair.settle()
    #expect(try pair.live().phone.contains(dots[0][100]))
    pair.now += 1
    for dot in dots[0][101...200] { try pair.delete(on: .watch, dot) }
    try pair.settle()
    #expect(try pair.live().phone == Set(dots[0].suffix(9) + [dots[0][100]]))
  }

  @Test func `a watch that was away for a month deletes what was new when it left`() throws {
    var (pair, dots) = try pair(holding: [(300, 1)])
    pair.now += 30 * Pair.day
    for dot in dots[0] { try pair.delete(on: .watch, dot) }
    try pair.sync()
    #expect(try pair.live().phone.isEmpty)
  }

  @Test func `what follows from a list alone is held like what is told`() throws {
    var (pair, dots) = try pair(holding: [(180, 30)])
    let (first, second) = (Set(dots[0].prefix(90)), Set(dots[0].suffix(90)))
    pair.watchStore.loseRows { first.contains($0) }
    try pair.sync(mustReconcile: true)
    #expect(try pair.live().phone == second)
    pair.watchStore.loseRows { second.contains($0) }
    try pair.sync(mustReconcile: true)
    #expect(pair.phone.brakes.isEmpty)
    #expect(try pair.live().phone.count == 80)
    #expect(pair.phone.held(of: pair.watchID, pair.phoneStore).count == 80)
    #expect(try pair.compare() == .equal)
  }

  @Test func `what a person accepted of one type lets nothing of another pass`() throws {
    var (pair, _) = try pair(holding: [(150, 30)])
    let others = try (0..<105).map { _ in try pair.save(on: .phone, Pair.other, daysAgo: 30) }
    try pair.sync()
    for dot in others.prefix(100) { try pair.delete(on: .watch, dot) }
    try pair.settle()
    pair.watchStore.loseRows { _ in true }
    try pair.sync(mustReconcile: true)
    #expect(pair.phone.brakes[pair.watchID]?.counts == [Pair.type: 150])
    pair.phone.acceptBrake(of: pair.watchID)
    try pair.sync(mustReconcile: true)
    #expect(try pair.live().phone == Set(others.suffix(5)))
    #expect(pair.phone.held(of: pair.watchID, pair.phoneStore).count == 5)
    #expect(try pair.compare() == .equal)
  }

  @Test func `a watch deletes nothing that it may not have`() throws {
    var (pair, _) = try pair(holding: [(1, 1)])
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.scope.set(Pair.other, false) }
    try pair.settle()
    #expect(try pair.compare() == .equal)
    let hidden = try pair.save(on: .phone, Pair.other)
    try pair.forge(hidden, endingAt: pair.now)
    try pair.settle()
    #expect(try pair.live().phone.contains(hidden))
    #expect(pair.phone.isConnected(pair.watchID))
  }

  @Test func `what was deleted before a type was taken away counts`() throws {
    var (pair, _) = try pair(holding: [(1, 1)])
    let dot = try pair.save(on: .phone, Pair.other)
    try pair.settle()
    pair.phone.disconnected(pair.watchID)
    pair.watch.disconnected()
    try pair.delete(on: .watch, dot)
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.scope.set(Pair.other, false) }
    try pair.sync()
    #expect(try !pair.live().phone.contains(dot))
  }

  @Test func `nobody says beforehand that what the phone saves next is deleted`() throws {
    var (pair, dots) = try pair(holding: [(1, 1)])
    var next = dots[0][0]
    next.sequence += 1
    try pair.forge(next, endingAt: pair.now)
    try pair.settle()
    #expect(!pair.phone.isConnected(pair.watchID))
    #expect(try pair.save(on: .phone) == next)
    #expect(try pair.live().phone.contains(next))
  }

  @Test func `what cannot be noted of dots that nobody has stops nothing`() throws {
    var (pair, dots) = try pair(holding: [(102, 30)])
    let another = Incarnation(rawValue: 77)
    let runs = (0..<6_000).map {
      DotColumn.Span(incarnation: another, first: UInt64(1 + 2 * $0), count: 1)
    }
    try pair.forge(runs, Pair.type, endingAt: pair.now)
    try pair.settle()
    #expect(pair.phone.isConnected(pair.watchID))
    // The dead of nobody used up what may go: the next ones are held, and a person can decide about them.
    for dot in dots[0] { try pair.delete(on: .watch, dot) }
    try pair.settle()
    #expect(pair.phone.isConnected(pair.watchID))
    #expect(pair.phone.held(of: pair.watchID, pair.phoneStore).count == 102)
    try pair.phone.acceptHeld(of: pair.watchID, &pair.phoneStore, now: pair.now)
    try pair.settle()
    #expect(try pair.live().phone.isEmpty)
  }

  @Test(arguments: [true, false])
  func `what was foretold and comes is held where there is room`(hasRoom: Bool) throws {
    var (pair, dots) = try pair(holding: [(1, 30)])
    var trust = try #require(pair.phoneStore.record.peers[pair.watchID]?.trust)
    trust.scope = .none
    var come = VersionVector()
    come.insert(dots[0][0])
    let isForetold = trust.foretell(come)
    #expect(isForetold)
    var isFull = hasRoom
    var sequence: UInt64 = 1
    while !isFull {
      var more = VersionVector()
      more.insert(Dot(incarnation: Incarnation(rawValue: 9), type: Pair.type, sequence: sequence))
      isFull = !trust.hold(more)
      sequence += 2
    }
    let before = trust.held
    pair.phoneStore.record.peers[pair.watchID]?.trust = trust
    try pair.phoneStore.judgeForetold(among: come, pair.phone.limits, Rules(), now: pair.now)
    let after = try #require(pair.phoneStore.record.peers[pair.watchID]?.trust)
    #expect(after.held == (hasRoom ? before.union(come) : before))
    #expect(after.foretold.isEmpty)
    #expect(try pair.live().phone == Set(dots[0]))
  }

  @Test func `a watch that has a sample again takes its word back`() throws {
    var (pair, dots) = try pair(holding: [(101, 30)])
    let before = pair.watchStore.backUp()
    for dot in dots[0] { try pair.delete(on: .watch, dot) }
    try pair.settle()
    #expect(pair.phone.held(of: pair.watchID, pair.phoneStore).count == 1)
    pair.phone.disconnected(pair.watchID)
    pair.watch.disconnected()
    pair.watchStore.restore(before)
    try pair.watchStore.open(beginning: Incarnation(rawValue: 3))
    try pair.watch.opened(&pair.watchStore)
    try pair.sync()
    #expect(pair.phone.held(of: pair.watchID, pair.phoneStore).isEmpty)
    let live = try pair.live()
    #expect(live.phone == [dots[0][100]])
    #expect(live.watch == live.phone)
  }
}

extension Pair {
  /// The watch says that something is deleted, of which it may have no row.
  mutating func forge(_ dot: Dot, endingAt end: Double) throws {
    let span = DotColumn.Span(incarnation: dot.incarnation, first: dot.sequence, count: 1)
    try forge([span], dot.type, endingAt: end)
  }

  mutating func forge(
    _ spans: [DotColumn.Span], _ type: ObjectType, endingAt end: Double
  ) throws {
    var dots = DotColumn()
    for span in spans { dots.append(span) }
    let source = Source(bundleIdentifier: "local.thief", name: "Thief")
    let run = try #require(
      DeletionRun(
        type: type, uuids: (0..<dots.count).map { SampleUUID(base: 9, counter: UInt64($0 + 1)) },
        ends: Array(repeating: end, count: dots.count),
        sources: DictionaryColumn(repeating: source, count: dots.count), dots: dots))
    try watchStore.bury(run, at: now)
    try watchStore.commit()
  }
}
