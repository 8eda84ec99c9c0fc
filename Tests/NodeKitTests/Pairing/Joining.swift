internal import DyadServices
internal import Pairing
internal import RPCCore
internal import TestSupport

/// Joins a device step by step, as its owner would.
struct Joining {
  /// How far joining has come.
  enum Step: Hashable, Sendable {
    case reached, verified
  }

  var address: String
  var code: String
  var rows = RowsPolicyMessage.refuse
  var isApproved = true
  /// Called when the other side is reached and when it is verified, before the owner goes on.
  var at: (Step) async throws -> Void = { _ in }

  /// Joins.
  ///
  /// - Parameter node: joins the other.
  /// - Returns: the last event, or why it was refused.
  /// - Throws: what `at` throws, or that the answers make no sense.
  func run(on node: PairingNode) async throws -> Outcome {
    do {
      return try await node.asOwner { client in
        try await client.withCall(PairingControlMethods.join) { call in try await follow(call) }
      }
    } catch let error as RPCError {
      let word = error.metadata[text: RefusalTrailers.refusal]
      guard let refusal = word.flatMap({ PairingError.Refusal(rawValue: $0) }) else {
        return .failed(error)
      }
      return .refused(refusal)
    }
  }

  private func follow(
    _ call: ClientStream<JoinCommandMessage, JoinEventMessage>
  ) async throws -> Outcome {
    var start = JoinStartMessage()
    start.address = address
    start.rows = rows
    try await call.send(JoinCommandMessage(.start(start)))
    while let event = try await call.receive()?.event {
      switch event {
      case .reached:
        try await at(.reached)
        try await call.send(JoinCommandMessage(.code(code)))
      case .verified:
        try await at(.verified)
        try await call.send(JoinCommandMessage(.approve(isApproved)))
      case .paired(let peer): return .paired(peer)
      case .pending(let peer): return .pending(peer)
      }
    }
    throw TestSupportError("joining ended without an outcome")
  }

  /// What came of it.
  enum Outcome: Hashable, Sendable {
    case paired(PeerMessage)
    case pending(PeerMessage)
    case refused(PairingError.Refusal)
    case failed(RPCError)
  }
}
