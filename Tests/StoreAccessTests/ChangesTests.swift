internal import HealthModel
internal import StoreAccess
internal import Testing

/// What an app is told of changes, in this process and by a daemon alike.
@Suite(.timeLimit(.minutes(2))) struct ChangesTests {
  @Test(arguments: StoreKind.allCases)
  func `pages go on from their anchors, with deletions`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate], read: [.heartRate])
      let run = StoreUnderTest.run(.heartRate, [60, 61, 62, 63, 64])
      try await store.app.save([run])
      var query = StoreChangeQuery([.heartRate], limit: 2)
      var told: [SampleUUID] = []
      var pages = 0
      while true {
        let page = try await store.app.changes(query)
        #expect(page.count <= 2)
        #expect(page.coverage != nil)
        told += page.added.flatMap(\.uuids)
        query.anchor = page.anchor
        pages += 1
        if !page.hasMore { break }
      }
      #expect(told == run.uuids)
      #expect(pages >= 3)
      try await store.app.delete([.heartRate: [run.uuids[1]]])
      let page = try await store.app.changes(query)
      #expect(page.added.isEmpty)
      #expect(page.deleted == [DeletedObject(uuid: run.uuids[1], type: .heartRate)])
      query.anchor = page.anchor
      #expect(try await store.app.changes(query).count == 0)
      // Kept as bytes, it is the same.
      query.anchor = StoreAnchor(page.anchor.bytes)
      #expect(try await store.app.changes(query).count == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an anchor of another store says to start over`(kind: StoreKind) async throws {
    var foreign = StoreAnchor.beginning
    for place in [StoreKind.memory, .daemon] where place != kind {
      try await StoreUnderTest.run(place) { store in
        try await store.grant(share: [.heartRate])
        try await store.app.save([StoreUnderTest.run(.heartRate, [60, 61, 62])])
        foreign = try await store.app.changes(StoreChangeQuery([.heartRate])).anchor
      }
    }
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate])
      try await store.app.save([StoreUnderTest.run(.heartRate, [60])])
      let query = StoreChangeQuery([.heartRate], since: foreign)
      let error = await #expect(throws: (any Error).self) { try await store.app.changes(query) }
      #expect(error?.meansStartOver == true)
      let followed = await #expect(throws: (any Error).self) {
        for try await _ in try await store.app.follow(query) {}
      }
      #expect(followed?.meansStartOver == true)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an app asks for one type at a time`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(read: [.heartRate, .stepCount])
      let query = StoreChangeQuery([.heartRate, .stepCount])
      let error = await #expect(throws: ModelError.self) { try await store.app.changes(query) }
      #expect(error?.code == .invalidArgument)
      #expect(try await store.owner.changes(query).count == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `following tells what is seen, and nothing of the rest`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate])
      var pages = try await store.app.follow(StoreChangeQuery([.heartRate]))
        .makeAsyncIterator()
      let first = try await pages.next()
      #expect(first?.count == 0)
      try await store.owner.save([StoreUnderTest.run(.heartRate, [70])])
      let own = StoreUnderTest.run(.heartRate, [60])
      try await store.app.save([own])
      let second = try await pages.next()
      #expect(second?.added.flatMap(\.uuids) == own.uuids)
      try await store.app.delete(.heartRate, where: .constant(true))
      let third = try await pages.next()
      #expect(third?.deleted.map(\.uuid) == own.uuids)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `permission that goes makes a follower silent until it is back`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate], read: [.heartRate])
      var pages = try await store.app.follow(StoreChangeQuery([.heartRate]))
        .makeAsyncIterator()
      _ = try await pages.next()
      try await store.grant(share: [.heartRate], denyingRead: [.heartRate])
      try await store.owner.save([StoreUnderTest.run(.heartRate, [70])])
      let own = StoreUnderTest.run(.heartRate, [60])
      try await store.app.save([own])
      let page = try await pages.next()
      #expect(page?.added.flatMap(\.uuids) == own.uuids)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `observing tells that it watches, and then of each type`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate, .stepCount])
      let observed = try await store.app.observe(
        [.heartRate, .stepCount], where: .constant(true))
      var types = observed.makeAsyncIterator()
      var watched: Set<ObjectType> = []
      while watched.count < 2 {
        guard let type = try await types.next() else { break }
        watched.insert(type)
      }
      #expect(watched == [.heartRate, .stepCount])
      try await store.owner.save([StoreUnderTest.run(.heartRate, [70])])
      try await store.app.save([StoreUnderTest.run(.stepCount, [5])])
      // What others saved of the other type may not be seen.
      let type = try await types.next()
      #expect(type == .stepCount)
      let refused = await #expect(throws: ModelError.self) {
        for try await _ in try await store.app.observe([.bodyMass], where: .constant(true)) {}
      }
      #expect(refused?.code == .authorizationNotDetermined)
    }
  }
}
