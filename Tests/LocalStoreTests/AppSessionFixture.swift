internal import HealthModel
internal import LocalStore
private import SystemCore
private import TestSupport

/// A store of its own for one test, with apps and samples for it.
final class AppSessionFixture: Sendable {
  static let app = "app.one"
  static let other = "app.two"

  let store: LocalStore
  private let folder: TemporaryFolder

  /// What the store's clock shows.
  static let now = 700_000_000.0

  init() async throws {
    folder = try TemporaryFolder()
    store = try await LocalStore.open(
      StoreLocation(folder: folder.file("store")), clock: WallClock { Self.now })
  }

  /// An app's session; the source of what it saves is `bundle` at version 7.
  func session(_ bundle: String = app) -> AppSession {
    AppSession(store, as: Self.source(bundle))
  }

  static func source(_ bundle: String) -> SourceRevision {
    SourceRevision(source: Source(bundleIdentifier: bundle, name: "App"), version: "7")
  }

  /// The user lets an app share and read types, and denies it others.
  func grant(
    _ bundle: String = app, share: [ObjectType] = [], read: [ObjectType] = [],
    denyingShare: [ObjectType] = [], denyingRead: [ObjectType] = []
  ) async throws {
    var decision = AccessDecision()
    for type in share { decision.share[type] = true }
    for type in denyingShare { decision.share[type] = false }
    for type in read { decision.read[type] = true }
    for type in denyingRead { decision.read[type] = false }
    try await store.decide(decision, for: bundle)
  }

  /// One of a base of its own, whoever saves the object.
  func uuid() -> SampleUUID { uuids(1, of: .stepCount)[0] }

  /// So many of one base, for one app.
  func uuids(_ count: Int, of type: ObjectType) -> [SampleUUID] {
    var entropy = Entropy()
    var sequence = UUIDSequence(using: &entropy)
    return sequence.take(count, for: type)
  }

  /// Samples of one quantity type, a minute apart, which claim to be of somebody else.
  func run(_ type: ObjectType, _ values: [Double], device: Device? = nil) -> SampleRun {
    let unit = type.description?.canonicalUnit ?? .count
    var run = SampleRun(
      empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    let uuids = uuids(values.count, of: type)
    for (index, value) in values.enumerated() {
      run.append(
        Sample(
          uuid: uuids[index], type: type, start: Double(60 * index), end: Double(60 * index + 30),
          value: .quantity(Quantity(value, unit)), source: Self.source("app.liar"), device: device))
    }
    return run
  }

  /// One object that is no single number.
  func object(_ type: ObjectType, _ body: ObjectBody, end: Double = 600) -> SampleRun {
    SampleRun(
      Sample(
        uuid: uuid(), type: type, start: 0, end: end, value: .object(body),
        source: Self.source("app.liar")))
  }

  /// A workout without events.
  func workout() -> SampleRun {
    object(.workout, .workout(Workout(activity: 37, duration: 600)))
  }

  /// A systolic and a diastolic reading, and the blood pressure of both.
  func pressure() -> [SampleRun] {
    let systolic = run(.bloodPressureSystolic, [120])
    let diastolic = run(.bloodPressureDiastolic, [80])
    var members = Members()
    members.append(systolic.uuids[0], of: systolic.type)
    members.append(diastolic.uuids[0], of: diastolic.type)
    return [systolic, diastolic, object(.bloodPressure, .correlation(members))]
  }

  /// Everything of a type, as the user sees it.
  func stored(_ type: ObjectType) async throws -> [Sample] {
    try await store.samples(SampleQuery(type)).all().flatMap { run in run.indices.map { run[$0] } }
  }
}

extension SampleRun {
  var indices: Range<Int> { 0..<count }
}

extension AppSession {
  /// The UUIDs of everything that the app sees of a type.
  func seen(_ type: ObjectType) async throws -> Set<SampleUUID> {
    Set(try await samples(SampleQuery(type)).all().flatMap(\.uuids))
  }
}
