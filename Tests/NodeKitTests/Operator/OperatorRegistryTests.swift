internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import SystemCore
internal import Testing

/// An app from its first day to its last, as the owner sees it.
@Suite(.timeLimit(.minutes(5))) struct OperatorRegistryTests {
  private static func add(_ app: String, name: String = "") -> AddAppRequest {
    var request = AddAppRequest()
    request.bundleIdentifier = app
    request.name = name
    request.readReason = "to read"
    request.shareReason = "to share"
    return request
  }

  private static func list(_ node: OperatorNode) async throws -> [AppMessage] {
    try await node.answer(OperatorMethods.listApps, ListAppsRequest()).apps
  }

  @Test func `an app is added, renewed, listed with what was decided, and removed`() async throws {
    let node = try await OperatorNode.phone()
    let first = try await node.answer(OperatorMethods.addApp, Self.add("org.example.app"))
    #expect(!first.token.isEmpty)
    #expect(try FileSystem.rights(of: first.path).octal == "0600")
    #expect(try await Self.list(node).map(\.name) == ["org.example.app"])
    let second = try await node.answer(
      OperatorMethods.addApp, Self.add("org.example.app", name: "App"))
    #expect(second.path == first.path)
    #expect(second.token != first.token)
    try await node.store.decide(
      AccessDecision(share: [.stepCount: false], read: [.heartRate: true]), for: "org.example.app")
    let app = try #require(try await Self.list(node).first)
    #expect(app.name == "App")
    #expect(app.readReason == "to read")
    #expect(app.user == Machine.user)
    #expect(app.addedAt > 0)
    #expect(
      app.accesses.map(\.type) == [
        ObjectType.heartRate.identifier, ObjectType.stepCount.identifier,
      ])
    #expect(app.accesses.map(\.share) == [0, 1])
    #expect(app.accesses.map(\.read) == [2, 0])
    var request = RemoveAppRequest()
    request.bundleIdentifier = "org.example.app"
    _ = try await node.answer(OperatorMethods.removeApp, request)
    #expect(try await Self.list(node).isEmpty)
    #expect(try !FileSystem.exists(first.path))
    #expect(
      try await node.audit() == [
        "app.removed org.example.app", "app.renewed org.example.app", "app.added org.example.app",
      ])
    #expect(try await node.refusal(OperatorMethods.removeApp, request).code == .notFound)
  }

  @Test func `what was decided is taken back or denied, type by type`() async throws {
    let node = try await OperatorNode.phone()
    try await node.store.decide(
      AccessDecision(share: [.stepCount: true], read: [.heartRate: true, .height: true]),
      for: "app")
    var request = ResetAppRequest()
    request.bundleIdentifier = "app"
    request.types = ["heartRate"]
    request.revoke = true
    var answer = try await node.answer(OperatorMethods.resetApp, request)
    #expect(answer.accesses.map(\.type) == [ObjectType.heartRate.identifier])
    #expect(answer.accesses.map(\.read) == [1])
    request.types = []
    request.revoke = false
    answer = try await node.answer(OperatorMethods.resetApp, request)
    #expect(answer.accesses.count == 3)
    #expect(answer.accesses.allSatisfy { $0.share == 0 && $0.read == 0 })
    #expect(try await node.audit() == ["access.reset app", "access.revoked app"])
  }

  @Test(arguments: ["../../escape", ".hidden", "a/b", "a b", "ä"])
  func `a bundle identifier is no path`(app: String) async throws {
    let node = try await OperatorNode.phone()
    let error = try await node.refusal(OperatorMethods.addApp, Self.add(app))
    #expect(error.code == .invalidArgument)
    #expect(try await Self.list(node).isEmpty)
  }
}
