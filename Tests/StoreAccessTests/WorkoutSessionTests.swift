internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import StoreAccess
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct WorkoutSessionTests {
  private static let run = WorkoutPlan(.running, .outdoor)

  @Test(arguments: StoreKind.allCases)
  func `a session runs, is paused, resumed and ended`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let begun = try await store.app.change(WorkoutChange(beginning: Self.run))
      #expect(begun.state == .running)
      #expect(begun.plan == Self.run)
      #expect(begun.app == StoreUnderTest.appName)
      let kinds: [WorkoutSession.Moment.Kind] = [
        .paused, .paused, .resumed, .lap, .stopped, .ended,
      ]
      for kind in kinds {
        let session = try await store.app.change(WorkoutChange(kind))
        #expect(session.moments.last?.kind == kind)
      }
      let sessions = try await store.app.workoutSessions()
      #expect(sessions.map(\.uuid) == [begun.uuid])
      #expect(
        sessions[0].moments.map(\.kind) == [.started, .paused, .resumed, .lap, .stopped, .ended])
      await #expect(throws: ModelError.self) { try await store.app.change(WorkoutChange(.paused)) }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `whoever follows a session hears all of it`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let begun = try await store.app.change(WorkoutChange(beginning: Self.run, .prepared))
      let known = try await store.app.follow(begun.uuid, knowing: 1)
      var all = try await store.owner.follow(begun.uuid, knowing: 0).makeAsyncIterator()
      #expect(try await all.next() == begun)
      let started = try await store.app.change(WorkoutChange(.started))
      #expect(try await all.next() == started)
      // Another app's takes its place, which ends both feeds.
      _ = try await store.other.change(WorkoutChange(beginning: WorkoutPlan(.cycling)))
      let last = try #require(try await all.next())
      #expect(last.wasReplaced)
      #expect(try await all.next() == nil)
      var heard: [WorkoutSession] = []
      for try await session in known { heard.append(session) }
      #expect(heard.last == last)
      #expect(heard.allSatisfy { $0.moments.count > 1 })
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `other apps find nothing of it`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let begun = try await store.app.change(WorkoutChange(beginning: Self.run))
      let others = try await store.other.workoutSessions()
      #expect(others.isEmpty)
      await #expect(throws: ModelError.self) {
        try await store.other.change(WorkoutChange(.ended, to: begun.uuid))
      }
      await #expect(throws: ModelError.self) {
        var feed = try await store.other.follow(begun.uuid, knowing: 0).makeAsyncIterator()
        _ = try await feed.next()
      }
      #expect(try await store.owner.workoutSessions() == [begun])
      #expect(try await store.owner.change(WorkoutChange(.paused)).app == begun.app)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a plan that does not fit begins nothing`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let change = WorkoutChange(beginning: WorkoutPlan(.running, swimmingLocation: .pool))
      await #expect(throws: ModelError.self) { try await store.app.change(change) }
      let sessions = try await store.owner.workoutSessions()
      #expect(sessions.isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a workout that is saved twice is one, with all of its samples`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      let begun = try await store.owner.change(WorkoutChange(beginning: Self.run))
      let start = try #require(begun.startDate)
      let energy = Sample(
        uuid: StoreUnderTest.uuid(), type: .activeEnergyBurned, start: start, end: start,
        value: .quantity(Quantity(5, .kilocalorie)), source: .unsaid)
      try await store.owner.save([SampleRun(energy)])
      let stopped = try await store.owner.change(WorkoutChange(.stopped))
      let figures = try await store.owner.figures(of: stopped, at: start)
      for _ in 0..<2 {
        #expect(try await store.owner.saveWorkout(of: stopped, figures) == 1)
      }
      let query = SampleQuery(.workout, where: .constant(true))
      #expect(try await store.owner.samples(query).all().reduce(0) { $0 + $1.count } == 1)
    }
  }

  @Test func `a session outlives its store's process`() async throws {
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder: folder.file("store"))
    var begun: WorkoutSession
    do {
      let store = try await LocalStore.open(location)
      begun = try await OwnerSession(store).change(WorkoutChange(beginning: Self.run))
      try await store.close()
    }
    let store = try await LocalStore.open(location)
    #expect(try await OwnerSession(store).workoutSessions() == [begun])
    try await store.recoverWorkout()
    begun = try #require(try await OwnerSession(store).workoutSessions().first)
    #expect(begun.moments.map(\.kind) == [.started, .recovered])
    #expect(begun.state == .running)
    // Whoever follows hears that the store is closed, and may follow again.
    var feed = try await OwnerSession(store).follow(begun.uuid, knowing: 2).makeAsyncIterator()
    try await store.close()
    #expect(await feed.next() == nil)
  }
}
