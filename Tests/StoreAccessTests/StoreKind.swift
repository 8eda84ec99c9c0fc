internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import RPCHTTP2
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// Where the store is that a test runs over.
enum StoreKind: CaseIterable, Sendable {
  case memory, file, daemon
}

/// A store with two apps and an owner, each with what it may do there.
struct StoreUnderTest: Sendable {
  static let appName = "app.one"
  static let otherName = "app.two"

  let app: any AppAccess
  let other: any AppAccess
  let owner: any OwnerAccess
  /// Decides for the first app.
  let decide: @Sendable (AccessDecision) async throws -> Void
  /// Chooses documents for the first app.
  let decideDocuments: @Sendable ([SampleUUID: Bool]) async throws -> Void
  /// Takes a document from the first app, or the type with all of them.
  let revokeDocument: @Sendable (SampleUUID?) async throws -> Void

  /// The owner lets the first app share and read types, and denies it others.
  func grant(
    share: [ObjectType] = [], read: [ObjectType] = [], denyingShare: [ObjectType] = [],
    denyingRead: [ObjectType] = []
  ) async throws {
    var decision = AccessDecision()
    for type in share { decision.share[type] = true }
    for type in denyingShare { decision.share[type] = false }
    for type in read { decision.read[type] = true }
    for type in denyingRead { decision.read[type] = false }
    try await decide(decision)
  }

  /// Runs `body` over a store of a kind.
  static func run(
    _ kind: StoreKind, _ body: (StoreUnderTest) async throws -> Void
  ) async throws {
    switch kind {
    case .memory: try await run(over: try await LocalStore.openInMemory(), body)
    case .file:
      let folder = try TemporaryFolder()
      try await run(
        over: try await LocalStore.open(StoreLocation(folder: folder.file("store"))), body)
    case .daemon: try await runOverDaemon(body)
    }
  }

  private static func run(
    over store: LocalStore, _ body: (StoreUnderTest) async throws -> Void
  ) async throws {
    func app(_ name: String) -> any AppAccess {
      let source = Source(bundleIdentifier: name, name: "App")
      return EmbeddedAccess(AppSession(store, as: SourceRevision(source: source)))
    }
    try await body(
      StoreUnderTest(
        app: app(appName), other: app(otherName), owner: EmbeddedAccess(OwnerSession(store)),
        decide: { try await store.decide($0, for: appName) },
        decideDocuments: { chosen in
          try await store.decide(AccessDecision(read: named(chosen)), for: appName)
        },
        revokeDocument: { uuid in
          let type = uuid.map(ObjectType.document) ?? .cda
          try await store.decide(AccessDecision(read: [type: false]), for: appName)
        }))
    try await store.close()
  }

  private static func runOverDaemon(
    _ body: (StoreUnderTest) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let places = NodePlaces(folder: folder.path)
    let program = try startDaemon(places)
    defer { _ = program }
    try await withOwner(places) { owner in
      try await withClient(places.socket) { apps in
        let app = RemoteStore(apps, token: try await addApp(appName, owner))
        try await body(
          StoreUnderTest(
            app: app, other: RemoteStore(apps, token: try await addApp(otherName, owner)),
            owner: RemoteStore(owner), decide: { try await decide($0, for: app, owner) },
            decideDocuments: { try await decideDocuments(named($0), for: app, owner) },
            revokeDocument: { uuid in
              var reset = ResetAppRequest()
              reset.bundleIdentifier = appName
              reset.revoke = true
              reset.types = [(uuid.map(ObjectType.document) ?? .cda).identifier]
              _ = try await owner.call(OperatorMethods.resetApp, reset)
            }))
      }
    }
  }

  /// Lends what calls a daemon as its owner.
  static func withOwner(
    _ places: NodePlaces, _ body: (Client) async throws -> Void
  ) async throws {
    try await withClient(places.operatorSocket, body)
  }

  private static func withClient(
    _ socket: String, _ body: (Client) async throws -> Void
  ) async throws {
    let loop = try EventLoop(name: "client")
    let result: Result<Void, any Error>
    do {
      result = .success(
        try await HTTP2Client.withClient(
          ClientConfiguration(.address(.unix(path: socket)), .plain), on: loop, body))
    } catch {
      result = .failure(error)
    }
    await loop.shutdown()
    try result.get()
  }

