internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// Which store is opened where.
@Suite(.timeLimit(.minutes(2))) struct OpenedStoreTests {
  private static let source = SourceRevision(
    source: Source(bundleIdentifier: StoreUnderTest.appName, name: "App"))

  @Test func `without a daemon the store is of this process, and kept`() async throws {
    let folder = try TemporaryFolder()
    let places = NodePlaces(folder: folder.path)
    #expect(try await OpenedStore<any OwnerAccess>(ofDaemonAt: places) == nil)
    // Each is let go of at the end of a closure.
    try await { () async throws -> Void in
      let first = try await OpenedStore<any OwnerAccess>.open(places)
      #expect(first.access.isExclusive)
      try await first.access.save([StoreUnderTest.run(.heartRate, [60])])
      try await first.close()
      // There is nothing left to do.
      try await first.close()
    }()
    try await { () async throws -> Void in
      let second = try await OpenedStore<any AppAccess>.open(
        places, as: Self.source, asking: .always(true))
      let statuses = try await second.access.authorizationStatuses(of: [.heartRate])
      #expect(statuses == [.heartRate: .notDetermined])
      try await second.close()
    }()
    let third = try await OpenedStore<any OwnerAccess>.open(places)
    #expect(try await third.access.counts() == [.heartRate: 1])
    try await third.close()
  }

  @Test func `where a daemon runs it is asked, by apps with their tokens`() async throws {
    let folder = try TemporaryFolder()
    let places = NodePlaces(folder: folder.path)
    let program = try StoreUnderTest.startDaemon(places)
    let owner = try await OpenedStore<any OwnerAccess>.open(places)
    #expect(!owner.access.isExclusive)
    let unknown = await #expect(throws: SystemError.self) {
      try await OpenedStore<any AppAccess>.open(places, as: Self.source, asking: .always(true))
    }
    #expect(unknown?.code == .notFound)
    await #expect(throws: DaemonUnreachable.self) {
      try await OpenedStore<any AppAccess>.open(
        places, as: Self.source, asking: .always(true), token: "made up")
    }
    try await StoreUnderTest.withOwner(places) { client in
      _ = try await StoreUnderTest.addApp(StoreUnderTest.appName, client)
    }
    let app = try await OpenedStore<any AppAccess>.open(
      places, as: Self.source, asking: .always(true))
    let request = AccessRequest(share: [.heartRate])
    #expect(try await app.access.shouldRequest(request))
    try await app.close()
    try await owner.close()
    _ = program
  }

  @Test func `a daemon that holds the store and does not listen is not passed over`() async throws {
    let folder = try TemporaryFolder()
    let places = NodePlaces(folder: folder.path)
    let lock = try FileLock(path: places.lock)
    let error = await #expect(throws: DaemonUnreachable.self) {
      try await OpenedStore<any OwnerAccess>.open(places)
    }
    guard case .notListening? = error?.reason else {
      Issue.record("it says something else")
      return
    }
    _ = consume lock
  }

  @Test func `stores in memory are apart`() async throws {
    let one = try await OpenedStore<any AppAccess>.inMemory(as: Self.source, asking: .always(true))
    let other = try await OpenedStore<any AppAccess>.inMemory(
      as: Self.source, asking: .always(true))
    let request = AccessRequest(share: [.heartRate])
    #expect(try await one.access.shouldRequest(request))
    try await one.close()
    #expect(try await other.access.shouldRequest(request))
    try await other.close()
  }
}
