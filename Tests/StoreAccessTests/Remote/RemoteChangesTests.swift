internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import StoreAccess
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RemoteChangesTests {
  private static let anchor = Anchor(incarnation: Incarnation(rawValue: 9), position: 4)
  private static let gone = DeletedObject(uuid: SampleUUID(high: 1, low: 2), type: .stepCount)

  private static func answer() throws -> ChangesResponse {
    var response = ChangesResponse()
    response.added = try SampleRun.messages(of: [FakeStore.run(2)])
    response.deleted = DeletedObject.messages(of: [gone])
    response.anchor = try anchor.bytes(in: "anchor")
    response.hasMore = true
    response.coverage = FakeStore.coverage
    return response
  }

  private static func check(_ page: StoreChanges) throws {
    #expect(page.added == [FakeStore.run(2)])
    #expect(page.deleted == [gone])
    #expect(try page.anchor.place == anchor)
    #expect(page.hasMore)
    #expect(page.coverage?.until == 20)
  }

  @Test func `changes come as a page`() async throws {
    let query = StoreChangeQuery(
      [.heartRate], where: .start(.less, 1), since: try StoreAnchor(Self.anchor), limit: 3,
      subscriber: "s")
    let (request, changes) = try await FakeStore.asked(
      StoreMethods.changes, answer: try Self.answer()
    ) {
      try await $0.changes(query)
    }
    try Self.check(changes)
    #expect(request?.types == [ObjectType.heartRate.identifier])
    #expect(try Predicate(request?.predicate) == .start(.less, 1))
    #expect(try Anchor(request?.anchor ?? [], in: "anchor") == Self.anchor)
    #expect(request?.limit == 3)
    #expect(request?.subscriber == "s")
  }

  @Test func `an anchor that tells nothing goes back as it came`() async throws {
    var answer = try Self.answer()
    answer.anchor = [1, 0xFF, 0]
    let sealed = StoreAnchor(answer.anchor)
    let (request, changes) = try await FakeStore.asked(StoreMethods.changes, answer: answer) {
      try await $0.changes(StoreChangeQuery([.heartRate], since: sealed))
    }
    #expect(request?.anchor == sealed.bytes)
    #expect(changes.anchor == sealed)
    #expect(throws: ModelError.self) { try changes.anchor.place }
  }

  @Test func `the beginning is said by no anchor`() async throws {
    let (request, _) = try await FakeStore.asked(
      StoreMethods.changes, answer: try Self.answer()
    ) {
      try await $0.changes(StoreChangeQuery([.heartRate]))
    }
    #expect(request?.anchor == [])
    #expect(request?.limit == 0)
    #expect(request?.subscriber == "")
  }

  @Test func `following goes on until it is let go of`() async throws {
    let pages = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.follow) { _, writer, _ in
          while true { try await writer.send(try Self.answer()) }
        }
      },
      { store in
        var pages: [StoreChanges] = []
        for try await changes in try store.follow(StoreChangeQuery([.heartRate])) {
          pages.append(changes)
          if pages.count == 3 { break }
        }
        return pages
      })
    #expect(pages.count == 3)
    for page in pages { try Self.check(page) }
  }

  @Test func `what is observed is told by its type`() async throws {
    let types = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.observe) { request, writer, _ in
          for type in request.types + request.types {
            var response = ObserveResponse()
            response.type = type
            try await writer.send(response)
          }
        }
      },
      { store in
        var types: [ObjectType] = []
        for try await type in try store.observe([.heartRate, .stepCount]) { types.append(type) }
        return types
      })
    #expect(types == [.heartRate, .stepCount, .heartRate, .stepCount])
  }

  @Test func `a page that cannot be read is strange`() async throws {
    var answer = try Self.answer()
    answer.added = [[0xFF]]
    let broken = answer
    await #expect(throws: RPCError.self) {
      _ = try await FakeStore.asked(StoreMethods.changes, answer: broken) {
        try await $0.changes(StoreChangeQuery([.heartRate]))
      }
    }
  }

  @Test func `refusals are those of the store, and others stay`() async throws {
    let refusal = ModelError(.authorizationDenied, cannot: "save", "no")
    for thrown in [
      RPCError(refusal), .startOver("cannot go on: it is too old"), RPCError(.unavailable, "x"),
    ] {
      try await FakeStore.run(
        { router in
          router.unary(StoreMethods.changes) { _, _ in throw thrown }
          router.serverStreaming(StoreMethods.follow) { _, _, _ in throw thrown }
        },
        { store in
          let query = StoreChangeQuery([.heartRate])
          let one = await #expect(throws: (any Error).self) { try await store.changes(query) }
          let other = await #expect(throws: (any Error).self) {
            for try await _ in try store.follow(query) {}
          }
          for error in [one, other] {
            if ModelError(thrown) != nil {
              #expect(error as? ModelError == refusal)
            } else {
              #expect((error as? RPCError)?.code == thrown.code)
              #expect((error as? RPCError)?.isStartOver == thrown.isStartOver)
            }
          }
        })
    }
  }

  @Test func `subscriptions come back as they were made`() async throws {
    var asked = StoreSubscription(
      "s", types: [.heartRate], frequency: .hourly, starting: .command(["/bin/a", "b"]))
    var subscribed = SubscribeResponse()
    subscribed.anchor = try Self.anchor.bytes(in: "anchor")
    let (request, anchor) = try await FakeStore.asked(
      StoreMethods.subscribe, answer: subscribed
    ) { [asked] in
      try await $0.subscribe(asked)
    }
    let place = try anchor.place
    #expect(place == Self.anchor)
    var message = try #require(request?.subscription)
    message.anchor = subscribed.anchor
    message.failures = 3
    var list = ListSubscriptionsResponse()
    list.subscriptions = [message]
    let (_, listed) = try await FakeStore.asked(StoreMethods.listSubscriptions, answer: list) {
      try await $0.subscriptions()
    }
    asked.anchor = anchor
    asked.failures = 3
    #expect(listed == [asked])
  }

  @Test func `acknowledging and unsubscribing name the subscription`() async throws {
    let (acknowledged, _) = try await FakeStore.asked(
      StoreMethods.acknowledge, answer: AcknowledgeResponse()
    ) {
      try await $0.acknowledge("s", upTo: StoreAnchor(Self.anchor))
    }
    #expect(acknowledged?.name == "s")
    #expect(try Anchor(acknowledged?.anchor ?? [], in: "anchor") == Self.anchor)
    let (ended, _) = try await FakeStore.asked(
      StoreMethods.unsubscribe, answer: UnsubscribeResponse()
    ) {
      try await $0.unsubscribe("s")
    }
    #expect(ended?.name == "s")
  }
}
