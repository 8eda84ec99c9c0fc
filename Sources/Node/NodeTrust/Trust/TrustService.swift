internal import DyadServices
internal import HealthModel
internal import LocalStore
package import NodeLog
internal import Pairing
package import RPCCore
internal import TLSCore

/// Answers peers that tell of their pair with this node.
package struct TrustService: Sendable {
  let trust: StoredTrust
  let log: Log

  /// Makes it of its parts.
  package init(trust: StoredTrust, log: Log) {
    self.trust = trust
    self.log = log
  }

  /// Adds the methods.
  package func add(to router: inout Router) {
    router.unary(TrustMethods.confirm) { request, call in
      try await translating { try await confirm(request, call) }
    }
    router.unary(TrustMethods.unpair) { _, call in
      try await translating { try await unpair(call) }
    }
    router.unary(TrustMethods.rotate) { request, call in
      try await translating { try await rotate(request, call) }
    }
  }

  private func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as PairingError {
      throw RPCError(error)
    } catch let error as RPCError {
      throw error
    } catch {
      // What the disk says is for this node's owner.
      log.writeOften(.error, "trust.not-kept", .text("reason", "\(error)"))
      throw RPCError(.unavailable, "cannot answer: it cannot be kept")
    }
  }

  private func key(of call: ServerCall) throws(PairingError) -> PublicKeyFingerprint {
    guard let key = call.peer.key else {
      throw PairingError(.notPaired, "cannot answer: there is no certificate")
    }
    return key
  }

  private func confirm(
    _ request: ConfirmRequest, _ call: ServerCall
  ) async throws -> ConfirmResponse {
    let key = try key(of: call)
    let address: String?
    if request.port == 0 {
      // It listens nowhere, whatever was known of it.
      address = ""
    } else {
      // An address that works is better than what a router in between makes of it.
      address = await trust.needsAddress(key) ? call.peer.listening(at: request.port) : nil
    }
    let finished = try await trust.confirm(
      key, incarnation: Incarnation(rawValue: request.incarnation), address: address)
    if let finished { log.write(.info, "pairing.paired", .text("device", "\(finished)")) }
    var response = ConfirmResponse()
    response.incarnation = trust.store.incarnation.rawValue
    return response
  }

  private func unpair(_ call: ServerCall) async throws -> UnpairResponse {
    let key = try key(of: call)
    guard case .peer(let id) = trust.view.standing(of: key) else {
      throw PairingError(.notPaired, "cannot end the pair: the caller is not paired")
    }
    let now = trust.clock.now
    // The answer goes over a connection of the key that ends with this.
    try await trust.change(noting: ("pairing.ended-by-peer", id), cuttingAfter: .seconds(1)) {
      _ = $0.removedBy(key, at: now)
    }
    log.write(.info, "pairing.ended-by-peer", .text("device", "\(id)"))
    return UnpairResponse()
  }

  private func rotate(_ request: RotateRequest, _ call: ServerCall) async throws -> RotateResponse {
    let key = try key(of: call)
    guard let peer = await trust.ledger.peers.first(where: { $0.key == key }) else {
      throw PairingError(.notPaired, "cannot change the key: the caller is not paired")
    }
    let next = try request.statement.verified(of: peer.id, pinned: key)
    try await trust.change(noting: ("pairing.key-announced", peer.id)) {
      try $0.acceptNextKey(of: key, next: next)
    }
    log.writeOften(.info, "pairing.key-announced", .text("device", "\(peer.id)"))
    return RotateResponse()
  }
}
