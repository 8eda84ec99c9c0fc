internal import HealthModel
internal import StoreAccess
internal import TestSupport
internal import Testing

/// What an app does with a store, in this process and with a daemon alike.
@Suite(.timeLimit(.minutes(2))) struct AppAccessTests {
  @Test(arguments: StoreKind.allCases)
  func `what an app saves is found as its own`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate], read: [.heartRate])
      let run = StoreUnderTest.run(.heartRate, [60, 62, 64, 61, 63])
      try await store.app.save([run])
      let found = try await store.app.samples(SampleQuery(.heartRate))
      #expect(found.coverage.until > 0)
      let samples = try await found.all().flatMap { run in (0..<run.count).map { run[$0] } }
      #expect(samples.map(\.uuid) == run.uuids)
      #expect(
        samples.allSatisfy { $0.source.source.bundleIdentifier == StoreUnderTest.appName })
      let latest = SampleQuery(
        .heartRate, where: .start(.greaterOrEqual, StoreUnderTest.start + 60),
        order: [SortDescriptor(.start, ascending: false)], limit: 2)
      let latestUUIDs = try await store.app.samples(latest).all().flatMap(\.uuids)
      #expect(latestUUIDs == [run.uuids[4], run.uuids[3]])
      let none = try await store.app.samples(SampleQuery(.heartRate, limit: 0)).all()
      #expect(none.isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a save is refused whole`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate, .stepCount])
      let saved = StoreUnderTest.run(.heartRate, [60])
      try await store.app.save([saved])
      let steps = StoreUnderTest.run(.stepCount, [5])
      let error = await #expect(throws: ModelError.self) {
        try await store.app.save([steps, saved])
      }
      #expect(error?.code == .invalidArgument)
      #expect(try await store.app.seen(.stepCount) == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `more than one message carries is saved whole, or refused whole`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate, .stepCount], read: [.heartRate])
      // Four megabytes are in what is told of each sample.
      let text = String(repeating: "x", count: 12_000)
      func run(_ number: Int) throws -> SampleRun {
        var run = StoreUnderTest.run(.heartRate, [])
        for row in 0..<50 {
          run.append(
            Sample(
              uuid: SampleUUID(base: UInt64(number), counter: UInt64(row)), type: .heartRate,
              start: StoreUnderTest.start, end: StoreUnderTest.start,
              value: .quantity(Quantity(1, try Unit(parsing: "count/s"))),
              source: SourceRevision(source: Source(bundleIdentifier: "a.b", name: "A")),
              metadata: ["note": .string("\(row) \(text)")]))
        }
        return run
      }
      let runs = try (1...16).map(run)
      try await store.app.save([runs[7]])
      let error = await #expect(throws: ModelError.self) { try await store.app.save(runs) }
      #expect(error?.code == .invalidArgument)
      #expect(try await store.app.seen(.heartRate) == runs[7].uuids)
      // Two at once wait for each other.
      async let first: Void = store.app.replace(
        [.heartRate: [runs[7].uuids[0]]], by: Array(runs[..<7]), documents: [:])
      async let second: Void = store.app.save(Array(runs[8...]))
      _ = try await (first, second)
      #expect(try await store.app.seen(.heartRate).count == 16 * 50 - 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what was not asked for and what was denied are told apart`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let run = StoreUnderTest.run(.heartRate, [60])
      for refused in [
        await #expect(throws: ModelError.self) { try await store.app.save([run]) },
        await #expect(throws: ModelError.self) {
          try await store.app.samples(SampleQuery(.heartRate)).all()
        },
      ] {
        #expect(refused?.code == .authorizationNotDetermined)
      }
      try await store.grant(denyingShare: [.heartRate], denyingRead: [.heartRate])
      let denied = await #expect(throws: ModelError.self) { try await store.app.save([run]) }
      #expect(denied?.code == .authorizationDenied)
      // Denied reading looks as if there were nothing.
      try await store.owner.save([run])
      #expect(try await store.app.seen(.heartRate) == [])
      #expect(try await store.owner.seen(.heartRate) == run.uuids)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an app knows what it may share and whether to ask`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let request = AccessRequest(share: [.heartRate], read: [.stepCount])
      #expect(try await store.app.shouldRequest(request))
      try await store.grant(
        share: [.heartRate], read: [.stepCount], denyingShare: [.bodyMass])
      #expect(try await !store.app.shouldRequest(request))
      #expect(try await store.app.authorizationStatuses(of: []).isEmpty)
      let statuses = try await store.app.authorizationStatuses(
        of: [.heartRate, .bodyMass, .stepCount])
      #expect(
        statuses == [
          .heartRate: .sharingAuthorized, .bodyMass: .sharingDenied, .stepCount: .notDetermined,
        ])
      let refused = await #expect(throws: ModelError.self) {
        try await store.app.shouldRequest(AccessRequest())
      }
      #expect(refused?.code == .invalidArgument)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `without reading an app sees its own alone`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate])
      let own = StoreUnderTest.run(.heartRate, [60])
      try await store.owner.save([StoreUnderTest.run(.heartRate, [70, 71])])
      try await store.app.save([own])
      #expect(try await store.app.seen(.heartRate) == own.uuids)
      let sources = try await store.app.sources(of: .heartRate, where: .constant(true))
      #expect(sources.map(\.bundleIdentifier) == [StoreUnderTest.appName])
      let all = try await store.owner.sources(of: .heartRate, where: .constant(true))
      #expect(all.map(\.bundleIdentifier) == [StoreUnderTest.appName, "somebody.else"])
      let query = StatisticsQuery(.heartRate, [.discreteMax])
      let most = try await store.app.statistics(query).statistics.first?.values.maximum
      #expect(most == 60)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `objects are deleted by name or condition, and by their app`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate], read: [.heartRate])
      let own = StoreUnderTest.run(.heartRate, [60, 61, 62])
      let foreign = StoreUnderTest.run(.heartRate, [70])
      try await store.app.save([own])
      try await store.owner.save([foreign])
      let refused = await #expect(throws: ModelError.self) {
        try await store.app.delete([.heartRate: [own.uuids[0], foreign.uuids[0]]])
      }
      #expect(refused == ModelError.objectsNotFound)
      let nothing = await #expect(throws: ModelError.self) { try await store.app.delete([:]) }
      #expect(nothing?.code == .invalidArgument)
      #expect(try await store.app.seen(.heartRate).count == 4)
      #expect(try await store.app.delete([.heartRate: [own.uuids[0]]]) == 1)
      #expect(try await store.app.delete(.heartRate, where: .constant(true)) == 2)
      #expect(try await store.app.seen(.heartRate) == foreign.uuids)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `samples are added to a workout`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(
        share: [.workout, .heartRate], read: [.workout, .heartRate])
      let workout = StoreUnderTest.object(
        .workout, .workout(Workout(activity: 37, duration: 600)))
      try await store.app.save([workout])
      let rates = StoreUnderTest.run(.heartRate, [130, 140])
      try await store.app.add([rates], to: workout.uuids[0])
      let ofWorkout = SampleQuery(.heartRate, where: .memberOf(workout: workout.uuids[0]))
      let found = try await store.app.samples(ofWorkout).all().flatMap(\.uuids)
      #expect(found == rates.uuids)
      let refused = await #expect(throws: ModelError.self) {
        try await store.app.add(
          [StoreUnderTest.run(.heartRate, [1])], to: StoreUnderTest.uuid())
      }
      #expect(refused?.code == .invalidArgument)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `routes belong to their workout, however long they are`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let types: [ObjectType] = [.workout, .workoutRoute]
      try await store.grant(share: types, read: types)
      let workout = StoreUnderTest.object(
        .workout, .workout(Workout(activity: 37, duration: 600)))
      try await store.app.save([workout])
      // Three of which no two fit one run.
      let routes = (1...3).map { number in
        let count = 40_000
        return StoreUnderTest.object(
          .workoutRoute,
          .details(
            Details(series: [
              "time": (0..<count).map { workout.starts[0] + Double($0) / 100 },
              "latitude": (0..<count).map { 48 + Double($0) / 1e6 },
              "longitude": (0..<count).map { Double(number) + Double($0).squareRoot() / 1e4 },
              "altitude": [Double](repeating: 500, count: count),
            ])))
      }
      var joined = routes[0]
      for route in routes.dropFirst() { joined.append(route, rows: 0..<1) }
      try await store.app.save([joined])
      try await store.app.add([joined], to: workout.uuids[0])
      let query = SampleQuery(.workoutRoute, where: .memberOf(workout: workout.uuids[0]))
      let found = try await store.app.samples(query).all()
      let bodies = found.flatMap { run in (0..<run.count).map { run.payload[$0] } }
      #expect(bodies == routes.map { $0.payload[0] })
      #expect(found.flatMap(\.uuids) == routes.flatMap(\.uuids))
      let wrong = StoreUnderTest.object(
        .workoutRoute, .details(Details(series: ["time": [workout.starts[0]]])))
      let refused = await #expect(throws: ModelError.self) { try await store.app.save([wrong]) }
      #expect(refused?.code == .invalidArgument)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a document comes back byte by byte`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.cda])
      // More than a message to a daemon has.
      let bytes = CDASample.bytes(count: 5_000_000)
      let run = StoreUnderTest.object(
        .cda,
        .document(
          Document(
            title: "", patientName: "", authorName: "", custodianName: "",
            byteCount: Int64(bytes.count))))
      try await store.app.save([run], documents: [run.uuids[0]: bytes])
      let read = try await store.app.wholeDocument(run.uuids[0])
      #expect(read == bytes)
      let absent = await #expect(throws: ModelError.self) {
        try await store.app.wholeDocument(StoreUnderTest.uuid())
      }
      #expect(absent?.code == .invalidArgument)
      // Nobody else is told that it is there.
      let stranger = await #expect(throws: ModelError.self) {
        try await store.other.wholeDocument(run.uuids[0])
      }
      #expect(stranger?.code == .authorizationNotDetermined)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `statistics come whole and by bucket, and change with the samples`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.stepCount], read: [.stepCount])
      try await store.app.save([StoreUnderTest.run(.stepCount, [5, 6, 7])])
      let query = StatisticsQuery(.stepCount, [.cumulativeSum])
      let whole = try await store.app.statistics(query)
      #expect(whole.statistics.map(\.values.sum) == [18])
      var buckets = query
      buckets.edges = (0...4).map { StoreUnderTest.start + 60 * Double($0) }
      let parts = try await store.app.statistics(buckets)
      #expect(parts.statistics.map(\.values.sum) == [5, 6, 7])
      let live = try await store.app.liveStatistics(query, maxAge: nil)
      var updates = live.makeAsyncIterator()
      let first = try await updates.next()
      #expect(first?.update.isWhole == true)
      #expect(first?.update.changed.map(\.values.sum) == [18])
      let later = StoreUnderTest.run(.stepCount, [0, 0, 0, 2])
      try await store.app.save([later])
      let second = try await updates.next()
      #expect(second?.update.changed.map(\.values.sum) == [20])
      let refused = await #expect(throws: ModelError.self) {
        try await store.app.statistics(StatisticsQuery(.heartRate, [.cumulativeSum]))
      }
      #expect(refused?.code == .invalidArgument)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the owner needs no permission, and keeps sources`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let runs = [
        StoreUnderTest.run(.heartRate, [60]),
        StoreUnderTest.run(.heartRate, [61], from: "third.one"),
      ]
      try await store.owner.save(runs)
      let found = try await store.owner.samples(SampleQuery(.heartRate)).all()
      let bundles = found.flatMap { run in
        (0..<run.count).map { run[$0].source.source.bundleIdentifier }
      }
      #expect(bundles == ["somebody.else", "third.one"])
      #expect(try await store.owner.delete([.heartRate: runs[0].uuids]) == 1)
      #expect(try await store.owner.delete(.heartRate, where: .constant(true)) == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `objects are replaced together, or nothing is`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate], read: [.heartRate])
      let runs = [60.0, 61, 62].map { StoreUnderTest.run(.heartRate, [$0]) }
      let (old, new, later) = (runs[0], runs[1], runs[2])
      try await store.app.save([old])
      try await store.app.replace([.heartRate: old.uuids], by: [new], documents: [:])
      #expect(try await store.app.seen(.heartRate) == new.uuids)
      let gone = await #expect(throws: ModelError.self) {
        try await store.app.replace([.heartRate: old.uuids], by: [later], documents: [:])
      }
      #expect(gone?.code == .invalidArgument)
      let none = await #expect(throws: ModelError.self) {
        try await store.app.replace([:], by: [later], documents: [:])
      }
      #expect(none?.code == .invalidArgument)
      #expect(try await store.app.seen(.heartRate) == new.uuids)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what was never said and what may not be known look alike`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let undecided = await #expect(throws: ModelError.self) {
        try await store.app.characteristic(.bloodType)
      }
      #expect(undecided?.code == .authorizationNotDetermined)
      try await store.grant(
        read: [.heartRate, Characteristic.Kind.bloodType.type])
      let said = try await store.app.characteristic(.bloodType)
      #expect(said == .notSet(.bloodType))
      #expect(try await store.app.preferredUnits(of: [.heartRate]) == [:])
      let refused = await #expect(throws: ModelError.self) {
        try await store.app.preferredUnits(of: [.stepCount])
      }
      #expect(refused?.code == .authorizationNotDetermined)
      // Without a window of its own a node takes whatever there is.
      #expect(try await store.app.coverage().from < StoreUnderTest.start)
    }
  }
}
