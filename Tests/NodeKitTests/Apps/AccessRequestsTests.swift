internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeApps
internal import RPCCore
internal import Synchronization
internal import SystemCore
internal import Testing

// The daemon alone is made of these parts, so that none of them is `package`.

struct AccessRequestsTests {
  private static func request(
    share: [ObjectType] = [], read: [ObjectType] = [], noWait: Bool = false
  ) -> RequestAuthorizationRequest {
    var request = RequestAuthorizationRequest()
    request.share = share.map(\.identifier)
    request.read = read.map(\.identifier)
    request.noWait = noWait
    return request
  }

  private static func watch() throws -> DeviceID {
    try #require(DeviceID([UInt8](repeating: 7, count: DeviceID.byteCount)))
  }

  @Test func `a request waits until all of it is decided`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.asApp(token) { client, options in
      async let response = client.call(
        StoreMethods.requestAuthorization,
        Self.request(share: [.heartRate], read: [.heartRate, .stepCount]), options: options)
      let question = try #require(await fixture.messenger.asked.value())
      #expect(question.app == StoreFixture.app)
      #expect(question.name == "App" && question.readReason == "To show it.")
      #expect(question.request.share == [.heartRate])
      #expect(question.request.read == [.heartRate, .stepCount])

      let first = try await fixture.requests.decide(
        question.id, AccessDecision(share: [.heartRate: true], read: [.heartRate: false]))
      #expect(first[.heartRate] == Grant(share: .authorized, read: .denied))
      #expect(first[.stepCount] == Grant())
      #expect(fixture.requests.openRequests.map(\.question) == [question])
      #expect(fixture.messenger.answers == [[]])

      _ = try await fixture.requests.decide(question.id, AccessDecision(read: [.stepCount: true]))
      #expect(fixture.requests.openRequests.isEmpty)
      #expect(fixture.messenger.answers == [[], [question.id]])
      #expect(try await response.isDecided)

      let again = try await client.call(
        StoreMethods.requestAuthorization,
        Self.request(share: [.heartRate], read: [.stepCount]), options: options)
      #expect(again.isDecided)
      #expect(fixture.requests.openRequests.isEmpty)
    }
    let audit = try await fixture.store.audit(latest: 2)
    #expect(audit.map(\.event) == ["access.decided", "access.decided"])
    #expect(audit.last?.detail == "may share heartRate; may not read heartRate")
  }

  @Test func `a question that is left open is asked once, without what is decided`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.stepCount: false])
    try await fixture.asApp(token) { client, options in
      for _ in 0..<3 {
        let response = try await client.call(
          StoreMethods.requestAuthorization,
          Self.request(read: [.heartRate, .stepCount], noWait: true), options: options)
        #expect(!response.isDecided)
      }
    }
    #expect(
      fixture.requests.openRequests.map(\.question.request) == [AccessRequest(read: [.heartRate])])
  }

  @Test func `a call that is cancelled leaves the question open`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.requestAuthorization, options: options) { call in
        try call.sendOnly(Self.request(read: [.heartRate]))
        _ = await fixture.messenger.asked.value()
      }
    }
    #expect(fixture.requests.openRequests.count == 1)
  }

  @Test func `no more is decided than watches can be told, and anything is taken back`()
    async throws
  {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let grant = Grant(read: .denied)
    try await fixture.store.commitTogether(
      (0..<WatchSettings.mostAccesses).map { number in
        .setGrant(grant, app: "app.\(number)", type: .heartRate)
      })
    try await fixture.asApp(token) { client, options in
      _ = try await client.call(
        StoreMethods.requestAuthorization, Self.request(read: [.heartRate], noWait: true),
        options: options)
    }
    let question = try #require(fixture.requests.openRequests.first?.question)
    let yes = AccessDecision(read: [.heartRate: true])
    let error = try await refusal { try await fixture.requests.decide(question.id, yes) }
    #expect(error.code == .resourceExhausted)
    #expect(error.detail.contains("remove apps"))
    #expect(fixture.requests.openRequests.count == 1)
    let key = StoreState.GrantKey(app: StoreFixture.app, type: .heartRate)
    #expect(fixture.store.state.grants[key] == nil)
    _ = try await fixture.requests.reset("app.0", nil, revoking: false)
    _ = try await fixture.requests.decide(question.id, yes)
    #expect(fixture.store.state.grants[key]?.grant.read == .authorized)
  }

  @Test func `what an app gave no reason for it cannot ask`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add(readReason: "")
    let error = try await fixture.asApp(token) { client, options in
      try await refusal {
        try await client.call(
          StoreMethods.requestAuthorization,
          Self.request(share: [.heartRate], read: [.heartRate]), options: options)
      }
    }
    #expect(error.code == .invalidArgument)
    #expect(
      error.detail
        == "cannot request authorization: the app was added without a reason for reading")
    #expect(fixture.requests.openRequests.isEmpty)
  }

  @Test func `nothing, and what nobody may have, is refused`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    for request in [
      Self.request(), Self.request(read: [.bloodPressure]), Self.request(share: [.dateOfBirth]),
    ] {
      let error = try await fixture.asApp(token) { client, options in
        try await refusal {
          try await client.call(StoreMethods.requestAuthorization, request, options: options)
        }
      }
      #expect(error.code == .invalidArgument)
    }
  }

  @Test func `requests that wait have a bound, for one app and for all`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let other = try await fixture.add(StoreFixture.other)
    let types = ObjectType.all.filter { $0.description?.kind == .quantity }
    func ask(_ type: ObjectType, _ token: String) async throws {
      _ = try await fixture.asApp(token) { client, options in
        try await client.call(
          StoreMethods.requestAuthorization, Self.request(read: [type], noWait: true),
          options: options)
      }
    }
    for type in types.prefix(AccessQuestion.mostOpenPerApp) { try await ask(type, token) }
    let tooMany = try await refusal {
      try await ask(types[AccessQuestion.mostOpenPerApp], token)
    }
    #expect(tooMany.code == .resourceExhausted)
    try await ask(types[0], other)
    fixture.messenger.setMostOpen(fixture.requests.openRequests.count)
    let full = try await refusal { try await ask(types[1], other) }
    #expect(full == tooMany)
  }

  @Test func `one decision answers every question that it settles`() async throws {
    let fixture = try await StoreFixture()
    let watch = try Self.watch()
    for (id, request) in [
      (1, AccessRequest(read: [.heartRate])), (2, AccessRequest(read: [.heartRate, .stepCount])),
      (3, AccessRequest(share: [.heartRate], read: [.heartRate])),
    ] as [(UInt64, AccessRequest)] {
      fixture.messenger.receive(
        AccessQuestion(id: id, app: StoreFixture.app, request: request, askedAt: 0), from: watch)
    }
    #expect(fixture.requests.openRequests.map(\.watch) == [watch, watch, watch])
    _ = try await fixture.requests.decide(
      2, AccessDecision(read: [.heartRate: true, .stepCount: false]))
    #expect(fixture.messenger.answers == [[1, 2]])
    #expect(fixture.requests.openRequests.map(\.question.id) == [3])
  }

  @Test func `an app waits until all is answered that its companions on watches ask`() async throws
  {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let watch = try Self.watch()
    let companion = StoreFixture.app + ".watch"
    for (id, app) in [(1, companion), (2, companion), (3, StoreFixture.app + "s")]
      as [(UInt64, String)]
    {
      let type = id == 2 ? ObjectType.stepCount : .heartRate
      fixture.messenger.receive(
        AccessQuestion(id: id, app: app, request: AccessRequest(read: [type]), askedAt: 0),
        from: watch)
    }
    try await fixture.asApp(token) { client, options in
      let isOver = Mutex(false)
      async let over: Void = {
        _ = try await client.call(
          StoreMethods.handleAuthorization, HandleAuthorizationRequest(), options: options)
        isOver.withLock { $0 = true }
      }()
      await fixture.messenger.listened()
      _ = try await fixture.requests.decide(1, AccessDecision(read: [.heartRate: false]))
      #expect(!isOver.withLock { $0 })
      _ = try await fixture.requests.decide(2, AccessDecision(read: [.stepCount: true]))
      try await over
      // That of another app stays, and is none of this one's.
      #expect(fixture.requests.openRequests.map(\.question.id) == [3])
      _ = try await client.call(
        StoreMethods.handleAuthorization, HandleAuthorizationRequest(), options: options)
    }
  }

  @Test func `a decision keeps to its request`() async throws {
    let fixture = try await StoreFixture()
    fixture.messenger.receive(
      AccessQuestion(
        id: 1, app: StoreFixture.app, request: AccessRequest(read: [.heartRate]), askedAt: 0),
      from: try Self.watch())
    for (id, decision, code) in [
      (2, AccessDecision(read: [.heartRate: true]), StatusCode.notFound),
      (1, AccessDecision(), .invalidArgument),
      (1, AccessDecision(read: [.stepCount: true]), .invalidArgument),
      (1, AccessDecision(share: [.heartRate: true]), .invalidArgument),
    ] as [(UInt64, AccessDecision, StatusCode)] {
      let error = try await refusal { try await fixture.requests.decide(id, decision) }
      #expect(error.code == code)
    }
    #expect(fixture.store.state.grants.isEmpty)
  }

  @Test func `a watch decides nothing`() async throws {
    let fixture = try await StoreFixture(.watch)
    let token = try await fixture.add()
    _ = try await fixture.asApp(token) { client, options in
      try await client.call(
        StoreMethods.requestAuthorization, Self.request(read: [.heartRate], noWait: true),
        options: options)
    }
    let question = try #require(fixture.requests.openRequests.first?.question)
    let decided = try await refusal {
      try await fixture.requests.decide(question.id, AccessDecision(read: [.heartRate: true]))
    }
    let reset = try await refusal {
      try await fixture.requests.reset(StoreFixture.app, nil, revoking: true)
    }
    #expect(decided.code == .failedPrecondition)
    #expect(decided.detail == "cannot decide: the phone decides")
    #expect(reset.code == .failedPrecondition)
  }

  @Test func `decisions are taken back, or what is authorized is denied`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.decide(
      share: [.heartRate: true, .stepCount: false], read: [.heartRate: true])
    let revoked = try await fixture.requests.reset(StoreFixture.app, nil, revoking: true)
    #expect(
      revoked == [
        .heartRate: Grant(share: .denied, read: .denied), .stepCount: Grant(share: .denied),
      ])
    let reset = try await fixture.requests.reset(StoreFixture.app, [.heartRate], revoking: false)
    #expect(reset == [.heartRate: Grant()])
    let kept = try await fixture.requests.reset("app.never", nil, revoking: false)
    #expect(kept.isEmpty)
    #expect(fixture.messenger.answers == [[], []])
    let audit = try await fixture.store.audit(latest: 2)
    #expect(audit.map(\.event) == ["access.reset", "access.revoked"])
    #expect(audit.map(\.detail) == ["heartRate", "heartRate, stepCount"])
  }

  @Test func `an app learns of sharing, and whether there is something to ask`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(
      share: [.heartRate: true, .stepCount: false], read: [.heartRate: false])
    var request = GetAuthorizationRequest()
    request.share = [ObjectType.stepCount, .heartRate, .bodyMass].map(\.identifier)
    try await fixture.asApp(token) { [request] client, options in
      var request = request
      let all = try await client.call(StoreMethods.getAuthorization, request, options: options)
      #expect(all.statuses == [1, 2, 0])
      #expect(all.shouldRequest)
      request.share = [ObjectType.heartRate.identifier]
      request.read = [ObjectType.heartRate.identifier]
      let decided = try await client.call(StoreMethods.getAuthorization, request, options: options)
      #expect(decided.statuses == [2])
      #expect(!decided.shouldRequest)
      request.share = [ObjectType.bloodPressure.identifier]
      request.read = []
      let pressure = try await client.call(StoreMethods.getAuthorization, request, options: options)
      #expect(pressure.statuses == [0])
      #expect(!pressure.shouldRequest)
    }
  }
}
