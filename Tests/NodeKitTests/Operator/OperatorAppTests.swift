internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore
internal import Testing

@testable internal import NodeApps

/// The apps of a node, and what they ask for.
@Suite(.timeLimit(.minutes(5))) struct OperatorAppTests {
  private static func reset(_ app: String, _ types: [String] = []) -> ResetAppRequest {
    var request = ResetAppRequest()
    request.bundleIdentifier = app
    request.types = types
    return request
  }

  private static func decide(
    _ id: String, _ decisions: [(type: String, share: Bool?, read: Bool?)] = [],
    others: Bool? = nil
  ) -> DecideRequest {
    var request = DecideRequest()
    request.id = id
    request.others = others
    request.decisions = decisions.map { type, share, read in
      var decision = TypeDecisionMessage()
      decision.type = type
      decision.share = share
      decision.read = read
      return decision
    }
    return request
  }

  @Test func `an app needs a name that fits`() async throws {
    let node = try await OperatorNode.phone()
    for (app, reason) in [
      ("", ""), (String(repeating: "a", count: 1_025), ""), ("a\0b", ""),
      ("app", String(repeating: "r", count: 257)),
    ] {
      var request = AddAppRequest()
      request.bundleIdentifier = app
      request.readReason = reason
      let error = try await node.refusal(OperatorMethods.addApp, request)
      #expect(error.code == .invalidArgument)
    }
    #expect(try await node.answer(OperatorMethods.listApps, ListAppsRequest()).apps.isEmpty)
  }

  @Test func `an app that is unknown is neither removed nor reset`() async throws {
    let node = try await OperatorNode.phone()
    var request = RemoveAppRequest()
    request.bundleIdentifier = "org.example.none"
    #expect(try await node.refusal(OperatorMethods.removeApp, request).code == .notFound)
    #expect(
      try await node.refusal(OperatorMethods.resetApp, Self.reset("org.example.none")).code
        == .notFound)
  }

  @Test func `a reset names types that there are, and only on the phone`() async throws {
    let node = try await OperatorNode.phone()
    try await node.store.decide(AccessDecision(read: [.heartRate: true]), for: "app")
    for types in [
      ["nothing"], ["heartRate", "heartRate"], Array(repeating: "heartRate", count: 600),
    ] {
      let error = try await node.refusal(OperatorMethods.resetApp, Self.reset("app", types))
      #expect(error.code == .invalidArgument)
    }
    let watch = try await OperatorNode.watch()
    let error = try await watch.refusal(OperatorMethods.resetApp, Self.reset("app"))
    #expect(error.code == .failedPrecondition)
    #expect(error.detail.contains("My Phone"))
  }

  @Test func `apps of watches are listed for as long as something holds for them`() async throws {
    let messenger = KnownMessenger()
    let node = try await OperatorNode.phone(watches: 2) { store, _ in
      messenger.requests(over: store)
    }
    for number in [1, 2] as [UInt8] {
      messenger.receive(
        AccessQuestion(
          id: UInt64(number), app: "app.far", request: AccessRequest(read: [.heartRate]),
          askedAt: Double(number), name: "Far", readReason: "To show it."),
        from: try OperatorNode.id(number))
    }
    let list = ListAppsRequest()
    #expect(try await node.answer(OperatorMethods.listApps, list).apps.isEmpty)
    _ = try await node.answer(
      OperatorMethods.decide, Self.decide(QuestionID(number: 1).text, others: true))
    let app = try #require(try await node.answer(OperatorMethods.listApps, list).apps.first)
    #expect(app.bundleIdentifier == "app.far" && app.name == "Far")
    #expect(app.isElsewhere && app.watches == ["Watch 1"] && app.addedAt == 1)
    #expect(app.accesses.map(\.read) == [2])
    // It is kept.
    #expect(try await WatchApps.read(node.store).entries.map(\.bundleIdentifier) == ["app.far"])

    // An app of the node's own is one and the same.
    var add = AddAppRequest()
    add.bundleIdentifier = "app.far"
    _ = try await node.answer(OperatorMethods.addApp, add)
    let both = try await node.answer(OperatorMethods.listApps, list).apps
    #expect(both.map(\.isElsewhere) == [false] && both.map(\.watches) == [["Watch 1"]])
    var remove = RemoveAppRequest()
    remove.bundleIdentifier = "app.far"
    _ = try await node.answer(OperatorMethods.removeApp, remove)
    #expect(try await node.answer(OperatorMethods.listApps, list).apps.count == 1)
    _ = try await node.answer(OperatorMethods.resetApp, Self.reset("app.far"))
    #expect(try await node.answer(OperatorMethods.listApps, list).apps.isEmpty)
  }

  @Test func `only so many apps of watches are kept, the latest`() throws {
    var apps = WatchApps()
    for number in 0..<(WatchApps.most + 2) {
      apps.note(
        AccessQuestion(id: 1, app: "app.\(number)", request: AccessRequest(), askedAt: 0),
        of: try OperatorNode.id(1))
    }
    #expect(apps.entries.count == WatchApps.most)
    #expect(apps.entries.first?.bundleIdentifier == "app.2")
    apps.note(
      AccessQuestion(id: 1, app: "app.2", request: AccessRequest(), askedAt: 5),
      of: try OperatorNode.id(1))
    #expect(apps.entries.count == WatchApps.most)
    #expect(apps.entries.last?.askedAt == 5)
  }

  @Test func `where nobody asked, nothing waits`() async throws {
    let node = try await OperatorNode.watch()
    let list = try await node.answer(OperatorMethods.listRequests, ListRequestsRequest())
    #expect(list.requests.isEmpty)
    #expect(!list.phoneIsConnected)
    #expect(list.phoneHeardAt == nil)
  }

  @Test(arguments: ["", "1", "+000000000000001", "000000000000000g", "00000000000000001", " 1"])
  func `an id of a request has 16 digits`(id: String) async throws {
    let node = try await OperatorNode.phone()
    let error = try await node.refusal(OperatorMethods.decide, Self.decide(id, others: true))
    #expect(error.code == .invalidArgument)
  }

  @Test func `what does not wait is not decided, nor on a watch`() async throws {
    let id = QuestionID(number: 7).text
    let node = try await OperatorNode.phone()
    var error = try await node.refusal(OperatorMethods.decide, Self.decide(id, others: true))
    #expect(error.code == .notFound)
    let watch = try await OperatorNode.watch(isPaired: false)
    error = try await watch.refusal(OperatorMethods.decide, Self.decide(id, others: true))
    #expect(error.code == .failedPrecondition)
    #expect(error.detail.contains("this watch has none"))
  }

  @Test func `an id is read as it is written`() {
    for number in [0, 7, .max] as [UInt64] {
      let text = QuestionID(number: number).text
      #expect(text.utf8.count == 16)
      #expect(QuestionID(text: text)?.number == number)
      #expect(QuestionID(text: text.uppercased())?.number == number)
    }
  }

  @Test func `each type and direction is decided by itself, and the rest as one`() throws {
    let asked = AccessRequest(share: [.stepCount, .heartRate], read: [.stepCount])
    let one = try AccessDecision(Self.decide("", [("stepCount", nil, true)]), on: asked, of: asked)
    #expect(one == AccessDecision(read: [.stepCount: true]))
    let all = try AccessDecision(
      Self.decide("", [("stepCount", true, nil)], others: false), on: asked, of: asked)
    #expect(
      all
        == AccessDecision(share: [.stepCount: true, .heartRate: false], read: [.stepCount: false]))
    #expect(
      try AccessDecision(Self.decide("", others: true), on: asked, of: asked)
        == AccessDecision(true, to: asked))
    // What was decided before is not part of the rest, and can still be named.
    let open = AccessRequest(share: [.heartRate])
    #expect(
      try AccessDecision(Self.decide("", others: false), on: asked, of: open)
        == AccessDecision(share: [.heartRate: false]))
    #expect(
      try AccessDecision(Self.decide("", [("stepCount", false, nil)]), on: asked, of: open)
        == AccessDecision(share: [.stepCount: false]))
    for message in [
      Self.decide(""), Self.decide("", [("stepCount", nil, nil)]),
      Self.decide("", [("heartRate", nil, true)]), Self.decide("", [("height", true, nil)]),
      Self.decide("", [("nothing", true, nil)]),
      Self.decide("", [("stepCount", true, nil), ("stepcount", false, nil)]),
    ] {
      let error = #expect(throws: RPCError.self) {
        try AccessDecision(message, on: asked, of: asked)
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func `a request and an app are told in full`() {
    let question = AccessQuestion(
      id: 255, app: "org.example.app",
      request: AccessRequest(share: [.stepCount], read: [.heartRate]),
      askedAt: 5, name: "App", shareReason: "to share", readReason: "to read")
    let request = AppRequest(question)
    #expect(request.id == "00000000000000ff")
    #expect(request.bundleIdentifier == "org.example.app")
    #expect(request.name == "App")
    #expect(request.shareReason == "to share")
    #expect(request.readReason == "to read")
    #expect(request.share == [ObjectType.stepCount.identifier])
    #expect(request.read == [ObjectType.heartRate.identifier])
    #expect(request.askedAt == 5)
    let app = AppMessage(
      RegisteredApp(
        bundleIdentifier: "org.example.app", name: "App", readReason: "to read",
        shareReason: "to share", user: 7, tokenDigest: [1], addedAt: 6))
    #expect(app.bundleIdentifier == "org.example.app")
    #expect(app.user == 7)
    #expect(app.addedAt == 6)
    let accesses = [TypeAccessMessage]([
      .stepCount: Grant(share: .authorized, read: .notDetermined),
      .heartRate: Grant(share: .denied, read: .authorized),
    ])
    #expect(
      accesses.map(\.type) == [ObjectType.heartRate.identifier, ObjectType.stepCount.identifier])
    #expect(accesses.map(\.share) == [1, 2])
    #expect(accesses.map(\.read) == [2, 0])
  }

  @Test func `the audit is told newest first, as much of it as is wanted`() async throws {
    let node = try await OperatorNode.phone()
    for number in 0..<120 {
      try await node.store.commit(
        .noteAudit(AuditEntry(at: Double(number), event: "e", subject: "s", detail: "\(number)")))
    }
    var request = GetAuditRequest()
    let usual = try await node.answer(OperatorMethods.getAudit, request).events
    #expect(usual.count == 100)
    #expect(usual.first?.detail == "119")
    #expect(usual.first?.at == 119)
    #expect(usual.first?.event == "e")
    #expect(usual.first?.subject == "s")
    request.limit = 3
    #expect(
      try await node.answer(OperatorMethods.getAudit, request).events.map(\.detail)
        == ["119", "118", "117"])
    request.limit = .max
    #expect(try await node.answer(OperatorMethods.getAudit, request).events.count == 120)
  }
}
