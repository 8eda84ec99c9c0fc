internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import Testing

@testable internal import NodeApps

/// A request of an app, from waiting to decided, as the owner sees it.
@Suite(.timeLimit(.minutes(5))) struct OperatorDecisionTests {
  private static let question = AccessQuestion(
    id: 0xab, app: "org.example.app",
    request: AccessRequest(share: [.stepCount], read: [.heartRate, .height]), askedAt: 5,
    name: "App", readReason: "to read")

  private static func decide(_ type: String, read: Bool, others: Bool? = nil) -> DecideRequest {
    var request = DecideRequest()
    request.id = QuestionID(number: question.id).text
    var decision = TypeDecisionMessage()
    decision.type = type
    decision.read = read
    request.decisions = [decision]
    request.others = others
    return request
  }

  @Test func `a watch's request is listed, decided in parts, and gone`() async throws {
    let messenger = KnownMessenger()
    let node = try await OperatorNode.phone(watches: 2) { store, _ in
      messenger.requests(over: store)
    }
    messenger.receive(Self.question, from: try OperatorNode.id(2))
    var list = try await node.answer(OperatorMethods.listRequests, ListRequestsRequest()).requests
    #expect(list.map(\.device) == ["Watch 2"])
    #expect(list.map(\.id) == ["00000000000000ab"])
    #expect(list.first?.read == [ObjectType.heartRate, .height].map(\.identifier).sorted())

    let part = try await node.answer(
      OperatorMethods.decide, Self.decide("heartRate", read: true))
    #expect(part.accesses.map(\.share).allSatisfy { $0 == 0 })
    #expect(part.accesses.map(\.read).sorted() == [0, 0, 2])
    #expect(messenger.openQuestions.count == 1)
    #expect(
      try await node.refusal(OperatorMethods.decide, Self.decide("stepCount", read: true)).code
        == .invalidArgument)

    let rest = try await node.answer(
      OperatorMethods.decide, Self.decide("height", read: true, others: false))
    // The rest is what nobody decided before: what the first call permitted stays so.
    #expect(rest.accesses.map(\.read).sorted() == [0, 2, 2])
    #expect(rest.accesses.map(\.share).sorted() == [0, 0, 1])
    list = try await node.answer(OperatorMethods.listRequests, ListRequestsRequest()).requests
    #expect(list.isEmpty)
    #expect(
      try await node.audit() == [
        "access.decided org.example.app", "access.decided org.example.app",
      ])
    #expect(
      try await node.refusal(OperatorMethods.decide, Self.decide("height", read: true)).code
        == .notFound)
  }
}
