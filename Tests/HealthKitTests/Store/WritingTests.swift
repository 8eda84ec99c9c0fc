internal import Foundation
internal import HealthKit
internal import Synchronization
internal import Testing

/// What an app may save and delete, and what it is told where it may not.
@Suite(.timeLimit(.minutes(5))) struct WritingTests {
  private static let steps = HKQuantityType(.stepCount)
  private static let mass = HKQuantityType(.bodyMass)

  private func code(_ body: () async throws -> Void) async -> HKError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? HKError)?.code
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `nothing is saved or read before it was asked for`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { test in
      let store = test.store
      #expect(store.authorizationStatus(for: Self.steps) == .notDetermined)
      #expect(
        try await store.statusForAuthorizationRequest(toShare: [Self.steps], read: [])
          == .shouldRequest)
      #expect(
        await code { try await store.save(Samples.steps([1])) } == .errorAuthorizationNotDetermined)
      #expect(
        await code { _ = try await store.samples(Self.steps) } == .errorAuthorizationNotDetermined)
      try await test.authorize(share: [Self.steps], read: [Self.steps])
      #expect(store.authorizationStatus(for: Self.steps) == .sharingAuthorized)
      #expect(
        try await store.statusForAuthorizationRequest(toShare: [Self.steps], read: [])
          == .unnecessary)
      try await store.save(Samples.steps([1]))
      #expect(try await store.samples(Self.steps).count == 1)
    }
  }

  @Test func `what is denied is refused, and what is not to be read is not there`() async throws {
    let store = HKHealthStore(
      .inMemory, permissions: HKPermissionSheet { _ in .allow(share: [Self.mass], read: []) })
    let types: Set<HKSampleType> = [Self.steps, Self.mass]
    try await store.requestAuthorization(toShare: types, read: types)
    #expect(store.authorizationStatus(for: Self.steps) == .sharingDenied)
    #expect(await code { try await store.save(Samples.steps([1])) } == .errorAuthorizationDenied)
    let own = Samples.quantity(.bodyMass, 70, .gramUnit(with: .kilo))
    // One that is refused lets none of the others in.
    #expect(
      await code { try await store.save([own] + Samples.steps([1])) } == .errorAuthorizationDenied)
    #expect(try await store.samples(Self.mass).isEmpty)
    try await store.save(own)
    #expect(try await store.samples(Self.mass) == [own])
    #expect(try await store.samples(Self.steps).isEmpty)
    try await store.user.decide(false, toShare: [Self.mass])
    #expect(try await store.samples(Self.mass).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a sample is saved once and deleted once`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: [Self.steps], read: [Self.steps]) { store in
      let samples = Samples.steps([1, 2, 3])
      try await store.save(samples)
      #expect(await code { try await store.save(samples[1]) } == .errorInvalidArgument)
      #expect(await code { try await store.delete([]) } == .errorInvalidArgument)
      try await store.delete(samples[0])
      #expect(await code { try await store.delete(samples) } == .errorInvalidArgument)
      #expect(Set(try await store.samples(Self.steps)) == Set(samples.dropFirst()))
      let last = HKQuery.predicateForObject(with: samples[2].uuid)
      #expect(try await store.deleteObjects(of: Self.steps, predicate: last) == 1)
      #expect(try await store.deleteObjects(of: Self.steps, predicate: last) == 0)
      let none = NSPredicate { _, _ in false }
      #expect(try await store.deleteObjects(of: Self.steps, predicate: none) == 0)
      #expect(try await store.samples(Self.steps) == [samples[1]])
    }
  }

  @Test func `objects of several kinds are saved together, as many as one save may have`()
    async throws
  {
    let store = HKHealthStore(.inMemory)
    let sleep = HKCategoryType(.sleepAnalysis)
    let types: Set<HKSampleType> = [Self.steps, Self.mass, sleep, .workoutType()]
    try await store.requestAuthorization(toShare: types, read: types)
    let many = Samples.steps((0..<5_000).map(Double.init))
    let others: [HKSample] = (0..<100).flatMap { number -> [HKSample] in
      let start = StoreUnderTest.start + Double(number) * 86_400
      return [
        Samples.quantity(
          .bodyMass, 70, number % 2 == 0 ? .pound() : .gramUnit(with: .kilo), at: start),
        HKCategorySample(
          type: sleep, value: HKCategoryValueSleepAnalysis.asleepREM.rawValue, start: start,
          end: start + 60, metadata: ["number": number]),
        HKWorkout(activityType: .yoga, start: start, end: start + 600),
      ]
    }
    try await store.save(many + others)
    for type in types {
      let expected = (many + others).filter { $0.sampleType == type }
      #expect(try await store.samples(type) == expected)
    }
    let found = try await store.samples(sleep)
    #expect(found.map { $0.metadata?["number"] as? Int } == Array(0..<100))
  }

  @Test func `an app sees what another one saved, and cannot delete it`() async throws {
    let store = HKHealthStore(.inMemory)
    let strap = HKSource(bundleIdentifier: "com.example.strap", name: "Strap")
    let other = HKHealthStore(sharing: store, as: strap)
    try await other.requestAuthorization(toShare: [Self.steps], read: [])
    try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
    let samples = Samples.steps([5])
    try await other.save(samples)
    let seen = try await store.samples(Self.steps)
    #expect(seen == samples && seen.first?.sourceRevision.source == strap)
    #expect(await code { try await store.delete(samples) } == .errorInvalidArgument)
    let everything = NSPredicate(value: true)
    #expect(try await store.deleteObjects(of: Self.steps, predicate: everything) == 0)
    try await other.delete(samples)
    #expect(try await store.samples(Self.steps).isEmpty)
  }

  @Test func `each completion handler is called once, in the background`() async throws {
    let store = HKHealthStore(.inMemory)
    let sample = Samples.steps([1])[0]
    let asked = await withCheckedContinuation { continuation in
      store.requestAuthorization(toShare: [Self.steps], read: [Self.steps]) { isDone, error in
        continuation.resume(returning: isDone && error == nil && !Thread.isMainThread)
      }
    }
    #expect(asked)
    let status = await withCheckedContinuation { continuation in
      store.getRequestStatusForAuthorization(toShare: [Self.steps], read: []) { status, _ in
        continuation.resume(returning: status)
      }
    }
    #expect(status == .unnecessary)
    for expected in [true, false] {
      let isSaved = await withCheckedContinuation { continuation in
        store.save(sample) { isSaved, error in
          continuation.resume(returning: isSaved && error == nil)
        }
      }
      #expect(isSaved == expected)
    }
    let count = await withCheckedContinuation { continuation in
      store.deleteObjects(of: Self.steps, predicate: NSPredicate(value: true)) { _, count, _ in
        continuation.resume(returning: count)
      }
    }
    #expect(count == 1)
    let isDeleted = await withCheckedContinuation { continuation in
      store.delete(sample) { isDeleted, _ in continuation.resume(returning: isDeleted) }
    }
    #expect(!isDeleted)
  }

  @Test func `samples older than a store keeps are refused, by its own clock`() async throws {
    let now = Mutex(StoreUnderTest.start)
    let store = HKHealthStore(.inMemory, now: { now.withLock { $0 } })
    #expect(store.earliestPermittedSampleDate() == .distantPast)
    try await store.requestAuthorization(toShare: [Self.steps], read: [])
    try await store.save(Samples.steps([1]))
  }

  @Test func `a store of a folder is the same for all of a process, and there the next time`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let samples = Samples.steps([1])
    let store = HKHealthStore(at: folder, permissions: .allowing)
    try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
    try await store.save(samples)
    let same = HKHealthStore(at: folder.appendingPathComponent("."), permissions: .denying)
    #expect(try await same.samples(Self.steps) == samples)
  }

  @Test func `a folder is opened again as soon as nobody holds it`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for count in 1...20 {
      let store = HKHealthStore(at: folder, permissions: .allowing)
      try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
      try await store.save(Samples.steps([Double(count)]))
      #expect(try await store.samples(Self.steps).count == count)
    }
  }

  @Test func `the user's own store is one for the whole process`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] {
        try #require(unsafe setenv(name, folder.path, 1) == 0)
      }
      let (one, other) = (HKHealthStore(), HKHealthStore())
      let steps = HKQuantityType(.stepCount)
      try await one.user.decide(true, toShare: [steps], read: [steps])
      let samples = Samples.steps([1])
      try await one.save(samples)
      #expect(try await other.samples(steps) == samples)
      #expect(FileManager.default.fileExists(atPath: folder.path + "/dyad/store.db"))
    }
  }

  @Test func `who waits for a daemon may hold every thread`() async throws {
    try await StoreUnderTest.run(.daemon) { test in
      let daemon = try #require(test.daemon)
      await withTaskGroup(of: HKAuthorizationStatus.self) { group in
        for _ in 0..<16 {
          group.addTask {
            HKHealthStore(daemon: URL(fileURLWithPath: daemon.folder), token: daemon.token)
              .authorizationStatus(for: Self.steps)
          }
        }
        for await status in group { #expect(status == .notDetermined) }
      }
      let wrong = HKHealthStore(daemon: URL(fileURLWithPath: daemon.folder), token: "wrong")
      #expect(await code { _ = try await wrong.samples(Self.steps) } == .errorAuthorizationDenied)
      #expect(
        await code { try await test.store.user.setBloodType(.oPositive) }
          == .errorHealthDataRestricted)
    }
  }

  @Test func `a daemon that is not there is an error that says what to do`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let store = HKHealthStore(daemon: folder, token: "none")
    do {
      _ = try await store.samples(Self.steps)
      Issue.record("there is no daemon")
    } catch let error as HKError {
      #expect(error.code == .errorDatabaseInaccessible)
      #expect(error.localizedDescription.contains("start 'dyadd'"))
    }
  }
}
