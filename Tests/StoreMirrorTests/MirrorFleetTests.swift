internal import CommandLineCore
internal import HealthModel
internal import LocalStore
internal import PostgresCore
internal import StoreAccess
internal import StoreMirror
private import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

/// Many stores and one process.
@Suite(.serialized, .timeLimit(.minutes(10))) struct MirrorFleetTests {
  private static let count = CurrentProcess.environment("DYAD_LONG") == "1" ? 1_000 : 60

  /// Stores on the disk, each of one subject.
  private final class Stores: Sendable {
    let folder: TemporaryFolder
    let opened = Mutex(0)

    init() throws { folder = try TemporaryFolder() }

    func location(_ number: Int) -> StoreLocation {
      StoreLocation(folder: folder.file("p\(number)"))
    }

    /// Saves so many steps of a subject.
    func save(_ count: Int, _ number: Int, from first: Int = 0) async throws {
      let store = try await LocalStore.open(location(number))
      var generator = SeededGenerator(seed: UInt64(number * 1_000 + first))
      var uuids = UUIDSequence(using: &generator)
      let samples = (first..<first + count).map { minute in
        Sample(
          uuid: uuids.take(for: .stepCount), type: .stepCount, start: Double(minute) * 60,
          end: Double(minute) * 60 + 60, value: .quantity(Quantity(Double(number + 1), .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "app.1", name: "App")))
      }
      var run = SampleRun(samples[0])
      for sample in samples.dropFirst() { run.append(SampleRun(sample), rows: 0..<1) }
      try await EmbeddedAccess(OwnerSession(store)).save([run])
      try await store.close()
    }

    func members(_ count: Int) -> [MirrorFleet.Member] {
      (0..<count).map { number in
        let location = location(number)
        return MirrorFleet.Member(
          "p\(number)", files: [location.database, "\(location.database)-wal"]
        ) { [self] body in
          opened.withLock { $0 += 1 }
          let store = try await LocalStore.open(location)
          let result: Result<Void, any Error>
          do {
            result = .success(try await body(EmbeddedAccess(OwnerSession(store))))
          } catch {
            result = .failure(error)
          }
          try await store.close()
          try result.get()
        }
      }
    }

    /// How many were opened since that was asked last.
    func takeOpened() -> Int {
      opened.withLock { opened in
        defer { opened = 0 }
        return opened
      }
    }
  }

  /// Each subject's samples and the steps of its first day, as the database has them.
  private static func counts(_ address: String) throws -> [String: String] {
    let rows = try PostgresConnection(address).rows(
      """
      SELECT p.name, count(*), (SELECT max(steps) FROM dyad.days d WHERE d.subject = p.name)
      FROM dyad.samples s JOIN dyad.subjects p ON p.subject = s.subject GROUP BY p.name
      """, to: "count")
    return rows.reduce(into: [:]) { counts, row in
      counts[row[0] ?? ""] = "\(row[1] ?? "") \(row[2] ?? "")"
    }
  }

  @Test func `subjects of many stores are mirrored over few connections`() async throws {
    let stores = try Stores()
    for number in 0..<Self.count { try await stores.save(1 + number % 7, number) }
    try await PostgresServer.use { server in
      var choices = Mirror.Choices()
      // Files look old to it, so that nobody has to wait until they are.
      choices.clock = WallClock { WallClock.system.now + 100 }
      choices.spread = MirrorSpread(parts: 4)
      let failures = Mutex<[String]>([])
      let fleet = MirrorFleet(
        at: server.address, connections: 3, every: .zero, choices,
        of: { stores.members(Self.count) }
      ) { news in
        if case .failed(let subject, _) = news { failures.withLock { $0.append(subject) } }
      }
      #expect(try await fleet.run(once: true) == 0)
      #expect(stores.takeOpened() == Self.count)
      let counts = try Self.counts(server.address)
      #expect(counts.count == Self.count)
      for number in 0..<Self.count {
        let samples = 1 + number % 7
        #expect(counts["p\(number)"] == "\(samples) \(samples * (number + 1))")
      }
      // Each has acknowledged what it has, which is a change of its store; then there is none.
      #expect(try await fleet.run(once: true) == 0)
      _ = stores.takeOpened()
      #expect(try await fleet.run(once: true) == 0)
      #expect(stores.takeOpened() == 0)

      try await stores.save(3, 5, from: 1_000)
      try FileSystem.replaceFile(stores.location(9).database, Array("no store".utf8))
      #expect(try await fleet.run(once: true) == 1)
      #expect(stores.takeOpened() == 2)
      #expect(failures.withLock { $0 } == ["p9"])
      #expect(try Self.counts(server.address)["p5"]?.hasPrefix("9 ") == true)
      // What failed is tried again.
      #expect(try await fleet.run(once: true) == 1)
      #expect(failures.withLock { $0 } == ["p9", "p9"])
    }
  }

  @Test func `a server that comes back with less gets the rest of all stores`() async throws {
    let stores = try Stores()
    for number in 0..<4 { try await stores.save(4, number) }
    try await PostgresServer.use { server in
      let (rounds, round) = AsyncStream.makeStream(of: Int.self)
      var choices = Mirror.Choices()
      choices.clock = WallClock { WallClock.system.now + 100 }
      let fleet = MirrorFleet(
        at: server.address, connections: 1, every: .zero, choices, of: { stores.members(4) }
      ) { if case .round = $0 { round.yield(stores.takeOpened()) } }
      let running = Task { try await fleet.run(once: false) }
      // All are there, and nothing is opened any more.
      for await opened in rounds where opened == 0 { break }
      #expect(try Self.counts(server.address).count == 4)
      try await WorkThread.value("test.postgres") { try server.obey("restart") }
      let standby = try PostgresConnection(server.address)
      try standby.run("DELETE FROM dyad.samples", to: "lose samples")
      try standby.run("UPDATE dyad.positions SET anchor = ''", to: "lose the places")
      // One change leads to the server, and with it all stores.
      try await stores.save(1, 2, from: 500)
      for await _ in rounds where try Self.counts(server.address).count == 4 { break }
      running.cancel()
      _ = await running.result
    }
  }

  @Test func `a server that is lost in between is tried again`() async throws {
    let stores = try Stores()
    for number in 0..<6 { try await stores.save(4, number) }
    try await PostgresServer.use { server in
      let proxy = try CuttingProxy(
        to: server.socket, cuttingAfter: [8_000, 900, 2_000, 2_100, 3_000, 5_000])
      let waits = Mutex(0)
      let (rounds, round) = AsyncStream.makeStream(of: Void.self)
      let fleet = MirrorFleet(
        at: proxy.address, connections: 1, every: .zero, Mirror.Choices(),
        of: { stores.members(6) }
      ) { news in
        switch news {
        case .failed: waits.withLock { $0 += 1 }
        case .round: round.yield()
        default: break
        }
      }
      let running = Task { try await fleet.run(once: false) }
      for await _ in rounds
      where (try? Self.counts(server.address).values.filter { $0.hasPrefix("4 ") }.count) == 6 {
        break
      }
      running.cancel()
      _ = await running.result
      #expect(waits.withLock { $0 } > 0)
    }
  }
}
