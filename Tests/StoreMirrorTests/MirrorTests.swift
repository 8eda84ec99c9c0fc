internal import HealthModel
internal import LocalStore
internal import PostgresCore
internal import StoreAccess
internal import StoreMirror
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct MirrorTests {
  private static let types: [ObjectType] = [.heartRate, .bodyMass, .sleepAnalysis, .workout]

  /// Samples of all kinds that a column cannot always say: in several units, with dates between microseconds,
  /// with metadata and devices.
  private static func samples(
    _ count: Int, _ generator: inout SeededGenerator, _ uuids: inout UUIDSequence
  ) -> [Sample] {
    (0..<count).map { _ in
      let type = types.randomElement(using: &generator) ?? .heartRate
      let start =
        Double(Int.random(in: 0..<300_000_000, using: &generator))
        + ([0, 0.25, 0.123_456, 1e-7].randomElement(using: &generator) ?? 0)
      let number = Double(Int.random(in: 40..<60, using: &generator)) + 0.1
      let value: Sample.Value =
        switch type {
        case .heartRate: .quantity(Quantity(number, Unit.remembered("count/min") ?? .count))
        case .bodyMass:
          .quantity(Quantity(number, Bool.random(using: &generator) ? .pound : .gram(.kilo)))
        case .sleepAnalysis: .category(Int64.random(in: 0...2, using: &generator))
        default: .object(.workout(Workout(activity: 37, duration: number)))
        }
      let app = Int.random(in: 0..<3, using: &generator)
      return Sample(
        uuid: app == 2
          ? SampleUUID(high: generator.next(), low: generator.next()) : uuids.take(for: type),
        type: type, start: start, end: start + number, value: value,
        source: SourceRevision(
          source: Source(bundleIdentifier: "app.\(app)", name: "App"),
          version: app == 0 ? "1.2" : nil),
        device: app == 1 ? Device([.name: "Band", .model: "B2"]) : nil,
        metadata: app == 1
          ? ["HKWasUserEntered": .bool(true), "note": .string("a \"b\" \u{1F600}")] : [:])
    }
  }

  private static func store() async throws -> EmbeddedAccess<OwnerSession> {
    EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
  }

  private static func save(_ samples: [Sample], to store: EmbeddedAccess<OwnerSession>) async throws
  {
    try await store.save(samples.map { SampleRun($0) })
  }

  /// All samples of a store by their UUIDs.
  private static func contents(
    _ store: EmbeddedAccess<OwnerSession>
  ) async throws -> [SampleUUID: Sample] {
    var contents: [SampleUUID: Sample] = [:]
    for type in types {
      for try await run in try await store.samples(SampleQuery(type)) {
        for row in 0..<run.count { contents[run.uuids[row]] = run[row] }
      }
    }
    return contents
  }

  private static func differences(
    _ store: EmbeddedAccess<OwnerSession>, _ server: PostgresServer, _ subject: String = "ada"
  ) async throws -> [MirrorCheck.Difference] {
    try await MirrorCheck(store, at: server.address, subject: subject).differences
  }

  private static func bring(
    _ store: EmbeddedAccess<OwnerSession>, to address: String, _ subject: String = "ada",
    accepting accepted: Int = 0
  ) async throws {
    var choices = Mirror.Choices()
    choices.accepted = accepted
    try await Mirror(of: store, at: address, subject: subject, choices).run(once: true)
  }

  @Test(arguments: [1, 2]) func `a store that is restored from its mirror is the same`(
    seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    var uuids = UUIDSequence(using: &generator)
    try await PostgresServer.use { server in
      let store = try await Self.store()
      try await Self.save(Self.samples(600, &generator, &uuids), to: store)
      try await Self.bring(store, to: server.address)
      #expect(try await Self.differences(store, server).isEmpty)
      // What happens later is brought as well, and what happened before is not brought again.
      let all = try await Self.contents(store)
      let gone = Array(all.keys.sorted().prefix(50))
      try await store.delete(gone)
      try await Self.save(Self.samples(40, &generator, &uuids), to: store)
      #expect(try await !Self.differences(store, server).isEmpty)
      try await Self.bring(store, to: server.address)
      #expect(try await Self.differences(store, server).isEmpty)

      let restored = try await Self.store()
      let count = try await MirrorRestore.run("ada", at: server.address, to: restored)
      #expect(count == 590)
      #expect(try await Self.contents(restored) == Self.contents(store))
      // It has another past than the store that was mirrored, and the same samples.
      try await Self.bring(restored, to: server.address)
      #expect(try await Self.differences(restored, server).isEmpty)
    }
  }

  @Test func `what belongs to a workout is there, comes back, and goes with it`() async throws {
    var generator = SeededGenerator(seed: 9)
    var uuids = UUIDSequence(using: &generator)
    func sample(_ type: ObjectType, _ start: Double, _ value: Sample.Value) -> Sample {
      let source = Source(bundleIdentifier: "app.1", name: "App")
      return Sample(
        uuid: uuids.take(for: type), type: type, start: start, end: start + 1, value: value,
        source: SourceRevision(source: source))
    }
    let workouts = [1_000.0, 5_000].map {
      sample(.workout, $0, .object(.workout(Workout(activity: 37, duration: 1))))
    }
    let rates = (0..<7).map { number in
      sample(
        .heartRate, 1_000 + Double(number),
        .quantity(Quantity(Double(60 + number), Unit.remembered("count/min") ?? .count)))
    }
    func members(
      _ store: EmbeddedAccess<OwnerSession>, _ workout: Sample
    ) async throws -> Set<SampleUUID> {
      var found: Set<SampleUUID> = []
      let query = SampleQuery(.heartRate, where: .memberOf(workout: workout.uuid))
      for try await run in try await store.samples(query) { found.formUnion(run.uuids) }
      return found
    }
    try await PostgresServer.use { server in
      func count(_ table: String) throws -> String? {
        try PostgresConnection(server.address).rows(
          "SELECT count(*) FROM dyad.\(table)", to: "count"
        ).first?.first ?? nil
      }
      let store = try await Self.store()
      try await Self.save(workouts, to: store)
      try await Self.bring(store, to: server.address)
      // What is added later is told though the workout stays as it is.
      try await store.add(rates[..<4].map { SampleRun($0) }, to: workouts[0].uuid)
      try await store.add(rates[4...].map { SampleRun($0) }, to: workouts[1].uuid)
      try await Self.bring(store, to: server.address)
      #expect(try await Self.differences(store, server).isEmpty)
      #expect(try count("workout_samples") == "7" && count("readable") == "9")

      let restored = try await Self.store()
      #expect(try await MirrorRestore.run("ada", at: server.address, to: restored) == 9)
      for workout in workouts {
        #expect(try await members(restored, workout) == members(store, workout))
      }
      #expect(try await members(restored, workouts[0]) == Set(rates[..<4].map(\.uuid)))

      // A database that a program before filled, which knew of no such records.
      let old = try PostgresConnection(server.address)
      for statement in [
        "DELETE FROM dyad.samples WHERE details ? 'members'", "DROP VIEW dyad.workout_samples",
        "DROP VIEW dyad.days", "DROP TABLE dyad.documents, dyad.summaries",
        "ALTER TABLE dyad.positions DROP COLUMN documents, DROP COLUMN days",
        "UPDATE dyad.schema_version SET version = 1",
      ] { try old.run(statement, to: "go back") }
      // What it cannot read yet is told, and a mirror brings it up to date.
      await #expect(throws: MirrorFailure.self) { try await Self.differences(store, server) }
      try await Self.bring(store, to: server.address)
      #expect(try count("workout_samples") == "7" && count("days") == "1")
      #expect(try await Self.differences(store, server).isEmpty)

      try await store.delete([workouts[0].uuid])
      try await Self.bring(store, to: server.address)
      #expect(try count("workout_samples") == "3" && count("readable") == "8")
      #expect(try await Self.differences(store, server).isEmpty)
    }
  }

  @Test func `an engine that only does what all of them do is enough`() async throws {
    var generator = SeededGenerator(seed: 8)
    var uuids = UUIDSequence(using: &generator)
    try await PostgresServer.use { server in
      let watch = StatementWatch()
      let engine = try CuttingProxy(to: server.socket, watching: watch)
      let store = try await Self.store()
      try await Self.save(Self.samples(300, &generator, &uuids), to: store)
      try await Self.bring(store, to: engine.address)
      let all = try await Self.contents(store)
      try await store.delete(Array(all.keys.sorted().prefix(9)))
      try await Self.save(Self.samples(30, &generator, &uuids), to: store)
      try await Self.bring(store, to: engine.address)
      let check = try await MirrorCheck(store, at: engine.address, subject: "ada")
      #expect(check.differences.isEmpty && check.count == 321)
      let restored = try await Self.store()
      #expect(try await MirrorRestore.run("ada", at: engine.address, to: restored) == 321)
      // Another past, which is compared, and then nothing is left.
      try await Self.bring(restored, to: engine.address)
      #expect(try await Mirror.forget("ada", at: engine.address) == 321)
      #expect(watch.flaws == [])
      let kinds = Set(watch.statements.map { $0.prefix(while: \.isLetter) })
      #expect(
        kinds == [
          "SET", "CREATE", "ALTER", "SELECT", "INSERT", "UPDATE", "DELETE", "COPY", "BEGIN",
          "COMMIT",
        ])
    }
  }

  @Test(arguments: [
    "LOCK TABLE dyad.positions", "SELECT pg_advisory_lock(1)",
    "CREATE TABLE dyad.x (subject uuid PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS dyad.x (uuid uuid, subject uuid, PRIMARY KEY (uuid, subject))",
    "CREATE TABLE IF NOT EXISTS dyad.x (subject uuid, n int, PRIMARY KEY (subject, n))",
    "CREATE TABLE IF NOT EXISTS dyad.x (subject uuid)", "CREATE TEMP TABLE x (n int4)", "LISTEN x",
    "SELECT 1; SELECT 2", "COPY dyad.samples FROM STDIN", "TRUNCATE dyad.samples", "SET x = 1",
    "ALTER TABLE dyad.samples ADD COLUMN n int4", "ALTER TABLE dyad.samples DROP COLUMN raw",
  ])
  func `a statement that some engine does in another way is found`(sql: String) {
    var judge = CommonStatements()
    #expect(judge.flaw(in: sql) != nil)
    // Between quotes anything may stand.
    #expect(judge.flaw(in: "SELECT '\(sql)' FROM dyad.samples WHERE subject = $1") == nil)
    _ = judge.flaw(in: "BEGIN")
    #expect(judge.flaw(in: "CREATE SCHEMA IF NOT EXISTS dyad") != nil)
  }

  @Test func `a connection that is lost after any answer loses and doubles nothing`() async throws {
    var generator = SeededGenerator(seed: 3)
    var uuids = UUIDSequence(using: &generator)
    try await PostgresServer.use { server in
      let store = try await Self.store()
      try await Self.save(Self.samples(50, &generator, &uuids), to: store)
      try await Self.bring(store, to: server.address)
      var refused = 0
      for cut in stride(from: 0, through: 2_400, by: 24) {
        let known = try await Self.contents(store)
        try await store.delete(Array(known.keys.sorted().prefix(2)))
        try await Self.save(Self.samples(3, &generator, &uuids), to: store)
        let proxy = try CuttingProxy(to: server.socket, cuttingAfter: [cut])
        do {
          try await Self.bring(store, to: proxy.address)
        } catch let error as PostgresError where error.code == .lost {
          // Before it stands anywhere it says so and ends.
          refused += 1
          try await Self.bring(store, to: proxy.address)
        }
        let differences = try await Self.differences(store, server)
        #expect(differences.isEmpty, "cut after \(cut) bytes")
      }
      #expect((1..<100).contains(refused), "cuts hit the beginning and the rest")
    }
  }

  @Test func `of two mirrors of a subject the later one goes on`() async throws {
    var generator = SeededGenerator(seed: 4)
    var uuids = UUIDSequence(using: &generator)
    try await PostgresServer.use { server in
      let store = try await Self.store()
      try await Self.save(Self.samples(20, &generator, &uuids), to: store)
      let inStep = Notice<Void>()
      let first = Task {
        try await Mirror(of: store, at: server.address, subject: "ada") { news in
          if news == .isInStep { inStep.give(()) }
        }.run(once: false)
      }
      _ = await inStep.value()
      try await Self.bring(store, to: server.address)
      // Only a change shows the first one that it is the first no more.
      try await Self.save(Self.samples(5, &generator, &uuids), to: store)
      await #expect(throws: MirrorFailure.self) { try await first.value }
      try await Self.bring(store, to: server.address)
      #expect(try await Self.differences(store, server).isEmpty)
    }
  }

  @Test func `a subject that is erased is not mirrored any more by who did`() async throws {
    var generator = SeededGenerator(seed: 7)
    var uuids = UUIDSequence(using: &generator)
    try await PostgresServer.use { server in
      let store = try await Self.store()
      try await Self.save(Self.samples(20, &generator, &uuids), to: store)
      let inStep = Notice<Void>()
      let mirror = Task {
        try await Mirror(of: store, at: server.address, subject: "ada") { news in
          if news == .isInStep { inStep.give(()) }
        }.run(once: false)
      }
      _ = await inStep.value()
      #expect(try await Mirror.forget("ada", at: server.address) == 20)
      try await Self.save(Self.samples(5, &generator, &uuids), to: store)
      await #expect(throws: MirrorFailure.self) { try await mirror.value }
      // Nothing of the subject has come back, its name neither.
      await #expect(throws: MirrorFailure.self) { try await Self.differences(store, server) }
    }
  }

  @Test func `another store is not taken for the one that is mirrored`() async throws {
    var generator = SeededGenerator(seed: 5)
    var uuids = UUIDSequence(using: &generator)
    try await PostgresServer.use { server in
      let samples = Self.samples(300, &generator, &uuids)
      let store = try await Self.store()
      try await Self.save(samples, to: store)
      try await Self.bring(store, to: server.address)
      let other = try await Self.store()
      try await Self.save(Self.samples(10, &generator, &uuids), to: other)
      await #expect(throws: MirrorFailure.self) {
        try await Self.bring(other, to: server.address)
      }
      #expect(try await Self.differences(store, server).isEmpty)
      // However few there are.
      try await Self.bring(other, to: server.address, "bob")
      let third = try await Self.store()
      try await Self.save(Self.samples(1, &generator, &uuids), to: third)
      await #expect(throws: MirrorFailure.self) {
        try await Self.bring(third, to: server.address, "bob")
      }
      #expect(try await Self.differences(other, server, "bob").isEmpty)
      // A copy from an older backup has most of them, and is compared.
      let older = try await Self.store()
      try await Self.save(samples.dropLast(20) + Self.samples(7, &generator, &uuids), to: older)
      try await Self.bring(older, to: server.address)
      #expect(try await Self.differences(older, server).isEmpty)
      // Whoever says that so many may go is believed.
      try await Self.bring(other, to: server.address, accepting: 287)
      #expect(try await Self.differences(other, server).isEmpty)
    }
  }

  @Test func `what the guide asks the database is answered`() async throws {
    let parts = try SourceTree.text("Sources/Guide.docc/Mirroring.md").split(separator: "```")
    let statements = parts.filter { $0.hasPrefix("sql\n") }.flatMap {
      $0.dropFirst(4).split(separator: ";").map(String.init).filter {
        $0.contains(where: \.isLetter)
      }
    }
    #expect(statements.count == 6)
    var generator = SeededGenerator(seed: 8)
    var uuids = UUIDSequence(using: &generator)
    try await PostgresServer.use { server in
      let store = try await Self.store()
      var sample = try #require(
        Self.samples(40, &generator, &uuids).first { $0.type == .heartRate })
      sample.start = WallClock.system.now - 60
      sample.end = sample.start
      var energy = sample
      energy.uuid = uuids.take(for: .activeEnergyBurned)
      energy.type = .activeEnergyBurned
      energy.value = .quantity(Quantity(200, .kilocalorie))
      try await Self.save([sample, energy], to: store)
      try await Self.bring(store, to: server.address)
      let answers = try await WorkThread.value("test.guide") {
        let connection = try PostgresConnection(server.address)
        return try statements.compactMap { statement -> [[String?]]? in
          let operation = "do what the guide does"
          if statement.contains("SELECT") { return try connection.rows(statement, to: operation) }
          try connection.run(statement, to: operation)
          return nil
        }
      }
      #expect(answers.count == 2 && answers.allSatisfy { $0.count == 1 })
    }
  }

  @Test func `subjects share the tables, and one is erased alone`() async throws {
    var generator = SeededGenerator(seed: 6)
    var uuids = UUIDSequence(using: &generator)
    try await PostgresServer.use { server in
      let (ada, bob) = (try await Self.store(), try await Self.store())
      try await Self.save(Self.samples(40, &generator, &uuids), to: ada)
      try await Self.save(Self.samples(60, &generator, &uuids), to: bob)
      var choices = Mirror.Choices()
      choices.spread = MirrorSpread(parts: 4)
      try await Mirror(of: ada, at: server.address, subject: "ada", choices).run(once: true)
      try await Self.bring(bob, to: server.address, "bob")
      await #expect(throws: MirrorFailure.self) {
        try await Mirror.forget("somebody", at: server.address)
      }
      #expect(try await Mirror.forget("ada", at: server.address) == 40)
      #expect(try await Self.differences(bob, server, "bob").isEmpty)
      await #expect(throws: MirrorFailure.self) { try await Self.differences(ada, server) }
    }
  }
}
