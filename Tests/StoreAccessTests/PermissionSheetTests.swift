internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import StoreAccess
internal import Synchronization
internal import Testing

/// Who answers what an app of an embedded store asks for.
@Suite(.timeLimit(.minutes(5))) struct PermissionSheetTests {
  private static let request = AccessRequest(share: [.heartRate], read: [.stepCount])

  private static func app(
    _ sheet: PermissionSheet
  ) async throws -> (app: any AppAccess, store: LocalStore) {
    let store = try await LocalStore.openInMemory()
    let source = Source(bundleIdentifier: StoreUnderTest.appName, name: "App")
    let session = AppSession(store, as: SourceRevision(source: source))
    return (EmbeddedAccess(session, asking: sheet), store)
  }

  private static func status(
    _ app: any AppAccess, of type: ObjectType = .heartRate
  ) async throws -> AuthorizationStatus? {
    try await app.authorizationStatuses(of: [type])[type]
  }

  @Test func `a closure hears who asks for what and why, and only once`() async throws {
    let questions = Mutex<[AccessQuestion]>([])
    let sheet = PermissionSheet(readReason: "To show it.", shareReason: "To keep it.") { question in
      questions.withLock { $0.append(question) }
      return AccessDecision(true, to: question.request)
    }
    let (app, _) = try await Self.app(sheet)
    #expect(try await app.requestAuthorization(Self.request))
    #expect(try await app.requestAuthorization(Self.request))
    #expect(try await Self.status(app) == .sharingAuthorized)
    let asked = questions.withLock { $0 }
    #expect(asked.count == 1)
    #expect(asked.first?.app == StoreUnderTest.appName)
    #expect(asked.first?.request == Self.request)
    #expect(asked.first?.readReason == "To show it.")
    #expect(asked.first?.shareReason == "To keep it.")
    // The type that is new is asked for, and no other.
    let more = AccessRequest(share: [.heartRate, .bodyMass])
    #expect(try await app.requestAuthorization(more))
    let last = questions.withLock { $0.last }
    #expect(last?.request == AccessRequest(share: [.bodyMass]))
  }

  @Test func `requests that come at once ask once`() async throws {
    let count = Mutex(0)
    let (app, _) = try await Self.app(
      PermissionSheet { question in
        count.withLock { $0 += 1 }
        await Task.yield()
        return AccessDecision(true, to: question.request)
      })
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<10 { group.addTask { try await app.requestAuthorization(Self.request) } }
      while let isDecided = try await group.next() { #expect(isDecided) }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `a stored decision answers what it knows, and nothing else`() async throws {
    let decision = AccessDecision(share: [.heartRate: false, .bodyMass: true])
    let (app, _) = try await Self.app(.stored(decision))
    #expect(try await !app.requestAuthorization(Self.request))
    #expect(try await Self.status(app) == .sharingDenied)
    // It was not asked for.
    #expect(try await Self.status(app, of: .bodyMass) == .notDetermined)
    #expect(try await app.shouldRequest(AccessRequest(read: [.stepCount])))
  }

  @Test func `whoever does not wait is answered later`() async throws {
    let (opened, open) = AsyncStream<Void>.makeStream()
    let (app, store) = try await Self.app(
      PermissionSheet { question in
        for await _ in opened {}
        return AccessDecision(true, to: question.request)
      })
    let decided = store.wakeups(for: [.heartRate])
    #expect(try await !app.requestAuthorization(Self.request, waits: false))
    #expect(try await Self.status(app) == .notDetermined)
    open.finish()
    for await _ in decided { break }
    #expect(try await Self.status(app) == .sharingAuthorized)
  }

  @Test func `cancelling the wait leaves the question`() async throws {
    let (opened, open) = AsyncStream<Void>.makeStream()
    let (asked, isAsked) = AsyncStream<Void>.makeStream()
    let (app, store) = try await Self.app(
      PermissionSheet { question in
        isAsked.finish()
        for await _ in opened {}
        return AccessDecision(true, to: question.request)
      })
    let decided = store.wakeups(for: [.heartRate])
    let waiting = Task { try await app.requestAuthorization(Self.request) }
    for await _ in asked {}
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    open.finish()
    for await _ in decided { break }
    #expect(try await Self.status(app) == .sharingAuthorized)
  }

  @Test func `lines are asked for one after the other until they end`() async throws {
    let answers = Mutex(["no", "YES"][...])
    let shown = Mutex<[String]>([])
    let sheet = PermissionSheet.lines(readReason: "To show it.") { line in
      shown.withLock { $0.append(line) }
    } readLine: {
      answers.withLock { $0.popFirst() }
    }
    let (app, _) = try await Self.app(sheet)
    let request = AccessRequest(share: [.heartRate], read: [.bodyMass, .stepCount])
    #expect(try await !app.requestAuthorization(request))
    #expect(try await Self.status(app) == .sharingDenied)
    #expect(try await !app.shouldRequest(AccessRequest(read: [.bodyMass])))
    #expect(try await app.shouldRequest(AccessRequest(read: [.stepCount])))
    #expect(
      shown.withLock { $0 } == [
        "May App save heartRate? yes or no", "App wants to read: To show it.",
        "May App read bodyMass? yes or no", "May App read stepCount? yes or no",
      ])
  }

  @Test func `the store of a watch asks nobody, for its phone decides`() async throws {
    let (app, store) = try await Self.app(.always(true))
    try await store.withSyncStore {
      $0.record.settings.version = WatchSettings.Version(number: 1, incarnation: nil)
    }
    let error = await #expect(throws: ModelError.self) {
      try await app.requestAuthorization(Self.request)
    }
    #expect(error?.code == .healthDataRestricted)
    let owner = EmbeddedAccess(OwnerSession(store))
    await #expect(throws: ModelError.self) { try await owner.setCharacteristic(.bloodType(3)) }
    await #expect(throws: ModelError.self) { try await owner.setSourceOrder([], of: .stepCount) }
    await #expect(throws: ModelError.self) {
      try await owner.setPreferredUnit(nil, of: .heartRate)
    }
  }

  @Test func `what nobody can permit is not asked for`() async throws {
    let (app, _) = try await Self.app(.always(true))
    for request in [AccessRequest(), AccessRequest(share: [.bloodPressure])] {
      let error = await #expect(throws: ModelError.self) {
        try await app.requestAuthorization(request)
      }
      #expect(error?.code == .invalidArgument)
    }
  }
}
