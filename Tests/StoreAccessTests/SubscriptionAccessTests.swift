internal import HealthModel
internal import StoreAccess
internal import Testing

/// Changes that wait for an app, in a store of this process and at a daemon alike.
@Suite(.timeLimit(.minutes(5))) struct SubscriptionAccessTests {
  private let wanted = StoreSubscription("news", types: [.heartRate, .stepCount])

  @Test(arguments: StoreKind.allCases)
  func `changes wait until they are acknowledged, type by type`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.heartRate, .stepCount], read: [.heartRate, .stepCount])
      try await store.app.save([StoreUnderTest.run(.heartRate, [60])])
      try await store.app.subscribe(wanted)
      let runs = [
        StoreUnderTest.run(.heartRate, [61, 62]), StoreUnderTest.run(.stepCount, [10]),
      ]
      try await store.app.save(runs)
      func waiting(_ type: ObjectType) async throws -> StoreChanges {
        try await store.app.changes(StoreChangeQuery([type], subscriber: "news"))
      }
      let page = try await waiting(.heartRate)
      #expect(page.added.flatMap(\.uuids) == runs[0].uuids)
      try await store.app.acknowledge("news", of: [.heartRate], upTo: page.anchor)
      #expect(try await waiting(.heartRate).count == 0)
      #expect(try await waiting(.stepCount).added.flatMap(\.uuids) == runs[1].uuids)
      // Subscribed anew, the reader stands where it stood.
      try await store.app.subscribe(wanted)
      #expect(try await waiting(.heartRate).count == 0)
      #expect(try await waiting(.stepCount).count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `each caller has its own names`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(read: [.heartRate, .stepCount])
      var named = wanted
      named.frequency = .daily
      named.starting = .unit("news.service")
      try await store.app.subscribe(named)
      let listed = try await store.app.subscriptions()
      #expect(listed.map(\.name) == ["news"])
      #expect(Set(listed.flatMap(\.types)) == [.heartRate, .stepCount])
      #expect(listed.first?.frequency == .daily)
      #expect(listed.first?.starting == .unit("news.service"))
      #expect(try await store.other.subscriptions().isEmpty)
      #expect(try await store.owner.subscriptions().isEmpty)
      try await store.owner.unsubscribe("news")
      #expect(try await store.app.subscriptions().count == 1)
      try await store.app.unsubscribe("news")
      #expect(try await store.app.subscriptions().isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what cannot be is refused, and leaves nothing`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(read: [.heartRate])
      // Nothing is decided of the steps.
      let undecided = await #expect(throws: ModelError.self) {
        try await store.app.subscribe(wanted)
      }
      #expect(undecided?.code == .authorizationNotDetermined)
      for (name, types, target) in Self.flaws {
        let flawed = StoreSubscription(name, types: types, starting: target)
        let error = await #expect(throws: ModelError.self) {
          try await store.app.subscribe(flawed)
        }
        #expect(error?.code == .invalidArgument)
      }
      #expect(try await store.app.subscriptions().isEmpty)
      let anchor = try await store.app.changes(StoreChangeQuery([.heartRate])).anchor
      await #expect(throws: (any Error).self) {
        try await store.app.acknowledge("news", upTo: anchor)
      }
      await #expect(throws: (any Error).self) {
        try await store.app.changes(StoreChangeQuery([.heartRate], subscriber: "news"))
      }
      for number in 0..<Subscriptions.mostPerCaller {
        try await store.app.subscribe(StoreSubscription("n\(number)", types: [.heartRate]))
      }
      await #expect(throws: (any Error).self) {
        try await store.app.subscribe(StoreSubscription("more", types: [.heartRate]))
      }
    }
  }

  private static let flaws: [(String, [ObjectType], Subscription.Target)] = [
    ("", [.heartRate], .nothing), ("a/b", [.heartRate], .nothing), ("news", [], .nothing),
    ("news", [.heartRate], .command(["relative"])), ("news", [.heartRate], .unit("--all.service")),
  ]
}
