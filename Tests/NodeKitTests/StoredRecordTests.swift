internal import HealthModel
internal import HealthStorage
internal import ProtobufWire
internal import TestSupport
internal import Testing

@testable internal import LocalStore
@testable internal import NodeApps

// @testable: the records are the daemon's and the store's own.

/// What an earlier version stored is read, and the same is written: the formats are for good.
struct StoredRecordTests {
  private static func anchor(_ position: Int64) -> Anchor {
    Anchor(incarnation: Incarnation(rawValue: 0x0102_0304_0506_0708), position: position)
  }

  @Test func `the apps`() throws {
    let apps = [
      RegisteredApp(
        bundleIdentifier: "app.one", name: "One", readReason: "To show.",
        shareReason: "To keep.", user: 1_000, tokenDigest: [UInt8](repeating: 0xA5, count: 32),
        addedAt: 700_000_000.5),
      RegisteredApp(
        bundleIdentifier: "app.two", name: "", readReason: "", shareReason: "", user: 0,
        tokenDigest: [UInt8](repeating: 0x5A, count: 32), addedAt: 0),
    ]
    let stored = [UInt8](
      hex: """
        080112500a076170702e6f6e6512034f6e651a08546f2073686f772e2208546f206b6565702e28e8073220a5
        a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5390000408093dcc441122b0a07
        6170702e74776f32205a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a
        """)
    #expect(try AppRegistry.apps(decoding: stored) == apps)
    #expect(AppRegistry.encoded(apps) == stored)
  }

  @Test func `the apps of watches`() async throws {
    let watch = try #require(DeviceID([UInt8](repeating: 7, count: DeviceID.byteCount)))
    var apps = WatchApps()
    let nothing = AccessRequest(share: [], read: [])
    apps.note(
      AccessQuestion(
        id: 9, app: "app.one", request: nothing, askedAt: 700_000_000.5, name: "One",
        shareReason: "To keep.", readReason: "To show."), of: watch)
    apps.note(AccessQuestion(id: 10, app: "app.two", request: nothing, askedAt: 0), of: watch)
    guard case .setNodeRecord(_, let body) = apps.change else {
      Issue.record("it is not kept as a record")
      return
    }
    let stored = [UInt8](
      hex: """
        0a3a0a076170702e6f6e6512034f6e651a08546f2073686f772e2208546f206b6565702e2a0d070707070707
        07070707070707310000408093dcc4410a180a076170702e74776f2a0d07070707070707070707070707
        """)
    #expect(body == stored)
    let fixture = try SubscriptionFixture()
    let store = try await fixture.open()
    try await store.commit(.setNodeRecord(key: WatchApps.recordKey, body: stored))
    #expect(try await WatchApps.read(store) == apps)
  }

  /// An app's and the owner's, each of which says what the others leave out.
  private static func subscriptions() -> [Subscription] {
    var program = Subscription(
      .init(app: "app.one", name: "steps"), types: [.stepCount, .heartRate],
      frequency: .weekly, starting: .command(["/bin/true", "a b", ""]), at: anchor(3))
    program.failures = 300
    program.lastStart = 0
    let unit = Subscription(
      .init(app: nil, name: "all"), types: [], frequency: .immediate,
      starting: .unit("steps.service"), at: .beginning)
    let reader = Subscription(
      .init(app: nil, name: "reader"), types: [.heartRate], frequency: .hourly,
      starting: .nothing, at: anchor(1 << 40))
    return [program, unit, reader]
  }

  @Test func `subscriptions that stand at one place`() throws {
    let subscriptions = Self.subscriptions()
    // Written by version 1, which did not know of more places.
    let stored = [UInt8](
      hex: """
        08011283010a076170702e6f6e65120573746570731a21484b5175616e74697479547970654964656e746966
        69657253746570436f756e741a21484b5175616e74697479547970654964656e746966696572486561727452
        61746520042a092f62696e2f747275652a036120622a003a0b090807060504030201100340ac024900000000
        0000000012161203616c6c2001320d73746570732e73657276696365123f12067265616465721a21484b5175
        616e74697479547970654964656e74696669657248656172745261746520023a100908070605040302011080
        8080808020
        """)
    let read = try StoredSubscriptionsMessage.read(stored)
    #expect(read == Subscriptions(subscriptions))
  }

  @Test func `subscriptions that stand at a place for each type`() throws {
    var subscriptions = Self.subscriptions()
    subscriptions[0].places = [.heartRate: Self.anchor(5)]
    let stored = [UInt8](
      hex: """
        080212b5010a076170702e6f6e65120573746570731a21484b5175616e74697479547970654964656e746966
        69657253746570436f756e741a21484b5175616e74697479547970654964656e746966696572486561727452
        61746520042a092f62696e2f747275652a036120622a003a0b090807060504030201100340ac024900000000
        0000000052300a21484b5175616e74697479547970654964656e746966696572486561727452617465120b09
        0807060504030201100512161203616c6c2001320d73746570732e73657276696365123f1206726561646572
        1a21484b5175616e74697479547970654964656e74696669657248656172745261746520023a100908070605
        0403020110808080808020
        """)
    let read = try StoredSubscriptionsMessage.read(stored)
    #expect(read == Subscriptions(subscriptions))
    #expect(try StoredSubscriptionsMessage(subscriptions).encoded() == stored)
  }
}
