internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import RPCInProcess
internal import TestSupport
internal import Testing

@testable internal import NodeApps
@testable internal import NodeLog
@testable internal import NodeSync

// @testable: the service is the daemon's own.
struct SubscriptionServiceTests {
  private let fixture: SubscriptionFixture

  init() throws {
    fixture = try SubscriptionFixture()
  }

  /// Lends a client that is the owner's.
  private func withOwner<Result: Sendable>(
    of subscriptions: KeptSubscriptions, _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let (store, door) = (subscriptions.store, CallerDoor(apps: nil))
    let log = Log(.debug, to: fixture.events)
    var router = CallerRouter(door)
    let engine = SyncEngine(store, role: .phone, log: log)
    StoreService(
      store: store, door: door, requests: KnownMessenger(.phone).requests(over: store),
      engine: engine, watches: WatchWorkouts(store, engine) { [] },
      seal: try await AnchorSeal.open(store), log: log
    ).add(to: &router)
    return try await withServices(of: router, body)
  }

  private func request(_ change: (inout SubscriptionMessage) -> Void = { _ in }) -> SubscribeRequest
  {
    var subscription = SubscriptionMessage()
    subscription.name = "steps"
    subscription.types = [ObjectType.stepCount.identifier]
    change(&subscription)
    var request = SubscribeRequest()
    request.subscription = subscription
    return request
  }

  @Test func `types are named as everywhere else, and a slip is named`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    try await withOwner(of: subscriptions) { client in
      _ = try await client.call(StoreMethods.subscribe, request { $0.types = ["stepCount"] })
      let list = try await client.call(
        StoreMethods.listSubscriptions, ListSubscriptionsRequest())
      #expect(list.subscriptions.map(\.types) == [[ObjectType.stepCount.identifier]])
      let error = try await #require(throws: RPCError.self) {
        _ = try await client.call(StoreMethods.subscribe, request { $0.types = ["heartRte"] })
      }
      #expect(error.detail.contains("'heartRte' is no type; heartRate is meant?"))
    }
  }

  @Test func `a subscription is made, listed, acknowledged and ended`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let here = try await fixture.save(in: store)
    try await withOwner(of: subscriptions) { client in
      let made = try await client.call(
        StoreMethods.subscribe,
        request {
          $0.frequency = .daily
          $0.command = ["/bin/true", "word"]
        })
      #expect(try made.anchor == here.encoded())
      let there = try await fixture.save(in: store)
      _ = try await subscriptions.noteStart(Subscription.Key(app: nil, name: "steps"))

      var wanted = try #require(request().subscription)
      wanted.frequency = .daily
      wanted.command = ["/bin/true", "word"]
      wanted.anchor = made.anchor
      wanted.failures = 1
      let list = try await client.call(StoreMethods.listSubscriptions, ListSubscriptionsRequest())
      #expect(list.subscriptions == [wanted])

      var acknowledgement = AcknowledgeRequest()
      acknowledgement.name = "steps"
      acknowledgement.anchor = try there.encoded()
      _ = try await client.call(StoreMethods.acknowledge, acknowledgement)
      wanted.anchor = acknowledgement.anchor
      wanted.failures = 0
      let later = try await client.call(StoreMethods.listSubscriptions, ListSubscriptionsRequest())
      #expect(later.subscriptions == [wanted])

      var end = UnsubscribeRequest()
      end.name = "steps"
      _ = try await client.call(StoreMethods.unsubscribe, end)
      let none = try await client.call(StoreMethods.listSubscriptions, ListSubscriptionsRequest())
      #expect(none.subscriptions.isEmpty)
      let error = await #expect(throws: RPCError.self) {
        try await client.call(StoreMethods.acknowledge, acknowledgement)
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test func `one begins where it says`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let first = try await fixture.save(in: store)
    try await fixture.save(in: store)
    try await withOwner(of: subscriptions) { client in
      let anchor = try first.encoded()
      let made = try await client.call(
        StoreMethods.subscribe, request { $0.anchor = anchor })
      #expect(made.anchor == anchor)
      let wrong = try Anchor(incarnation: store.incarnation, position: 99).encoded()
      let error = await #expect(throws: RPCError.self) {
        try await client.call(
          StoreMethods.subscribe,
          request {
            $0.name = "other"
            $0.anchor = wrong
          })
      }
      #expect(error?.code == .outOfRange)
      #expect(error?.metadata[all: StoreTrailers.startOver] == [.text("1")])
    }
  }

  enum Flaw: String, CaseIterable, Sendable {
    case noName, longName, slash, control, noType, unknownType, noSample, relativePath, longWord
    case manyWords, zeroByte, both, noUnit, optionUnit, pathUnit, anchor

    func apply(_ subscription: inout SubscriptionMessage) {
      switch self {
      case .noName: subscription.name = ""
      case .longName: subscription.name = String(repeating: "a", count: 129)
      case .slash: subscription.name = "a/b"
      case .control: subscription.name = "a\nb"
      case .noType: subscription.types = []
      case .unknownType: subscription.types = ["steps"]
      case .noSample: subscription.types = ["HKCharacteristicTypeIdentifierBloodType"]
      case .relativePath: subscription.command = ["true"]
      case .longWord:
        subscription.command = ["/bin/true", String(repeating: "a", count: 4_097)]
      case .manyWords: subscription.command = [String](repeating: "/bin/true", count: 33)
      case .zeroByte: subscription.command = ["/bin/true", "a\0"]
      case .both:
        subscription.command = ["/bin/true"]
        subscription.unit = "a.service"
      case .noUnit: subscription.unit = "steps"
      case .optionUnit: subscription.unit = "--all.service"
      case .pathUnit: subscription.unit = "../a.service"
      case .anchor: subscription.anchor = [0xFF]
      }
    }
  }

  @Test(arguments: Flaw.allCases)
  func `what cannot be subscribed is refused and leaves nothing`(flaw: Flaw) async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    try await withOwner(of: subscriptions) { client in
      let error = await #expect(throws: RPCError.self) {
        try await client.call(StoreMethods.subscribe, request(flaw.apply))
      }
      #expect(error?.code != .unknown)
      #expect(error?.detail.isEmpty == false)
      _ = await #expect(throws: RPCError.self) {
        try await client.call(StoreMethods.subscribe, SubscribeRequest())
      }
    }
    #expect(try await subscriptions.all.isEmpty)
    #expect(store.syncRecord.subscribers.isEmpty)
  }

  @Test func `the longest name and the longest command are taken`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    try await withOwner(of: subscriptions) { client in
      _ = try await client.call(
        StoreMethods.subscribe,
        request {
          $0.name = String(repeating: "ä", count: 64)
          $0.command =
            ["/bin/true"] + [String](repeating: String(repeating: "a", count: 4_096), count: 31)
        })
    }
    #expect(try await subscriptions.all.count == 1)
  }
}
