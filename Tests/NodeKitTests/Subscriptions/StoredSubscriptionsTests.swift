internal import CommandLineCore
internal import HealthModel
internal import HealthStorage
internal import RPCCore
internal import SyncCore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import LocalStore
@testable internal import NodeApps
@testable internal import NodeLog

// @testable: what a store keeps is its own.
struct StoredSubscriptionsTests {
  private let fixture: SubscriptionFixture

  init() throws {
    fixture = try SubscriptionFixture()
  }

  private func code(_ body: () async throws -> Void) async -> StatusCode? {
    do {
      try await RPCError.translating(Log(.error, to: fixture.events), body)
      return nil
    } catch {
      return (error as? RPCError)?.code
    }
  }

  @Test func `what is subscribed survives a crash, together with what the store knows of it`()
    async throws
  {
    let app = "app.one"
    var wanted: Subscription
    do {
      let store = try await fixture.open()
      let subscriptions = try await KeptSubscriptions(store)
      let anchor = try await fixture.save(in: store)
      wanted = fixture.subscription(
        of: "app.one", types: [.stepCount, .heartRate],
        starting: .command(["/bin/true", "a b", ""]),
        at: anchor)
      wanted.frequency = .weekly
      #expect(try await subscriptions.subscribe(wanted) == anchor)
      try await fixture.save(in: store)
    }
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    #expect(try await subscriptions.all[wanted.key] == wanted)
    #expect(try await subscriptions.all.count == 1)
    #expect(
      try await subscriptions.anchor(of: app, named: "steps", for: [.stepCount]) == wanted.anchor)
    let known = store.syncRecord.subscribers["app/app.one/steps"]
    #expect(known?.position == wanted.anchor.position)
  }

  @Test func `where only one of both was stored, the other follows`() async throws {
    let anchor: Anchor
    do {
      let store = try await fixture.open()
      let subscriptions = try await KeptSubscriptions(store)
      anchor = try await fixture.save(in: store)
      _ = try await subscriptions.subscribe(fixture.subscription(at: anchor))
      try await store.unsubscribe("owner/steps")
      try await store.subscribe("owner/ghost", at: anchor)
      try await store.subscribe("app/gone/ghost", at: anchor)
      try await store.subscribe("somebody else", at: anchor)
      try await fixture.save(in: store)
    }
    let store = try await fixture.open()
    _ = try await KeptSubscriptions(store)
    #expect(Set(store.syncRecord.subscribers.keys) == ["owner/steps", "somebody else"])
    #expect(store.syncRecord.subscribers["owner/steps"]?.position == anchor.position)
  }

  @Test func `an acknowledgement lasts, and never moves back`() async throws {
    var anchors: [Anchor] = []
    let key = Subscription.Key(app: nil, name: "steps")
    do {
      let store = try await fixture.open()
      let subscriptions = try await KeptSubscriptions(store)
      for _ in 0..<3 { anchors.append(try await fixture.save(in: store)) }
      _ = try await subscriptions.subscribe(
        fixture.subscription(starting: .command(["/bin/true"]), at: anchors[0]))
      for _ in 0..<3 { _ = try await subscriptions.noteStart(key) }
      #expect(try await subscriptions.all[key]?.failures == 3)
      try await subscriptions.acknowledge(key, of: [], through: anchors[2])
      #expect(try await subscriptions.all[key]?.failures == 0)
      _ = try await subscriptions.noteStart(key)
      // What says nothing new is no success.
      for anchor in [anchors[2], anchors[1], .beginning] {
        try await subscriptions.acknowledge(key, of: [], through: anchor)
      }
      #expect(try await subscriptions.all[key]?.failures == 1)
    }
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let stored = try #require(try await subscriptions.all[key])
    #expect(stored.anchor == anchors[2])
    #expect(stored.failures == 1)
    #expect(stored.lastStart == fixture.now)
    #expect(store.syncRecord.subscribers["owner/steps"]?.position == anchors[2].position)
    #expect(
      await code {
        try await subscriptions.acknowledge(
          .init(app: "x", name: "steps"), of: [], through: anchors[2])
      }
        == .notFound)
    let future = Anchor(incarnation: store.incarnation, position: 1_000)
    let error = await #expect(throws: StorageError.self) {
      try await subscriptions.acknowledge(key, of: [], through: future)
    }
    #expect(error?.code == .startOver)
  }

  @Test func `each type stands where it was acknowledged`() async throws {
    let key = Subscription.Key(app: nil, name: "steps")
    let (steps, heart) = (ObjectType.stepCount, ObjectType.heartRate)
    var anchors: [Anchor] = []
    do {
      let store = try await fixture.open()
      let subscriptions = try await KeptSubscriptions(store)
      for _ in 0..<3 { anchors.append(try await fixture.save(in: store)) }
      var subscription = fixture.subscription(at: anchors[0])
      subscription.types = [steps, heart]
      _ = try await subscriptions.subscribe(subscription)
      let places = { (types: [ObjectType]) in
        try await subscriptions.anchor(of: nil, named: "steps", for: types)
      }
      #expect(
        await code { try await subscriptions.acknowledge(key, of: [], through: anchors[1]) }
          == .invalidArgument)
      #expect(
        await code { try await subscriptions.acknowledge(key, of: [.height], through: anchors[1]) }
          == .invalidArgument)
      try await subscriptions.acknowledge(key, of: [steps], through: anchors[2])
      #expect(try await places([steps]) == anchors[2])
      #expect(try await places([heart]) == anchors[0])
      #expect(try await places([steps, heart]) == anchors[0])
      // Tombstones wait for the one that is behind.
      #expect(store.syncRecord.subscribers["owner/steps"]?.position == anchors[0].position)
      try await subscriptions.acknowledge(key, of: [heart], through: anchors[1])
      #expect(store.syncRecord.subscribers["owner/steps"]?.position == anchors[1].position)
    }
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let stored = try #require(try await subscriptions.all[key])
    #expect(stored.allPlaces == [steps: anchors[2], heart: anchors[1]])
    try await subscriptions.acknowledge(key, of: [heart, steps], through: anchors[2])
    #expect(try await subscriptions.all[key]?.anchor == anchors[2])
    #expect(try await subscriptions.all[key]?.places.isEmpty == true)
  }

  @Test func `a name stands for something else, and the reader stays where it stands`() async throws
  {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let first = try await fixture.save(in: store)
    let key = Subscription.Key(app: nil, name: "steps")
    _ = try await subscriptions.subscribe(
      fixture.subscription(starting: .command(["/bin/false"]), at: first))
    _ = try await subscriptions.noteStart(key)
    let later = try await fixture.save(in: store)
    // The same again changes nothing; another command is not the one that failed.
    var wanted = fixture.subscription(starting: .command(["/bin/false"]), at: later)
    #expect(try await subscriptions.subscribe(wanted) == first)
    #expect(try await subscriptions.all[key]?.failures == 1)
    wanted.target = .unit("steps.service")
    #expect(try await subscriptions.subscribe(wanted) == first)
    #expect(try await subscriptions.all[key]?.failures == 0)
    #expect(try await subscriptions.all[key]?.target == .unit("steps.service"))
    try await subscriptions.unsubscribe(key)
    try await subscriptions.unsubscribe(key)
    #expect(try await subscriptions.all.isEmpty)
    #expect(store.syncRecord.subscribers.isEmpty)
    #expect(
      await code { _ = try await subscriptions.anchor(of: nil, named: "steps", for: [.stepCount]) }
        == .notFound)
  }

  @Test func `apps that are forgotten leave nothing behind`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    for app in ["app.one", "app.two", nil] {
      for name in ["a", "b"] {
        _ = try await subscriptions.subscribe(
          fixture.subscription(name, of: app, at: store.state.anchor))
      }
    }
    // What cannot be removed keeps what it has.
    #expect(try await subscriptions.unsubscribeAll(of: "app.one") { _ in false } == false)
    #expect(try await subscriptions.all.count == 6)
    let isRemoved = try await subscriptions.unsubscribeAll(of: "app.one") { changes in
      try await store.commitTogether(changes)
      return true
    }
    #expect(isRemoved)
    #expect(
      Set(store.syncRecord.subscribers.keys)
        == ["app/app.two/a", "app/app.two/b", "owner/a", "owner/b"])
    #expect(try await subscriptions.all.count == 4)
  }

  @Test func `an app is removed with its subscriptions, and comes back with none`() async throws {
    let store = try await fixture.open()
    let known = try await KnownApps.open(store, tokens: fixture.folder.file("apps"))
    let kept = try await KeptSubscriptions(store)
    _ = try await known.registry.add(
      "app.one", name: "App", readReason: "", shareReason: "", user: nil)
    let app = try #require(known.registry.apps.first)
    let door = CallerDoor(apps: known.registry)
    let wanted = fixture.subscription(of: "app.one", at: store.state.anchor)
    let check: @Sendable () throws -> Void = { try door.checkIsKnown(.app(app)) }
    _ = try await kept.subscribe(wanted, checking: check)
    let before = try await store.audit(latest: 10).count
    #expect(try await known.remove("app.one"))
    #expect(try await !known.remove("app.one"))
    #expect(try await store.audit(latest: 10).count == before + 1)
    #expect(store.syncRecord.subscribers.isEmpty)
    #expect(known.registry.apps.isEmpty)
    // A call that came in before the app was removed, and whose turn comes after.
    #expect(
      await code { _ = try await kept.subscribe(wanted, checking: check) }
        == .unauthenticated)
    _ = try await known.registry.add(
      "app.one", name: "App", readReason: "", shareReason: "", user: nil)
    #expect(
      await code { _ = try await kept.subscribe(wanted, checking: check) }
        == .unauthenticated)
    #expect(try await kept.all.isEmpty)
    let stored = try await KnownApps.open(store, tokens: fixture.folder.file("apps"))
    #expect(try await KeptSubscriptions(store, anew: true).all.isEmpty)
    #expect(stored.registry.apps.map(\.bundleIdentifier) == ["app.one"])
  }

  @Test func `one caller has so many at most`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    for number in 0..<Subscriptions.mostPerCaller {
      _ = try await subscriptions.subscribe(
        fixture.subscription("n\(number)", of: "app.one", at: .beginning))
    }
    #expect(
      await code {
        _ = try await subscriptions.subscribe(
          fixture.subscription("more", of: "app.one", at: .beginning))
      } == .resourceExhausted)
    _ = try await subscriptions.subscribe(fixture.subscription("n1", of: "app.one", at: .beginning))
    _ = try await subscriptions.subscribe(fixture.subscription("n1", of: "app.two", at: .beginning))
  }

  @Test func `all of them take so many bytes at most`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let long = Subscription.Target.command(
      ["/bin/true"] + [String](repeating: String(repeating: "a", count: 4_096), count: 31))
    var refused = 0
    for number in 0..<16 {
      let wanted = fixture.subscription("n\(number)", starting: long, at: .beginning)
      if await code({ _ = try await subscriptions.subscribe(wanted) }) == .resourceExhausted {
        refused += 1
      }
    }
    #expect(refused == 8)
    #expect(store.syncRecord.subscribers.count == 8)
    #expect(try await subscriptions.all.count == 8)
  }

  @Test func `a reader that asks is heard of, and not moved`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let anchor = try await fixture.save(in: store)
    _ = try await subscriptions.subscribe(fixture.subscription(at: anchor))
    let start = fixture.now
    fixture.now += 3_600
    #expect(try await subscriptions.anchor(of: nil, named: "steps", for: [.stepCount]) == anchor)
    #expect(store.syncRecord.subscribers["owner/steps"]?.heard == start)
    fixture.now += 86_400
    #expect(try await subscriptions.anchor(of: nil, named: "steps", for: [.stepCount]) == anchor)
    #expect(store.syncRecord.subscribers["owner/steps"]?.heard == fixture.now)
    #expect(store.syncRecord.subscribers["owner/steps"]?.position == anchor.position)
  }

  @Test func `who was silent too long starts over, and goes on from there`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let anchor = try await fixture.save(in: store)
    _ = try await subscriptions.subscribe(fixture.subscription(at: anchor))
    try await store.commit(.delete(Change.Deletion(.matching(.stepCount, .constant(true)))))
    let limits = NodeLimits()
    fixture.now += limits.retention + limits.subscriberPatience + 1
    try await store.maintain()
    var news = SubscriptionNews(since: [.stepCount: anchor])
    try await news.look(for: [.stepCount], in: store, as: nil)
    #expect(news.exist)
    let again = try await fixture.save(in: store)
    let key = Subscription.Key(app: nil, name: "steps")
    try await subscriptions.acknowledge(key, of: [], through: again)
    #expect(try await subscriptions.all[key]?.anchor == again)
    #expect(store.syncRecord.subscribers["owner/steps"]?.position == again.position)
  }

  @Test(arguments: [[], [0xFF], [0x12, 0x00], [0x08, 0x09]] as [[UInt8]])
  func `a damaged record is an error, and an empty one none`(bytes: [UInt8]) async throws {
    let store = try await fixture.open()
    try await store.commit(
      .setNodeRecord(key: StoredSubscriptions.recordKey, body: bytes))
    if bytes.isEmpty {
      _ = try await KeptSubscriptions(store)
    } else {
      let error = await #expect(throws: StorageError.self) {
        _ = try await KeptSubscriptions(store)
      }
      #expect(error?.code == .damaged)
    }
  }

  @Test func `many changes at once are made one after the other`() async throws {
    let store = try await fixture.open()
    let subscriptions = try await KeptSubscriptions(store)
    let anchor = try await fixture.save(in: store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask { [fixture] in
          let wanted = fixture.subscription("n\(number)", at: anchor)
          _ = try await subscriptions.subscribe(wanted)
          _ = try await subscriptions.noteStart(wanted.key)
          if number % 2 == 0 { try await subscriptions.unsubscribe(wanted.key) }
        }
      }
      try await group.waitForAll()
    }
    let again = try await KeptSubscriptions(store, anew: true)
    #expect(try await again.all == (try await subscriptions.all))
    #expect(try await again.all.count == 12)
    #expect(store.syncRecord.subscribers.count == 12)
  }
}
