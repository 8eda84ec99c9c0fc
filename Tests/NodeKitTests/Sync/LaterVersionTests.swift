internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeSync

// What the daemon is put together from is nobody else's.

/// An app on both nodes that saves versions of the same things: of each the highest stays.
@Suite(.timeLimit(.minutes(4))) struct LaterVersionTests {
  private static let app = SourceRevision(
    source: Source(bundleIdentifier: "app", name: "App"), version: "1")
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func steps(_ name: String, _ version: Int64, _ store: LocalStore) -> Sample {
    var entropy = Entropy()
    var sequence = UUIDSequence(using: &entropy)
    return Sample(
      uuid: sequence.take(for: .stepCount), type: .stepCount,
      start: store.clock.now - 60, end: store.clock.now - 30,
      value: .quantity(Quantity(Double(version), .count)), source: app,
      metadata: [
        "HKMetadataKeySyncIdentifier": .string(name), "HKMetadataKeySyncVersion": .integer(version),
      ])
  }

  /// Pairs that may share and read all of what is saved here.
  private func pair() async throws -> (EnginePair, phone: AppSession, watch: AppSession) {
    let pair = try await EnginePair(folder)
    var decision = AccessDecision()
    for type in [ObjectType.stepCount, .workout] {
      (decision.share[type], decision.read[type]) = (true, true)
    }
    try await pair.phone.store.decide(decision, for: "app")
    try await pair.phone.shareDecisions()
    let connection = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    await connection.cut()
    return (
      pair, AppSession(pair.phone.store, as: Self.app), AppSession(pair.watch.store, as: Self.app)
    )
  }

  private static func stored(_ store: LocalStore) async throws -> [Sample] {
    try await store.samples(SampleQuery(.stepCount)).all()
      .flatMap { run in (0..<run.count).map { run[$0] } }
  }

  @Test(arguments: [(2, 1), (1, 2), (3, 3)] as [(Int64, Int64)])
  func `the higher one stays on both, with its place in a workout`(
    onPhone: Int64, onWatch: Int64
  ) async throws {
    let (pair, phone, watch) = try await pair()
    let (one, other) = (
      Self.steps("a", onPhone, pair.phone.store), Self.steps("a", onWatch, pair.watch.store)
    )
    let workout = Sample(
      uuid: SampleUUID(base: 7, counter: 1), type: .workout, start: one.start, end: one.end,
      value: .object(.workout(Workout(activity: 37, duration: 30))), source: Self.app)
    try await watch.save([SampleRun(workout), SampleRun(other)])
    try await watch.add([SampleRun(other)], to: workout.uuid)
    try await phone.save([SampleRun(one)])
    let connection = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    // What the phone decided on is told as the comparison before it ends.
    try await pair.watch.store.until { try await $0.steps().count == 1 }
    try await pair.watch.settle(with: nil, reconciling: false)
    // Of equal ones the phone may keep either.
    let kept = try await pair.phone.store.steps()
    #expect(kept.count == 1)
    if onPhone != onWatch { #expect(kept == [onPhone > onWatch ? one.uuid : other.uuid]) }
    for store in [pair.phone.store, pair.watch.store] {
      let query = SampleQuery(.stepCount, where: .memberOf(workout: workout.uuid))
      #expect(Set(try await store.samples(query).all().flatMap(\.uuids)) == kept)
      #expect(try await store.verify().isSound)
    }
    await connection.cut()
    try await pair.close()
  }

  @Test(arguments: [UInt64](1...6))
  func `whenever they meet, both end with the highest of each thing`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (pair, phone, watch) = try await pair()
    var highest: [String: Int64] = [:]
    var connection: Connection?
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        if let open = connection {
          await open.cut()
          connection = nil
        } else {
          connection = pair.connect(callingFrom: Bool.random(using: &random) ? .phone : .watch)
        }
      default:
        let isOnPhone = Bool.random(using: &random)
        let count = Int.random(in: 1...4, using: &random)
        let store = isOnPhone ? pair.phone.store : pair.watch.store
        let samples = (0..<count).map { _ in
          let (name, version) = (
            "thing \(Int.random(in: 0..<6, using: &random))",
            Int64.random(in: 1...40, using: &random)
          )
          highest[name] = max(highest[name] ?? 0, version)
          return Self.steps(name, version, store)
        }
        try await (isOnPhone ? phone : watch).save(samples.map { SampleRun($0) })
      }
    }
    let last = connection ?? pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    let count = highest.count
    try await pair.phone.store.until { try await $0.steps().count == count }
    try await pair.watch.store.until { try await $0.steps().count == count }
    for store in [pair.phone.store, pair.watch.store] {
      let versions = try await Self.stored(store).map { sample -> (String, Int64) in
        guard case .string(let name) = sample.metadata["HKMetadataKeySyncIdentifier"],
          case .integer(let version) = sample.metadata["HKMetadataKeySyncVersion"]
        else { return ("", 0) }
        return (name, version)
      }
      #expect(Dictionary(versions) { max($0, $1) } == highest)
      #expect(versions.count == count)
    }
    await last.cut()
    try await pair.close()
  }
}
