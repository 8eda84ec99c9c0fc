internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Pairing
internal import RPCCore
internal import Testing

@testable internal import NodeApps
@testable internal import NodeKit
@testable internal import NodeSync

/// How a node is, as its owner sees it.
@Suite(.timeLimit(.minutes(5))) struct OperatorStatusTests {
  private static func first(_ node: OperatorNode) async throws -> NodeStatusMessage {
    try await node.withOwner { owner in
      try await owner.withCall(OperatorMethods.getStatus) { call in
        try call.sendOnly(GetStatusRequest())
        let status = try #require(try await call.receive())
        let end = try await call.receive()
        #expect(end == nil)
        return status
      }
    }
  }

  @Test func `the status of a phone names its watches`() async throws {
    let node = try await OperatorNode.phone(watches: 2)
    try await node.store.commit(OperatorNode.steps(0..<3))
    let status = try await Self.first(node)
    #expect(status.id == "\(try OperatorNode.id(200))")
    #expect(status.role == 1)
    #expect(status.name == "here")
    #expect(status.version == ProgramVersion.number)
    #expect(status.startedAt > 0 && status.now >= status.startedAt)
    #expect(status.cutoff == nil)
    #expect(status.samples == 3)
    #expect(status.damaged == 0)
    #expect(status.openRequests == 0)
    #expect(status.peers.map(\.name) == ["Watch 1", "Watch 2"])
    #expect(
      status.peers.map(\.id) == [try OperatorNode.id(1), try OperatorNode.id(2)].map { "\($0)" })
    #expect(status.peers.map(\.role) == [2, 2])
    #expect(status.peers.map(\.address) == ["10.0.0.1:7443", "10.0.0.2:7443"])
  }

  @Test func `the status of a watch says from when on it keeps samples`() async throws {
    let node = try await OperatorNode.watch()
    try await node.store.commit(.setCutoff(1_000))
    let status = try await Self.first(node)
    #expect(status.role == 2)
    #expect(status.cutoff == 1_000)
    #expect(status.peers.map(\.name) == ["My Phone"])
  }

  @Test func `who follows is told of what is saved, until the call ends`() async throws {
    let node = try await OperatorNode.phone(watches: 1)
    try await node.withOwner { owner in
      try await owner.withCall(OperatorMethods.getStatus) { call in
        var request = GetStatusRequest()
        request.every = 0.001
        try call.sendOnly(request)
        let first = try #require(try await call.receive())
        #expect(first.samples == 0)
        for counter in 0..<3 as Range<UInt64> {
          try await node.store.commit(OperatorNode.steps(counter..<counter + 1))
          while let status = try await call.receive(), status.samples <= counter {}
        }
      }
    }
  }

  @Test(arguments: [-1, .nan, .infinity, 1e9])
  func `nobody follows at such a pace`(every: Double) async throws {
    let node = try await OperatorNode.phone()
    var request = GetStatusRequest()
    request.every = every
    let error = try await node.refusal(OperatorMethods.getStatus, request)
    #expect(error.code == .invalidArgument)
  }

  @Test func `each state and number of a peer is told`() throws {
    var status = PeerSyncStatus()
    status.connectedSince = 1
    status.heardAt = 2
    status.equalAt = 3
    status.failure = "cannot reach it"
    status.nextTry = 4
    status.clockSkew = -5
    status.lag = [.stepCount: 6, .heartRate: 7]
    status.isAlarmed = true
    for number in [1, 2, 1, 2] as [UInt64] {
      status.copies.hear(Incarnation(rawValue: number), at: 0)
    }
    for _ in 0..<3 { status.copies.loseToAnother(at: 0) }
    status.braked = [.heartRate: 8]
    status.bytesSent = 9
    status.bytesReceived = 10
    let peer = try OperatorNode.peer(1, .watch, "Watch")
    let message = PeerStatusMessage(peer, status, at: 0)
    #expect(message.connectedSince == 1)
    #expect(message.heardAt == 2)
    #expect(message.equalAt == 3)
    #expect(message.failure == "cannot reach it")
    #expect(message.nextTry == 4)
    #expect(message.clockSkew == -5)
    #expect(
      message.lag.map(\.type) == [ObjectType.heartRate.identifier, ObjectType.stepCount.identifier])
    #expect(message.lag.map(\.count) == [7, 6])
    #expect(message.isAlarmed)
    #expect(message.isTwice && message.isThisTwice)
    #expect(message.braked.map(\.count) == [8])
    #expect(message.bytesSent == 9)
    #expect(message.bytesReceived == 10)
    let states: [(PeerSyncStatus.State, PeerStatusMessage.State)] = [
      (.waiting, .waiting), (.connecting, .connecting), (.syncing, .syncing), (.settled, .settled),
      (.retrying, .retrying), (.braked, .braked),
    ]
    for (state, told) in states {
      status.state = state
      #expect(PeerStatusMessage(peer, status, at: 0).state == told)
    }
  }
}
