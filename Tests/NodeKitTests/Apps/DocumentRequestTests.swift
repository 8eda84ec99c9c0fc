internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeApps
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

// The daemon alone is made of these parts, so that none of them is `package`.

/// What an app asks of documents waits for its owner, each once.
@Suite(.timeLimit(.minutes(2))) struct DocumentRequestTests {
  private static func keep(
    _ fixture: StoreFixture, _ count: Int = 1
  ) async throws -> [SampleUUID] {
    var uuids: [SampleUUID] = []
    for _ in 0..<count {
      let run = fixture.object(
        .cda,
        .document(
          Document(
            title: "Letter", patientName: "Ada", authorName: "", custodianName: "Clinic",
            byteCount: Int64(CDASample.bytes.count))))
      uuids += try await fixture.save([run], documents: [run.uuids[0]: CDASample.bytes])
    }
    return uuids
  }

  private static func ask(
    _ client: Client, _ options: CallOptions, waiting waits: Bool = false
  ) async throws {
    var request = RequestDocumentsRequest()
    request.noWait = !waits
    _ = try await client.call(StoreMethods.requestDocuments, request, options: options)
  }

  private static func names(_ uuids: some Sequence<SampleUUID>) -> Set<ObjectType> {
    Set(uuids.map(ObjectType.document))
  }

  @Test func `a query waits until each document is decided`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.cda: true])
    let uuids = try await Self.keep(fixture, 2)
    try await fixture.asApp(token) { client, options in
      async let answer: Void = Self.ask(client, options, waiting: true)
      let question = try #require(await fixture.messenger.asked.value())
      #expect(question.app == StoreFixture.app && question.readReason == "To show it.")
      #expect(question.request == AccessRequest(read: Self.names(uuids)))
      _ = try await fixture.requests.decide(
        question.id, AccessDecision(read: [.document(uuids[0]): true]))
      #expect(fixture.requests.openRequests.count == 1)
      let held = try await fixture.requests.decide(
        question.id, AccessDecision(read: [.document(uuids[1]): false]))
      #expect(held[.document(uuids[0])] == Grant(read: .authorized))
      #expect(fixture.requests.openRequests.isEmpty)
      try await answer
      #expect(try await client.samples(.cda, options).map(\.uuid) == [uuids[0]])
      // Nothing is new.
      try await Self.ask(client, options, waiting: true)
      #expect(fixture.requests.openRequests.isEmpty)
    }
    let audit = try await fixture.store.audit(latest: 1)
    #expect(audit.map(\.detail) == ["may not read document \(uuids[1])"])
  }

  @Test func `only what came since is asked anew`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.cda: true])
    let first = try await Self.keep(fixture)
    let later = try await fixture.asApp(token) { client, options in
      for _ in 0..<2 { try await Self.ask(client, options) }
      let later = try await Self.keep(fixture, 2)
      for _ in 0..<2 { try await Self.ask(client, options) }
      return later
    }
    let asked = fixture.requests.openRequests.map(\.question.request.read)
    #expect(asked == [Self.names(first), Self.names(later)])
  }

  @Test func `a document that is gone keeps nobody waiting`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.cda: true])
    let uuids = try await Self.keep(fixture)
    try await fixture.asApp(token) { client, options in
      async let answer: Void = Self.ask(client, options, waiting: true)
      _ = try #require(await fixture.messenger.asked.value())
      try await fixture.store.commit(.delete(Change.Deletion(.uuids(uuids))))
      try await answer
    }
  }

  @Test func `many documents are asked for in parts, the latest first`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.cda: true])
    let uuids = try await Self.keep(fixture, DocumentRules.mostAsked + 3)
    try await fixture.asApp(token) { client, options in
      try await Self.ask(client, options)
      let question = try #require(fixture.requests.openRequests.first?.question)
      #expect(question.request.read == Self.names(uuids.dropFirst(3)))
      _ = try await fixture.requests.decide(
        question.id, AccessDecision(false, to: question.request))
      try await Self.ask(client, options)
      #expect(
        fixture.requests.openRequests.map(\.question.request.read) == [Self.names(uuids.prefix(3))])
    }
  }

  @Test func `an app asks for no document by name`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let uuids = try await Self.keep(fixture)
    let name = ObjectType.document(uuids[0]).identifier
    try await fixture.asApp(token) { client, options in
      var request = RequestAuthorizationRequest()
      request.read = [name]
      request.noWait = true
      let error = try await refusal { [request] in
        try await client.call(StoreMethods.requestAuthorization, request, options: options)
      }
      #expect(error.code == .invalidArgument)
      var query = QueryRequest()
      query.type = name
      let unknown = try await refusal { [query] in
        try await client.all(StoreMethods.query, query, options)
      }
      #expect(unknown.code == .invalidArgument)
    }
    #expect(fixture.requests.openRequests.isEmpty)
  }

  @Test func `the type that is taken back takes its documents along`() async throws {
    let fixture = try await StoreFixture()
    let uuids = try await Self.keep(fixture, 2)
    try await fixture.decide(
      read: [.cda: true, .document(uuids[0]): true, .document(uuids[1]): true])
    let revoked = try await fixture.requests.reset(
      StoreFixture.app, [.document(uuids[0])], revoking: true)
    #expect(revoked == [.document(uuids[0]): Grant(read: .denied)])
    let reset = try await fixture.requests.reset(StoreFixture.app, [.cda], revoking: false)
    #expect(Set(reset.keys) == Self.names(uuids).union([.cda]))
    #expect(reset.values.allSatisfy { $0 == Grant() })
  }
}
