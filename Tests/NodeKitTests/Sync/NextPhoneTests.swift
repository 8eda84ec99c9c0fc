internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SyncCore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeLog
@testable internal import NodeSync

// What the daemon is put together from is nobody else's.

/// A watch that goes from one phone to another.
@Suite(.timeLimit(.minutes(4))) struct NextPhoneTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What a phone's owner allows an app, and how often that is decided anew.
  private static func decide(
    _ type: ObjectType, for app: String, on phone: SyncEngine, times: Int = 1
  ) async throws {
    for round in 0..<times {
      try await phone.store.decide(
        AccessDecision(share: [type: true], read: [type: round % 2 == 0]), for: app)
      try await phone.shareDecisions()
    }
  }

  @Test(arguments: [false, true])
  func `what one phone decided is nothing to the next`(isUnpairedBetween: Bool) async throws {
    let pair = try await EnginePair(folder)
    let name = "org.example.app"
    let revision = SourceRevision(source: Source(bundleIdentifier: name, name: "App"))
    let app = AppSession(pair.watch.store, as: revision)
    try await pair.phone.store.setCharacteristic(.bloodType(3))
    try await Self.decide(.stepCount, for: name, on: pair.phone, times: 9)
    let first = pair.connect()
    try await pair.watch.store.until { _ in app.authorizationStatus(of: .stepCount) == .authorized }
    let number = pair.watch.store.syncRecord.settings.version.number
    let other = try #require(DeviceID(Array(repeating: 4, count: DeviceID.byteCount)))
    if isUnpairedBetween { try await pair.watch.setPeers([]) }
    try await pair.watch.setPeers([other])
    // Before the other phone has said a word.
    #expect(app.authorizationStatus(of: .stepCount) == .notDetermined)
    #expect(pair.watch.store.syncRecord.settings.version == .none)
    let blood = try await pair.watch.store.characteristic(.bloodType)
    #expect(blood == .notSet(.bloodType))
    await first.cut()

    let store = try await LocalStore.open(StoreLocation(folder: folder.file("other")))
    let phone = SyncEngine(store, role: .phone, log: Log(.error, to: DroppedLines()))
    let run = Task { await phone.run() }
    try await phone.setPeers([pair.watchID])
    try await Self.decide(.heartRate, for: name, on: phone)
    let second = pair.connect(to: phone, other)
    try await pair.watch.store.until { _ in app.authorizationStatus(of: .heartRate) == .authorized }
    #expect(app.authorizationStatus(of: .stepCount) == .notDetermined)
    let version = pair.watch.store.syncRecord.settings.version
    #expect(version == store.syncRecord.peers[pair.watchID]?.settings.version)
    #expect(version.number < number)
    // Nor is what the other phone decided narrowed by it.
    let own = AppSession(store, as: revision)
    #expect(own.authorizationStatus(of: .heartRate) == .authorized)
    let unset = try await store.characteristic(.bloodType)
    #expect(unset == .notSet(.bloodType))
    await second.cut()
    run.cancel()
    await run.value
    try await store.close()
    try await pair.close()
  }

  @Test func `a session of another device than the phone ends`() async throws {
    let pair = try await EnginePair(folder)
    let other = try #require(DeviceID(Array(repeating: 4, count: DeviceID.byteCount)))
    let (there, back) = (Pipe(), Pipe())
    let wasReady = try await pair.watch.run(
      with: other, over: SyncWire(send: there.send, receive: back.receive), dialed: false)
    #expect(!wasReady)
    #expect(pair.watch.session(with: other) == nil)
    try await pair.close()
  }

  @Test func `a session is new for 15 seconds, and was not ready where a brake stopped it`() throws
  {
    let peer = try #require(DeviceID(Array(repeating: 4, count: DeviceID.byteCount)))
    let now = ContinuousClock.now
    let session = SyncSession(with: peer, wasDialed: false, beginning: now)
    #expect(session.isNew(at: now + .milliseconds(14_999), calling: .seconds(15)))
    #expect(!session.isNew(at: now + .seconds(15), calling: .seconds(15)))
    session.noteReady()
    #expect(session.wasReady)
    session.send([OutgoingMessage(.ended(SessionEnd(.brake, "too many")))])
    #expect(!session.wasReady)
    session.noteReady()
    #expect(!session.wasReady)
  }
}
