internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeSync

// What the daemon is put together from is nobody else's.

/// What a phone does with what a watch says is deleted, over real stores (R28).
@Suite(.timeLimit(.minutes(4))) struct EngineTrustTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a day of samples deleted on the watch is deleted on the phone without a question`()
    async throws
  {
    let pair = try await EnginePair(folder)
    let connection = pair.connect()
    let uuids = try await pair.watch.store.saveSteps(17_280, base: 1)
    try await pair.phone.store.until { try await $0.steps().count == uuids.count }
    try await pair.watch.store.commit(.delete(Change.Deletion(.uuids(uuids))))
    try await pair.phone.store.until { try await $0.steps().isEmpty }
    #expect(await pair.phone.status(of: pair.watchID).held.isEmpty)
    // In as many parts as it came, it is one deletion, and taken back on both.
    let removals = try await pair.phone.store.removals()
    #expect(removals.map(\.actor) == [.peer(pair.watchID)])
    #expect(removals.first?.counts == [.stepCount: 17_280])
    try await pair.phone.store.commit(.undo(try #require(removals.first).id))
    try await pair.watch.store.until { try await $0.steps().count == 17_280 }
    #expect(try await pair.watch.store.steps() == pair.phone.store.steps())
    #expect(try await pair.watch.store.steps().isDisjoint(with: uuids))
    await connection.cut()
    try await pair.close()
  }

  @Test(arguments: [true, false])
  func `what is held stays until somebody decides, through a new start`(
    accepts: Bool
  ) async throws {
    let pair = try await EnginePair(folder)
    _ = try await pair.watch.setWindow(60 * 86_400)
    let old = try await pair.phone.store.saveOldSteps(105, daysAgo: 30)
    let connection = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    #expect(try await pair.watch.store.steps() == Set(old))
    try await pair.watch.store.commit(.delete(Change.Deletion(.uuids(old))))
    try await pair.watch.settle(with: nil, reconciling: false)
    #expect(try await pair.phone.store.steps() == Set(old.suffix(5)))
    #expect(await pair.phone.status(of: pair.watchID).held == [.stepCount: 5])
    // Who has nothing of it left to send says so.
    #expect(await pair.phone.status(of: pair.watchID).state == .settled)

    try await pair.phone.answerBrake(of: pair.watchID, accepts: accepts)
    await connection.cut()
    let again = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    #expect(await pair.phone.status(of: pair.watchID).held.isEmpty)
    let (here, there) = (
      try await pair.phone.store.steps(), try await pair.watch.store.steps()
    )
    #expect(here == there)
    #expect(here.count == (accepts ? 0 : 5))
    // Copies, as the watch has the others for deleted.
    #expect(here.isDisjoint(with: old))
    let ends = try await pair.watch.store.samples(SampleQuery(.stepCount)).all().flatMap(\.ends)
    #expect(Set(ends) == (accepts ? [] : try await pair.phone.store.ends(of: here)))
    await #expect(throws: SettleFailure.self) {
      try await pair.phone.answerBrake(of: pair.watchID, accepts: accepts)
    }
    await again.cut()
    try await pair.close()
  }

  @Test(arguments: [true, false])
  func `settings that the phone did not seal wait until somebody decides`(
    accepts: Bool
  ) async throws {
    let pair = try await EnginePair(folder)
    let grant = Grant(share: .authorized, read: .authorized)
    try await pair.phone.store.commit(.setGrant(grant, app: "app", type: .stepCount))
    let connection = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    await connection.cut()
    try await pair.watch.store.withSyncStore { store in
      store.record.settings.version.number += 5
      store.record.settings.access = []
      try store.commit()
    }
    let sham = pair.connect()
    _ = await sham.phone.result
    let status = await pair.phone.status(of: pair.watchID)
    #expect(status.isUnsealed && status.state == .braked)
    await #expect(throws: SettleFailure.braked) {
      try await pair.phone.settle(with: nil, reconciling: false)
    }
    #expect(try await pair.phone.store.permits(grant))
    await sham.cut()

    try await pair.phone.answerBrake(of: pair.watchID, accepts: accepts)
    #expect(try await pair.phone.store.permits(grant) != accepts)
    let again = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    #expect(await !pair.phone.status(of: pair.watchID).isUnsealed)
    await again.cut()
    try await pair.close()
  }

  @Test func `a copy takes the place of what it is a copy of`() async throws {
    let store = try await LocalStore.open(StoreLocation(folder: folder.file("store")))
    let source = SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))
    let now = store.clock.now - 100
    let members = (1...2).map { SampleUUID(base: 7, counter: $0) }
    var held = Members()
    for uuid in members {
      held.append(uuid, of: .dietaryFatTotal)
      let fat = Sample(
        uuid: uuid, type: .dietaryFatTotal, start: now, end: now,
        value: .quantity(Quantity(1, .gram())), source: source)
      try await store.commit(.save(Change.Save([SampleRun(fat)])))
    }
    let group = Sample(
      uuid: SampleUUID(base: 8, counter: 1),
      type: ObjectType("HKCorrelationTypeIdentifierFood"), start: now, end: now,
      value: .object(.correlation(held)), source: source)
    try await store.commit(.save(Change.Save([SampleRun(group)])))
    let left = try await store.withSyncStore { store in
      let dots = try store.live(among: store.vector)
        .restricted(to: .only([.dietaryFatTotal]))
      let left = try store.saveAgain(dots, at: now)
      try store.commit()
      return left
    }
    #expect(left.isEmpty)
    let copies = Set(
      try await store.samples(SampleQuery(.dietaryFatTotal)).all().flatMap(\.uuids))
    #expect(copies.count == 2 && copies.isDisjoint(with: members))
    let groups = try await store.samples(SampleQuery(group.type)).all()
    #expect(groups.reduce(0) { $0 + $1.count } == 1)
    for case .objects(let bodies) in groups.map(\.payload) {
      for case .correlation(let members) in bodies { #expect(Set(members.uuids) == copies) }
    }
    try await store.close()
  }
}

extension LocalStore {
  /// Whether exactly this is decided for the one app that there is.
  fileprivate func permits(_ grant: Grant) async throws -> Bool {
    try await withSyncStore { try $0.sharedDecisions().access.map(\.grant) == [grant] }
  }

  /// Saves steps that ended so many days ago.
  fileprivate func saveOldSteps(_ count: Int, daysAgo: Double) async throws -> [SampleUUID] {
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for counter in 0..<count {
      let start = clock.now - daysAgo * 86_400 + Double(counter)
      run.append(
        Sample(
          uuid: SampleUUID(base: 7, counter: UInt64(counter)), type: .stepCount, start: start,
          end: start + 1, value: .quantity(Quantity(1, .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))))
    }
    try await commit(.save(Change.Save([run])))
    return run.uuids
  }

  /// When some steps ended.
  fileprivate func ends(of uuids: Set<SampleUUID>) async throws -> Set<Double> {
    var ends: Set<Double> = []
    for run in try await samples(SampleQuery(.stepCount)).all() {
      for (row, uuid) in run.uuids.enumerated() where uuids.contains(uuid) {
        ends.insert(run.ends[row])
      }
    }
    return ends
  }
}
