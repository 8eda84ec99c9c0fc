internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import NodeTrust
internal import Pairing
internal import RPCCore
internal import Testing

/// What the owner says of the sync.
@Suite(.timeLimit(.minutes(5))) struct OperatorSyncTests {
  private static func syncNow(_ peer: String) -> SyncNowRequest {
    var request = SyncNowRequest()
    request.peer = peer
    return request
  }

  private static func cutoff(_ window: Double) -> SetCutoffRequest {
    var request = SetCutoffRequest()
    request.window = window
    return request
  }

  private static func scope(
    _ peer: String, _ types: [String], isExclusion: Bool = false
  ) -> SetScopeRequest {
    var request = SetScopeRequest()
    request.peer = peer
    request.types = types
    request.isExclusion = isExclusion
    return request
  }

  @Test func `nobody syncs with a peer that is none`() async throws {
    let alone = try await OperatorNode.phone()
    #expect(
      try await alone.refusal(OperatorMethods.syncNow, Self.syncNow("")).code == .notFound)
    let node = try await OperatorNode.phone(watches: 2)
    let error = try await node.refusal(OperatorMethods.syncNow, Self.syncNow("Watch 3"))
    #expect(error.code == .notFound)
    #expect(error.detail.contains("Watch 1"))
    #expect(
      try await node.refusal(OperatorMethods.answerBrake, AnswerBrakeRequest()).code == .notFound)
  }

  @Test func `a sync is with the peer that is named, and ends with its deadline at the latest`()
    async throws
  {
    let node = try await OperatorNode.phone(watches: 2)
    let start = try OperatorNode.id(2).description.prefix(6).lowercased()
    for name in ["Watch 2", "\(try OperatorNode.id(2))", start] {
      do {
        let answer = try await node.answer(
          OperatorMethods.syncNow, Self.syncNow(name), within: .milliseconds(200))
        #expect(answer.peers.map(\.name) == ["Watch 2"])
      } catch let error as RPCError {
        #expect(error.code == .deadlineExceeded)
      }
    }
  }

  @Test func `a brake that stopped nothing is not answered`() async throws {
    let node = try await OperatorNode.phone(watches: 1)
    var request = AnswerBrakeRequest()
    request.peer = "Watch 1"
    let error = try await node.refusal(OperatorMethods.answerBrake, request)
    #expect(error.code == .failedPrecondition)
    #expect(error.detail.contains("Watch 1"))
    #expect(try await node.audit() == [])
  }

  @Test func `a watch moves its window, and notes it`() async throws {
    let node = try await OperatorNode.watch()
    // Nobody has told the engine of the pair yet, as a moment after pairing.
    let day = try await node.answer(OperatorMethods.setCutoff, Self.cutoff(86_400)).cutoff
    #expect(day > 0 && day == node.store.earliestPermittedSampleDate)
    #expect(try await node.audit() == ["window.set"])
    #expect(try await node.store.audit(latest: 1).first?.detail == "1 day")
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e12])
  func `a window has a length`(window: Double) async throws {
    let node = try await OperatorNode.watch()
    let error = try await node.refusal(OperatorMethods.setCutoff, Self.cutoff(window))
    #expect(error.code == .invalidArgument)
    #expect(try await node.audit() == [])
  }

  @Test func `a watch without a phone keeps everything`() async throws {
    let node = try await OperatorNode.watch(isPaired: false)
    let error = try await node.refusal(OperatorMethods.setCutoff, Self.cutoff(86_400))
    #expect(error.code == .failedPrecondition)
    #expect(error.detail == "cannot set the cutoff: this watch has no phone yet")
    #expect(try await node.audit() == [])
  }

  @Test func `a phone has no window`() async throws {
    let node = try await OperatorNode.phone(watches: 1)
    let error = try await node.refusal(OperatorMethods.setCutoff, Self.cutoff(86_400))
    #expect(error.code == .failedPrecondition)
  }

  @Test func `a phone says what a watch gets, and notes it`() async throws {
    let node = try await OperatorNode.phone(watches: 2)
    _ = try await node.answer(
      OperatorMethods.setScope,
      Self.scope("Watch 2", ["StepCount", ObjectType.heartRate.identifier], isExclusion: true))
    // The sync has not heard of the watch before.
    let kept = node.store.syncRecord.peers[try OperatorNode.id(2)]?.settings.scope
    #expect(kept == TypeScope(isExclusion: true, listed: [.stepCount, .heartRate]))
    var asked = GetScopeRequest()
    asked.peer = "Watch 2"
    let shown = try await node.answer(OperatorMethods.getScope, asked)
    #expect(shown.isExclusion)
    #expect(shown.types == [ObjectType.heartRate, .stepCount].map(\.identifier))
    asked.peer = "Watch 1"
    let usual = try await node.answer(OperatorMethods.getScope, asked)
    let withheld = TypeScope.withoutDocuments.listed.sorted().map(\.identifier)
    #expect(usual.isExclusion && usual.types == withheld && withheld.count == 10)
    let entry = try #require(try await node.store.audit(latest: 1).first)
    #expect(entry.event == "scope.set")
    #expect(entry.subject == "\(try OperatorNode.id(2))")
    #expect(entry.detail.hasPrefix("all but "))
    #expect(entry.detail.contains(ObjectType.stepCount.name))
    let audit = try await node.answer(OperatorMethods.getAudit, GetAuditRequest())
    #expect(audit.events.first?.name == "Watch 2")
    #expect(audit.events.first?.subject == entry.subject)
  }

  @Test(arguments: [
    (["workout", "heartRate"], false, true), (["heartRate"], false, false),
    (["workout"], true, false), (["heartRate"], true, true),
  ])
  func `what ties samples to workouts goes with them`(
    types: [String], isExclusion: Bool, isSent: Bool
  ) async throws {
    let node = try await OperatorNode.phone(watches: 1)
    _ = try await node.answer(
      OperatorMethods.setScope, Self.scope("Watch 1", types, isExclusion: isExclusion))
    let kept = node.store.syncRecord.peers[try OperatorNode.id(1)]?.settings.scope
    #expect(kept?.contains(.association) == isSent)
    var asked = GetScopeRequest()
    asked.peer = "Watch 1"
    let shown = try await node.answer(OperatorMethods.getScope, asked)
    #expect(shown.types == types.compactMap { ObjectType(named: $0)?.identifier }.sorted())
  }

  @Test func `what a watch gets waits for its pairing to be finished`() async throws {
    let node = try await OperatorNode.phone(watches: 1)
    let pending = try OperatorNode.peer(2, .watch, "Watch 2")
    try await node.trust.change { $0.addPending(pending) }
    let error = try await node.refusal(
      OperatorMethods.setScope, Self.scope("Watch 2", ["stepCount"]))
    #expect(error.code == .failedPrecondition)
    #expect(error.detail.contains("is not finished"))
    #expect(node.store.syncRecord.peers[pending.id] == nil)
  }

  @Test func `what a watch gets is named in full, and only on the phone`() async throws {
    let node = try await OperatorNode.phone(watches: 1)
    for (request, code) in [
      (Self.scope("Watch 1", []), StatusCode.invalidArgument),
      (Self.scope("Watch 1", [""]), .invalidArgument),
      (Self.scope("Watch 1", ["stepCount", "no such type"]), .invalidArgument),
      (Self.scope("Watch 1", ["stepCount", "STEPCOUNT"]), .invalidArgument),
      (Self.scope("Watch 1", Array(repeating: "stepCount", count: 513)), .invalidArgument),
      (Self.scope("Watch 9", ["stepCount"]), .notFound),
    ] {
      #expect(try await node.refusal(OperatorMethods.setScope, request).code == code)
    }
    #expect(try await node.audit() == [])
    let watch = try await OperatorNode.watch()
    let own = try await watch.answer(OperatorMethods.getScope, GetScopeRequest())
    #expect(own.isExclusion && own.types.isEmpty)
    let error = try await watch.refusal(OperatorMethods.setScope, Self.scope("", ["stepCount"]))
    #expect(error.code == .failedPrecondition)
    #expect(error.detail.contains("the phone decides"))
    #expect(error.detail.contains("My Phone"))
  }
}
