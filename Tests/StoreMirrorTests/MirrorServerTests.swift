internal import HealthModel
internal import LocalStore
internal import PostgresCore
internal import StoreAccess
internal import StoreMirror
private import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

/// What happens to servers: they spread tables, stop, fill up, and hand over to others.
@Suite(.serialized, .timeLimit(.minutes(5))) struct MirrorServerTests {
  private static func store(
    _ samples: Int, seed: UInt64 = 1
  ) async throws -> EmbeddedAccess<
    OwnerSession
  > {
    let store = EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
    try await save(samples, to: store, seed: seed)
    return store
  }

  /// Saves a heart rate each minute, beginning with minute `seed` times a thousand.
  private static func save(
    _ count: Int, to store: EmbeddedAccess<OwnerSession>, seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    var uuids = UUIDSequence(using: &generator)
    let unit = Unit.remembered("count/min") ?? .count
    let starts = (0..<count).map { Double(seed) * 6e4 + 60 * Double($0) }
    let values = starts.map { _ in Double(Int.random(in: 50..<90, using: &generator)) }
    let source = SourceRevision(source: Source(bundleIdentifier: "app.1", name: "App"))
    let run = try #require(
      SampleRun(
        type: .heartRate, uuids: starts.map { _ in uuids.take(for: .heartRate) }, starts: starts,
        ends: starts,
        payload: .quantity(
          values: values, units: DictionaryColumn(repeating: unit, count: count)),
        sources: DictionaryColumn(repeating: source, count: count),
        devices: DictionaryColumn(repeating: nil, count: count)))
    try await store.save([run])
  }

  private static func number(_ sql: String, _ server: PostgresServer) throws -> Int? {
    try PostgresConnection(server.address).rows(sql, to: "ask").first?.first?.flatMap { Int($0) }
  }

  private static func isSame(
    _ store: EmbeddedAccess<OwnerSession>, _ server: PostgresServer, _ subject: String = "ada"
  ) async throws -> Bool {
    try await MirrorCheck(store, at: server.address, subject: subject).differences.isEmpty
  }

  @Test func `samples are spread over two further servers`() async throws {
    try await PostgresServer.use(["--parts", "2"]) { server in
      var choices = Mirror.Choices()
      choices.spread = MirrorSpread(parts: 4, servers: ["part1", "part2"])
      var stores: [EmbeddedAccess<OwnerSession>] = []
      for number in 0..<12 {
        let store = try await Self.store(300 + number, seed: UInt64(number + 1))
        stores.append(store)
        try await Mirror(of: store, at: server.address, subject: "p\(number)", choices)
          .run(once: true)
      }
      let counts = try (0..<4).map {
        try Self.number("SELECT count(*) FROM dyad.samples_\($0)", server) ?? 0
      }
      #expect(counts.reduce(0, +) == 12 * 300 + 66 && counts.count { $0 > 0 } > 2)
      let places = try Self.number(
        """
        SELECT count(DISTINCT s.srvname) FROM pg_foreign_table f
        JOIN pg_foreign_server s ON s.oid = f.ftserver
        """, server)
      #expect(places == 2)
      // Changes, an erasure, and what is restored.
      let gone = try await stores[3].changes(StoreChangeQuery([.heartRate], limit: 50)).added
      try await stores[3].delete(gone.flatMap(\.uuids))
      try await Self.save(20, to: stores[3], seed: 50)
      try await Mirror(of: stores[3], at: server.address, subject: "p3", choices).run(once: true)
      for (number, store) in stores.enumerated() {
        #expect(try await Self.isSame(store, server, "p\(number)"))
      }
      let restored = EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
      #expect(try await MirrorRestore.run("p3", at: server.address, to: restored) == 273)
      #expect(try await Self.isSame(restored, server, "p3"))
      #expect(try await Mirror.forget("p3", at: server.address) == 273)
      #expect(try await Self.isSame(stores[4], server, "p4"))
      // A part that has rows of a transaction that came to nothing elsewhere gets them once.
      let store = try await Self.store(40, seed: 99)
      try await Mirror(of: store, at: server.address, subject: "p99", choices).run(once: true)
      let connection = try PostgresConnection(server.address)
      try connection.run(
        "UPDATE dyad.positions SET anchor = '' WHERE subject = (SELECT subject FROM dyad.subjects WHERE name = $1)",
        ["p99"], to: "go back")
      try await Mirror(of: store, at: server.address, subject: "p99", choices).run(once: true)
      #expect(try await Self.isSame(store, server, "p99"))
    }
  }

  @Test func `a server that is killed and started again loses and doubles nothing`() async throws {
    try await PostgresServer.use { server in
      let store = try await Self.store(1_000)
      try await Self.follow(store, server) { inStep in
        for round in 2..<5 {
          try await Self.save(500, to: store, seed: UInt64(round))
          try await WorkThread.value("test.postgres") { try server.obey("restart") }
          try await Self.save(500, to: store, seed: UInt64(round + 100))
          try await inStep()
        }
      }
      #expect(try await Self.isSame(store, server))
    }
  }

  @Test func `a standby takes over in the middle of commits`() async throws {
    try await PostgresServer.use(["--standby"]) { server in
      let store = try await Self.store(1_000)
      try await Self.follow(store, server) { inStep in
        let saving = Task {
          for round in 0..<400 where !Task.isCancelled {
            try await Self.save(5, to: store, seed: UInt64(round + 2))
          }
        }
        while store.counts()[.heartRate] ?? 0 < 1_200 { await Task.yield() }
        try await WorkThread.value("test.postgres") { try server.obey("fail") }
        saving.cancel()
        try await saving.value
        try await inStep()
      }
      #expect(try await Self.isSame(store, server))
      #expect(
        try Self.number("SELECT count(*) FROM dyad.samples", server)
          == store.counts()[.heartRate])
    }
  }

  @Test func `a server whose disk is full is waited for, and has all of it once`() async throws {
    try await PostgresServer.use(["--room", "4003"]) { server in
      let store = try await Self.store(40_000)
      let reasons = Mutex<[String]>([])
      try await Self.hurrying { clock in
        var choices = Mirror.Choices()
        choices.clock = clock
        try await Mirror(of: store, at: server.address, subject: "ada", choices) { news in
          guard case .waits(let reason, _) = news else { return }
          reasons.withLock { $0.append(reason) }
          // It is tried in vain once more before there is room.
          guard reasons.withLock({ $0.count == 2 }) else { return }
          Task {
            await #expect(throws: Never.self) {
              try await WorkThread.value("test.postgres") { try server.obey("room") }
            }
          }
        }.run(once: true)
      }
      #expect(reasons.withLock { $0.count > 1 })
      #expect(reasons.withLock { $0.allSatisfy { $0.hasPrefix("could not extend file") } })
      #expect(try await Self.isSame(store, server))
    }
  }

  /// Lends a clock by which nobody waits for long.
  private static func hurrying(_ body: (WallClock) async throws -> Void) async throws {
    let shift = ClockShift()
    let hurry = Task {
      while !Task.isCancelled {
        _ = shift.advance(by: 60)
        // Only how often the clock is set ahead depends on this: nothing is judged by it.
        try await Pause.sleep(for: .milliseconds(20))
      }
    }
    defer { hurry.cancel() }
    try await body(.system(aheadBy: shift))
  }

  /// Lets a mirror follow while something happens.
  private static func follow(
    _ store: EmbeddedAccess<OwnerSession>, _ server: PostgresServer,
    _ body: (_ inStep: () async throws -> Void) async throws -> Void
  ) async throws {
    try await hurrying { clock in
      var choices = Mirror.Choices()
      choices.clock = clock
      let (steps, news) = AsyncStream.makeStream(of: Void.self)
      let mirror = Task { [choices] in
        defer { news.finish() }
        try await Mirror(of: store, at: server.address, subject: "ada", choices) {
          if $0 == .isInStep { news.yield() }
        }.run(once: false)
      }
      for await _ in steps { break }
      try await body {
        for await _ in steps where try await isSame(store, server) { break }
      }
      mirror.cancel()
      _ = await mirror.result
    }
  }
}