  /// Starts the daemon of a node, and waits until it can be called.
  static func startDaemon(_ places: NodePlaces) throws -> RunningProgram {
    let program = try RunningProgram(
      try RunningProgram.builtPath("dyadd"),
      ["--state", places.state, "--listen", "127.0.0.1:0", "--print-addresses"])
    _ = try program.waitForLine("listening operator ")
    return program
  }

  static func addApp(_ name: String, _ owner: Client) async throws -> String {
    var request = AddAppRequest()
    request.bundleIdentifier = name
    request.name = "App"
    request.readReason = "To show it."
    request.shareReason = "To keep it."
    return try await owner.call(OperatorMethods.addApp, request).token
  }

  private static func named(_ chosen: [SampleUUID: Bool]) -> [ObjectType: Bool] {
    Dictionary(uniqueKeysWithValues: chosen.map { (.document($0), $1) })
  }

  /// Lets the app ask for documents, and chooses as the owner.
  private static func decideDocuments(
    _ chosen: [ObjectType: Bool], for app: RemoteStore, _ owner: Client
  ) async throws {
    try await app.requestDocuments(waits: false)
    let open = try await owner.call(OperatorMethods.listRequests, ListRequestsRequest()).requests
    var request = DecideRequest()
    let asked = try #require(open.first)
    request.id = asked.id
    #expect(asked.read.isEmpty && asked.share.isEmpty)
    #expect(Set(asked.documents.map(\.type)).isSuperset(of: chosen.keys.map(\.identifier)))
    #expect(asked.documents.allSatisfy { $0.title == "Résumé de soins" && $0.date != nil })
    for (type, answer) in chosen {
      var message = TypeDecisionMessage()
      message.type = type.identifier
      message.read = answer
      request.decisions.append(message)
    }
    _ = try await owner.call(OperatorMethods.decide, request)
  }

  /// Takes back what was decided for these types, lets the app ask again, and answers as the owner.
  private static func decide(
    _ decision: AccessDecision, for app: RemoteStore, _ owner: Client
  ) async throws {
    let types = Set(decision.share.keys).union(decision.read.keys)
    var reset = ResetAppRequest()
    reset.bundleIdentifier = appName
    reset.types = types.map(\.identifier)
    _ = try await owner.call(OperatorMethods.resetApp, reset)
    #expect(try await !app.requestAuthorization(decision.request, waits: false))
    let open = try await owner.call(OperatorMethods.listRequests, ListRequestsRequest()).requests
    var request = DecideRequest()
    request.id = try #require(open.first).id
    for type in types {
      var message = TypeDecisionMessage()
      message.type = type.identifier
      message.share = decision.share[type]
      message.read = decision.read[type]
      request.decisions.append(message)
    }
    _ = try await owner.call(OperatorMethods.decide, request)
  }
}

extension StoreUnderTest {
  /// A new UUID.
  static func uuid() -> SampleUUID {
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    return uuids.take(for: .stepCount)
  }

  /// When samples of tests begin, in seconds since 2001-01-01 UTC.
  static let start = 785_000_000.0

  /// Samples of one quantity type, a minute apart, which say that they are of somebody.
  static func run(
    _ type: ObjectType, _ values: [Double], from bundle: String = "somebody.else"
  ) -> SampleRun {
    let unit = type.description?.canonicalUnit ?? .count
    var run = SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    for (index, value) in values.enumerated() {
      let start = start + Double(60 * index)
      run.append(
        Sample(
          uuid: uuids.take(for: type), type: type, start: start, end: start + 30,
          value: .quantity(Quantity(value, unit)),
          source: SourceRevision(source: Source(bundleIdentifier: bundle, name: "Somebody"))))
    }
    return run
  }

  /// One object that is no single number.
  static func object(_ type: ObjectType, _ body: ObjectBody) -> SampleRun {
    SampleRun(
      Sample(
        uuid: uuid(), type: type, start: start, end: start + 600, value: .object(body),
        source: SourceRevision(
          source: Source(bundleIdentifier: "somebody.else", name: "Somebody"))))
  }
}

extension AppAccess {
  /// The UUIDs of everything that the caller sees of a type, in order.
  func seen(_ type: ObjectType) async throws -> [SampleUUID] {
    try await samples(SampleQuery(type)).all().flatMap(\.uuids)
  }
}
