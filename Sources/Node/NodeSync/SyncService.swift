internal import DyadServices
internal import HealthModel
internal import LocalStore
package import NodeTrust
internal import Pairing
package import RPCCore
internal import SyncCore

/// Takes the sessions that peers begin.
package struct SyncService: Sendable {
  let trust: StoredTrust
  let engine: SyncEngine

  /// Makes it of its parts.
  package init(trust: StoredTrust, engine: SyncEngine) {
    self.trust = trust
    self.engine = engine
  }

  /// Adds the method.
  package func add(to router: inout Router) {
    router.bidirectional(SyncMethods.session) { requests, responses, call in
      let peer = try await peer(of: call)
      let wire = SyncWire(
        send: { try await responses.send($0, isCompressed: false) },
        receive: { try await requests.next() }, gate: call.gate)
      do {
        try await engine.run(with: peer, over: wire, dialed: false) {
          // Tells the caller that its call was taken, before there is anything to say.
          try call.sendHeaders(Metadata())
        }
      } catch let refusal as SyncEngine.Refusal {
        throw RPCError(.aborted, "cannot sync: \(refusal)")
      }
    }
  }

  private func peer(of call: ServerCall) async throws -> DeviceID {
    guard let key = call.peer.key, case .peer(let id) = trust.view.standing(of: key) else {
      throw RPCError(PairingError(.notPaired, "cannot sync: the caller is not paired"))
    }
    guard await trust.ledger.peers.contains(where: { $0.id == id && !$0.isPending }) else {
      throw RPCError(.unavailable, "cannot sync: the pairing is not finished")
    }
    return id
  }
}
