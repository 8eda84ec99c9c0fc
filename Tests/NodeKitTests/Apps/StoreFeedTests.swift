internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeApps
internal import RPCCore
internal import SystemCore
internal import Testing

// The daemon alone is made of these parts, so that none of them is `package`.

struct StoreFeedTests {
  @Test func `a feed tells what there is, and then what happens`() async throws {
    let fixture = try await StoreFixture()
    let saved = try await fixture.save([fixture.run(.heartRate, [60, 61, 62])])
    try await fixture.asOwner { client, options in
      try await client.withCall(StoreMethods.follow, options: options) { call in
        var request = ChangesRequest(.heartRate)
        request.limit = 2
        try call.sendOnly(request)
        let first = try #require(try await call.receive())
        #expect(try first.addedUUIDs == Array(saved[0..<2]) && first.hasMore)
        let second = try #require(try await call.receive())
        #expect(try second.addedUUIDs == [saved[2]] && !second.hasMore)
        let live = try await fixture.save([fixture.run(.heartRate, [63])])
        let third = try #require(try await call.receive())
        #expect(try third.addedUUIDs == live)
        try await fixture.store.commit(.delete(Change.Deletion(.uuids(live))))
        let fourth = try #require(try await call.receive())
        #expect(try fourth.deleted.flatMap { try $0.sampleUUIDs() } == live)
        let again = try await client.call(
          StoreMethods.changes, ChangesRequest(.heartRate, since: fourth.anchor), options: options)
        #expect(again.added.isEmpty && again.deleted.isEmpty)
      }
    }
  }

