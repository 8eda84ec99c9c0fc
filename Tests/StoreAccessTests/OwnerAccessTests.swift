internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import StoreAccess
internal import TestSupport
internal import Testing

/// What the owner does with a store as a whole, in this process and with a daemon alike.
@Suite(.timeLimit(.minutes(2))) struct OwnerAccessTests {
  @Test(arguments: StoreKind.allCases)
  func `the store is counted, checked and cleared of what is deleted`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      let rates = StoreUnderTest.run(.heartRate, [60, 61, 62])
      let steps = StoreUnderTest.run(.stepCount, [5])
      try await store.owner.save([rates, steps])
      #expect(try await store.owner.counts() == [.heartRate: 3, .stepCount: 1])
      let count = try await store.owner.delete([rates.uuids[0], steps.uuids[0]])
      #expect(count == 2)
      let error = await #expect(throws: ModelError.self) {
        try await store.owner.delete([rates.uuids[1], StoreUnderTest.uuid()])
      }
      #expect(error == ModelError.objectsNotFound)
      try await store.owner.maintain(all: false)
      #expect(try await store.owner.counts() == [.heartRate: 2])
      let report = try await store.owner.verify { _, _ in }
      #expect(report.isSound)
      #expect(report.samples == 2)
      #expect(report.tombstones == 2)
      #expect(store.owner.isExclusive == (kind != .daemon))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `sources have an order before anybody sets one`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.owner.save([
        StoreUnderTest.run(.stepCount, [5], from: "b"),
        StoreUnderTest.run(.stepCount, [6], from: "a"),
      ])
      #expect(try await store.owner.sourceOrder(of: .stepCount) == ["a", "b"])
      try await store.owner.setSourceOrder(["b", "a"], of: .stepCount)
      #expect(try await store.owner.sourceOrder(of: .stepCount) == ["b", "a"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what the user says and prefers is told to apps that may know`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(read: [.heartRate, Characteristic.Kind.bloodType.type])
      try await store.owner.setCharacteristic(.bloodType(3))
      let blood = try await store.app.characteristic(.bloodType)
      #expect(blood == .bloodType(3))
      let unit = try Unit(parsing: "count/min")
      try await store.owner.setPreferredUnit(unit, of: .heartRate)
      #expect(try await store.app.preferredUnits(of: [.heartRate]) == [.heartRate: unit])
      try await store.owner.setPreferredUnit(nil, of: .heartRate)
      #expect(try await store.app.preferredUnits(of: [.heartRate]) == [:])
      let grams = try Unit(parsing: "g")
      let error = await #expect(throws: (any Error).self) {
        try await store.owner.setPreferredUnit(grams, of: .heartRate)
      }
      #expect((error as? ModelError)?.code == .invalidArgument)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `who follows units is told when others are chosen`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let types: Set<ObjectType> = [.heartRate, .bodyMass]
      await #expect(throws: ModelError.self) {
        for try await _ in try await store.app.followPreferredUnits(of: types) {}
      }
      try await store.grant(read: types.sorted())
      var feed = try await store.app.followPreferredUnits(of: types).makeAsyncIterator()
      #expect(try await feed.next() == [:])
      let (mass, rate) = (try Unit(parsing: "lb"), try Unit(parsing: "count/s"))
      try await store.owner.setPreferredUnit(mass, of: .bodyMass)
      #expect(try await feed.next() == [.bodyMass: mass])
      // Of a type that is not followed, and of one that stays as it is, nothing is told.
      try await store.owner.setPreferredUnit(try Unit(parsing: "ft"), of: .height)
      try await store.owner.setPreferredUnit(mass, of: .bodyMass)
      try await store.owner.setPreferredUnit(rate, of: .heartRate)
      #expect(try await feed.next() == [.bodyMass: mass, .heartRate: rate])
      try await store.owner.setPreferredUnit(nil, of: .bodyMass)
      #expect(try await feed.next() == [.heartRate: rate])
    }
  }

  @Test(arguments: [StoreKind.file, .daemon])
  func `a backup is a store`(kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    try await StoreUnderTest.run(kind) { store in
      try await store.owner.save([StoreUnderTest.run(.heartRate, [60])])
      let count = try await store.owner.backup(to: folder.file("store.db"))
      #expect(count > 0)
    }
    let copy = try await LocalStore.open(StoreLocation(folder: folder.path))
    #expect(copy.sampleCounts == [.heartRate: 1])
    try await copy.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `there is nothing to ask the owner for`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let request = AccessRequest(share: [.heartRate], read: [.stepCount])
      #expect(try await !store.owner.shouldRequest(request))
      let statuses = try await store.owner.authorizationStatuses(of: [.heartRate])
      #expect(statuses == [.heartRate: .sharingAuthorized])
      await #expect(throws: ModelError.self) {
        try await store.owner.shouldRequest(AccessRequest())
      }
    }
  }
}
