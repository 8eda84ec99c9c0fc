internal import DyadServices
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

/// A phone and a watch that are used round after round, with a wire between them that breaks.
///
/// What a round saves it deletes as well, so that both hold as much after many rounds as after a few.
final class DayOfUse {
  /// What both nodes hold when nobody uses them.
  struct Figures: Hashable {
    var processes: [ProcessFigures]
    /// How many bytes their folders have.
    var files: [Int]
  }

  private static let savesPerRound = 10
  private static let samplesPerSave = 20
  private static let samplesOnWire = 500

  let nodes: [PairingNode]
  private let users: [DayUser]
  private let loop: EventLoop
  private let relay: RoughRelay
  private var generator: SeededGenerator
  /// Where the UUIDs of its samples begin: those of the wire, and of each node after them.
  private let base: UInt64
  private(set) var rounds = 0

  /// Starts two nodes, and makes them a pair.
  init(_ generator: SeededGenerator) async throws {
    var generator = generator
    base = generator.next() >> 1
    self.generator = generator
    loop = try EventLoop(name: "relay")
    relay = try RoughRelay(on: loop)
    try await relay.start()
    let phone = try PairingNode(
      .phone, at: "\(relay.upstreams[0])",
      logging: "warning")
    let watch = try PairingNode(.watch, at: "\(relay.upstreams[1])", logging: "warning")
    let address = relay.addresses[1]
    try await watch.showingCode { code, window in
      let outcome = try await Joining(address: "\(address)", code: code).run(on: phone)
      guard case .paired = outcome, case .paired = try await window.ending() else {
        throw TestSupportError("they are not paired: \(outcome)")
      }
    }
    nodes = [phone, watch]
    users = [try await DayUser(of: phone), try await DayUser(of: watch)]
  }

  /// Uses both for as many rounds.
  func use(rounds count: Int) async throws {
    for _ in 0..<count {
      try await useOnce()
      rounds += 1
    }
  }

  /// Does everything once that is done on a day, on both nodes at a time.
  private func useOnce() async throws {
    let (round, base) = (rounds, base)
    let saved = try await onBoth { user, seed in
      var generator = SeededGenerator(seed: seed)
      let first = round * Self.savesPerRound * Self.samplesPerSave
      let runs = (0..<Self.savesPerRound).map { save in
        Self.steps(
          Self.samplesPerSave, from: base &+ UInt64(user.role.rawValue),
          first + save * Self.samplesPerSave, using: &generator)
      }
      let uuids = try await user.saveWhileFollowed(runs, round)
      try await user.subscribe(round)
      try await user.useAsStranger()
      try await user.lookAfter(round)
      return uuids
    }
    try await ask(on: round % 2)
    if round.isMultiple(of: 4) { try await breakWire(round / 4) }
    try await users[round % 2].owner.syncNow()
    // Each deletes what the other saved.
    let deleted = try await onBoth { user, _ in
      try await user.owner.delete(saved[user.role == .phone ? 1 : 0])
    }
    #expect(deleted.map(\.deleted.count) == saved.map(\.count))
    try await users[0].owner.syncNow()
  }

  /// Steps of the last three days whose UUIDs follow each other: of what is deleted the nodes remember
  /// where it begins and ends, which takes as much for many as for a few.
  private static func steps(
    _ count: Int, from base: UInt64, _ first: Int, using generator: inout SeededGenerator
  ) -> SampleRun {
    let source = SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))
    let now = WallClock.system.now
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for counter in first..<first + count {
      let start = now - Double(Int.random(in: 10...250_000, using: &generator))
      run.append(
        Sample(
          uuid: SampleUUID(base: base, counter: UInt64(counter)), type: .stepCount, start: start,
          end: start + 1, value: .quantity(Quantity(1, .count)), source: source))
    }
    return run
  }

  private func onBoth<Result: Sendable>(
    _ body: @escaping @Sendable (DayUser, UInt64) async throws -> Result
  ) async throws -> [Result] {
    let seeds = users.map { _ in generator.next() }
    return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for (index, user) in users.enumerated() {
        let seed = seeds[index]
        group.addTask { (index, try await body(user, seed)) }
      }
      return try await group.reduce(into: [(Int, Result)]()) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// An app asks on one of them, the phone's owner decides, and takes it back.
  private func ask(on index: Int) async throws {
    let (phone, asking) = (users[0], users[index])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await asking.requestAuthorization() }
      group.addTask { try await phone.decide() }
      try await group.waitForAll()
    }
    try await asking.useAsApp()
    try await phone.takeBack(rounds)
  }

  /// Breaks the wire while something is on it; what comes next makes them call again.
  private func breakWire(_ kind: Int) async throws {
    let harms = RoughRelay.Harm.allCases
    let (relay, harm) = (relay, harms[kind % harms.count])
    let runs = [
      Self.steps(
        Self.samplesOnWire, from: base, rounds * Self.samplesOnWire, using: &generator)
    ]
    // Before anything is on the wire, or all of it may have passed by then.
    await relay.prepare(harm, after: 1_000)
    _ = try await users[1].owner.save(runs)
    await relay.hasHarmed()
    await relay.endStalled()
    _ = try await users[1].owner.delete(runs.flatMap(\.uuids))
  }

  /// What both hold once nobody uses them.
  ///
  /// - Parameter expected: what they should hold; without it, what they hold for a while.
  /// - Returns: what they hold.
  /// - Throws: that a node cannot be asked.
  func figures(expecting expected: Figures? = nil) async throws -> Figures {
    for user in users { try await user.owner.syncNow() }
    // They give back what they keep only to be quick.
    for user in users { try await user.maintain() }
    var figures = try now()
    var same = 0
    for _ in 0..<400 {
      // Connections that were closed are noticed by and by, which nothing tells; the bound is far above.
      try await Task.sleep(for: .milliseconds(25))
      let next = try now()
      same = next.isAsBusy(as: figures) ? same + 1 : 0
      figures = next
      if let expected, same > 2, next.isAsBusy(as: expected) { break }
      if expected == nil, same > 20 { break }
    }
    return figures
  }

  private func now() throws -> Figures {
    Figures(
      processes: try nodes.map { try ProcessFigures(of: $0.daemon.program.number) },
      files: nodes.map { node in
        // The write-ahead log keeps room for what is to come.
        node.folder.contents().filter { !$0.hasSuffix("-wal") }.reduce(0) { sum, name in
          // A file may go away meanwhile.
          sum + ((try? FileSystem.size(of: node.folder.file(name))) ?? 0)
        }
      })
  }

  /// Ends both nodes in order.
  func end() async throws {
    for node in nodes { try node.stop() }
    await relay.stop()
    await loop.shutdown()
  }
}

extension DayOfUse.Figures {
  /// Whether as many descriptors are open and as many threads run.
  func isAsBusy(as other: Self) -> Bool {
    processes.map(\.descriptors) == other.processes.map(\.descriptors)
      && processes.map(\.threads) == other.processes.map(\.threads)
  }
}

extension DayOfUse.Figures: CustomStringConvertible {
  var description: String {
    zip(processes, files).map { "\($0), \($1 / 1_024) KiB of files" }.joined(separator: "; ")
  }
}