  /// Small commits are worked out while the disk takes them, and others when they are there.
  @Test func `a feed tells everything once, in its order, however it was committed`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.asOwner { client, options in
      try await client.withCall(StoreMethods.follow, options: options) { call in
        try call.sendOnly(ChangesRequest(.heartRate))
        #expect(try #require(try await call.receive()).added.isEmpty)
        var saved: [SampleUUID] = []
        var deleted: Set<SampleUUID> = []
        for round in 0..<120 {
          saved += try await fixture.save([fixture.run(.heartRate, [Double(60 + round % 30)])])
          guard round % 25 == 24, let last = saved.last else { continue }
          saved += try await fixture.save([
            fixture.run(.heartRate, [Double](repeating: 70, count: 600))
          ])
          try await fixture.store.commit(.delete(Change.Deletion(.uuids([last]))))
          deleted.insert(last)
        }
        var told: [SampleUUID] = []
        var gone: Set<SampleUUID> = []
        let stays = Set(saved).subtracting(deleted)
        while !stays.isSubset(of: told) || !deleted.intersection(told).isSubset(of: gone) {
          let page = try #require(try await call.receive())
          told += try page.addedUUIDs
          gone.formUnion(try page.deleted.flatMap { try $0.sampleUUIDs() })
        }
        // What was deleted before the feed came to it may not have been told.
        let both = Set(told)
        #expect(both.count == told.count)
        #expect(told == saved.filter { both.contains($0) })
        #expect(gone.isSubset(of: deleted))
      }
    }
  }

  @Test(arguments: [true, false])
  func `permission that goes makes a feed silent until it is back`(isReset: Bool) async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true])
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.follow, options: options) { call in
        try call.sendOnly(ChangesRequest(.heartRate))
        let first = try #require(try await call.receive())
        #expect(first.added.isEmpty)
        let seen = try await fixture.save([fixture.run(.heartRate, [60])])
        let live = try #require(try await call.receive())
        #expect(try live.addedUUIDs == seen)

        _ = try await fixture.requests.reset(StoreFixture.app, nil, revoking: !isReset)
        try await fixture.save([fixture.run(.heartRate, [61])])
        // What the app saves itself comes later than what it may not see: if that had come, it would have
        // come first.
        try await fixture.decide(share: [.heartRate: true])
        let own = fixture.run(.heartRate, [62])
        try await client.save([own], options)
        var told: [SampleUUID] = []
        while told.isEmpty { told = try #require(try await call.receive()).addedUUIDs }
        #expect(told == own.uuids)

        try await fixture.decide(read: [.heartRate: true])
        var back: [SampleUUID] = []
        while back.count < 2 { back += try #require(try await call.receive()).addedUUIDs }
        #expect(back.count == 2 && Set(back).isSuperset(of: seen))
      }
    }
  }

  @Test func `an app whose token is gone is cut off, whatever it does`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true])
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.follow, options: options) { feed in
        try feed.sendOnly(ChangesRequest(.heartRate))
        _ = try #require(try await feed.receive())
        try await client.withCall(StoreMethods.observe, options: options) { observer in
          var observation = ObserveRequest()
          observation.types = [ObjectType.heartRate.identifier]
          try observer.sendOnly(observation)
          _ = try #require(try await observer.receive())
          try await client.withCall(StoreMethods.requestAuthorization, options: options) { asking in
            var request = RequestAuthorizationRequest()
            request.read = [ObjectType.stepCount.identifier]
            try asking.sendOnly(request)
            _ = await fixture.messenger.asked.value()

            let wasThere = try await fixture.apps.remove(StoreFixture.app)
            #expect(wasThere)
            let errors = [
              try await refusal { try await feed.receive() },
              try await refusal { try await observer.receive() },
              try await refusal { try await asking.receiveOnly() },
              try await refusal {
                try await client.call(
                  StoreMethods.getCoverage, GetCoverageRequest(), options: options)
              },
            ]
            #expect(errors.allSatisfy { $0 == .unknownApp })
          }
        }
      }
    }
    #expect(fixture.requests.openRequests.count == 1)
  }

  @Test func `a new token ends what goes on with the old one`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true])
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.follow, options: options) { feed in
        try feed.sendOnly(ChangesRequest(.heartRate))
        _ = try #require(try await feed.receive())
        try await fixture.add()
        let error = try await refusal { try await feed.receive() }
        #expect(error == .unknownApp)
      }
    }
  }

  @Test func `a node that shuts down ends its feeds`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true])
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.follow, options: options) { feed in
        try feed.sendOnly(ChangesRequest(.heartRate))
        _ = try #require(try await feed.receive())
        fixture.beginShutdown()
        let error = try await refusal { try await feed.receive() }
        #expect(error.code == .unavailable)
      }
    }
  }

  @Test func `whoever observes hears once of each type, and then of what it may see`() async throws
  {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(
      share: [.heartRate: true, .stepCount: true], read: [.heartRate: false, .stepCount: true])
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.observe, options: options) { call in
        var request = ObserveRequest()
        request.types = [ObjectType.heartRate, .stepCount].map(\.identifier)
        try call.sendOnly(request)
        var watched: Set<String> = []
        while watched.count < 2 { watched.insert(try #require(try await call.receive()).type) }
        #expect(watched == Set(request.types))

        // Of what it may not see it hears nothing: the steps are saved later and are heard of first.
        try await fixture.save([fixture.run(.heartRate, [60])])
        try await fixture.save([fixture.run(.stepCount, [1])])
        let steps = try #require(try await call.receive())
        #expect(steps.type == ObjectType.stepCount.identifier)
        try await client.save([fixture.run(.heartRate, [61])], options)
        let own = try #require(try await call.receive())
        #expect(own.type == ObjectType.heartRate.identifier)
      }
    }
  }

  @Test func `the owner observes what matches`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.asOwner { client, options in
      try await client.withCall(StoreMethods.observe, options: options) { call in
        var request = ObserveRequest()
        request.types = [ObjectType.heartRate.identifier]
        request.predicate = PredicateMessage(.sources(bundleIdentifiers: ["wanted"]))
        try call.sendOnly(request)
        _ = try #require(try await call.receive())
        try await fixture.save([fixture.run(.heartRate, [60], from: "unwanted")])
        try await fixture.save([fixture.run(.heartRate, [61], from: "wanted")])
        let response = try #require(try await call.receive())
        #expect(response.type == ObjectType.heartRate.identifier)
      }
    }
  }
}
