internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore
internal import TestSupport
internal import Testing

/// The daemon as a node under test.
@Suite(.timeLimit(.minutes(5))) struct `The daemon under test` {
  private static func node(
    _ role: Role = .phone, hasClock: Bool = true, _ scene: Scene = Scene()
  ) throws -> Node {
    var words = [
      try RunningProgram.builtPath("dyadd"), "--state", "{state}", "--role", "{role}", "--activity",
      "off", "--listen", "127.0.0.1:0", "--print-addresses",
    ]
    if hasClock { words.append("--test-clock") }
    return try Node(.program(words, hasVirtualTime: hasClock), role: role, scene: scene)
  }

  private static func time(_ node: Node) throws -> Double {
    let call = try node.ownerStream("Operator/GetStatus", ["every": 0])
    let status = try #require(try call.next(by: Deadline(after: .seconds(10))))
    return status["now"].real
  }

  @Test(arguments: Role.allCases) func `it starts in each role`(role: Role) throws {
    let node = try Self.node(role)
    #expect(node.address.hasPrefix("127.0.0.1:"))
    let folder = try #require(node.stateFolder)
    #expect(node.operatorSocket?.hasPrefix(folder) == true)
    #expect(node.appSocket?.hasPrefix(folder) == true)
    #expect(Need.allCases.allSatisfy { node.offers($0) })
    let device = try node.owner("PairingControl/GetDevice")
    #expect(device["role"].number == Int64(role.rawValue))
    #expect(device["addresses"].items.map(\.string) == [node.address])
    node.stop()
    #expect(node.output.contains { $0.contains("node.stopped") })
  }

  @Test func `it shows a code for as long as its window is open`() throws {
    let node = try Self.node()
    let first = try node.pairingCode(seconds: 600)
    let second = try node.pairingCode(digits: 8)
    #expect(first.utf8.count == 6)
    #expect(second.utf8.count == 8)
    try node.advanceClock(119)
    // One window at a time: the second one is open still.
    let other = try node.judgedOwner()
    let failure = try #require(throws: CallFailure.self) {
      _ = try other.start("PairingControl/OpenWindow").next(by: Deadline(after: .seconds(10)))
    }
    #expect(failure.end.trailer("dyad-refusal") == "window-open")
    try node.advanceClock(2)
    let event = try #require(try node.nextWindowEvent(by: Deadline(after: .seconds(10))))
    #expect(event["closed"]["refusal"].string == "expired")
    #expect(try node.nextWindowEvent(by: Deadline(after: .seconds(10))) == nil)
  }

  @Test(arguments: [true, false])
  func `it goes on with what it kept, at the time that it was`(kill: Bool) throws {
    let scene = Scene()
    var place: String?
    let node = try Self.node(.phone, scene)
    scene.interference.restarts = { place = $0 }
    let token = try node.makeApp("org.example.app")
    #expect(!token.isEmpty)
    let before = try Self.time(node)
    try node.advanceClock(86_400)
    try node.restart(kill: kill)
    #expect(place == node.stateFolder)
    let apps = try node.owner("Operator/ListApps")["apps"].items
    #expect(apps.map { $0["bundle_identifier"].string } == ["org.example.app"])
    #expect((86_400..<86_460).contains(try Self.time(node) - before))
    #expect(try node.app(token: token).call("Store/GetCoverage").type == "GetCoverageResponse")
    #expect(node.output.contains { $0.contains("node.stopped") } == !kill)
  }

  @Test func `its apps get what its owner decides`() throws {
    let node = try Self.node(.phone)
    let token = try node.makeApp("org.example.app")
    let app = try node.app(token: token)
    let types = ["HKQuantityTypeIdentifierStepCount"]
    func mayShare() throws -> Int64 {
      try app.call("Store/GetAuthorization", ["share": Value(types)])["statuses"][0].number
    }
    #expect(try mayShare() == 0)
    try node.grant("org.example.app", token: token, share: types)
    #expect(try mayShare() == 2)
    try node.revoke("org.example.app", types: types)
    #expect(try mayShare() == 1)
    _ = try app.call(
      "Store/RequestAuthorization",
      ["share": Value(["HKQuantityTypeIdentifierHeartRate"]), "no_wait": true])
    #expect(try node.requests(of: "org.example.app").count == 1)
    #expect(try node.decide("org.example.app", approving: false) == 1)
    #expect(try node.requests(of: "org.example.app").isEmpty)
    let stranger = try node.app(token: nil)
    let failure = try #require(throws: CallFailure.self) {
      _ = try stranger.call("Store/GetCoverage")
    }
    #expect(failure.end.code == 16)
  }

  @Test func `it keeps what its owner saves`() throws {
    let node = try Self.node(.phone)
    let start = try Self.time(node) - 86_400
    try node.save((0..<5).map { .heartRate(1, $0 + 1, at: start + Double($0)) })
    try node.restart(kill: true)
    let types = try node.owner("Operator/ListTypes")["types"].items
    #expect(types.map { $0["type"].string } == [Sample.heartRateType])
    #expect(types.map { $0["count"].number } == [5])
  }

  @Test func `its clock is the machine's without the word for it`() throws {
    let node = try Self.node(hasClock: false)
    #expect(throws: NotHere.self) { try node.advanceClock(1) }
    let failure = try #require(throws: CallFailure.self) {
      try node.owner("Operator/AdvanceClock", ["seconds": 1])
    }
    #expect(failure.end.code == 9)
  }

  @Test func `no saboteur disturbs what a case only prepares`() throws {
    let scene = Scene()
    scene.interference.hears = { _, _ in [] }
    let node = try Self.node(.phone, scene)
    let token = try node.makeApp("org.example.app")
    #expect(!token.isEmpty)
    let judged = try node.judgedOwner()
    #expect(throws: CallFailure.self) { _ = try judged.call("Operator/ListApps") }
  }
}
