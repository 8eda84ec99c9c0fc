internal import DyadServices
internal import HealthModel
internal import LocalStore
package import NodeLog
internal import Pairing
package import RPCCore
internal import TLSCore

/// Answers devices that join this one: the side of the exchange that shows the code.
package struct PairingService: Sendable {
  /// How long the first connection between the two may take to finish the pair.
  static let settling: Double = 600

  let pairing: NodePairing
  let device: DeviceSelf
  let keys: NodeKeys
  let trustCaller: TrustCaller
  let log: Log

  /// Makes it of its parts.
  package init(
    pairing: NodePairing, device: DeviceSelf, keys: NodeKeys, trustCaller: TrustCaller, log: Log
  ) {
    self.pairing = pairing
    self.device = device
    self.keys = keys
    self.trustCaller = trustCaller
    self.log = log
  }

  /// Adds the method.
  package func add(to router: inout Router) {
    router.add(PairingMethods.pair.path) { call in try await answer(call) }
  }

  private func answer(_ call: ServerCall) async throws {
    guard let key = call.peer.key else {
      throw RPCError(PairingError(.notPaired, "cannot pair: there is no certificate"))
    }
    let session: JoiningGuest
    do throws(PairingError) {
      session = try await pairing.begin(from: call.peer.address, showing: key)
    } catch {
      throw RPCError(error)
    }
    let outcome = await Result<Void, any Error>.made { try await exchange(call, session) }
    switch outcome {
    case .success: try await pairing.end(session, because: nil)
    case .failure(let error):
      let reason = reason(error)
      try await pairing.end(session, because: reason)
      throw RPCError(reason)
    }
  }

  /// What the other device is told of an error.
  private func reason(_ error: any Error) -> PairingError {
    switch error {
    case let error as PairingError: return error
    case is RPCError, is CancellationError:
      return PairingError(.interrupted, "cannot pair: the connection was lost")
    default:
      // What the disk says is for this node's owner.
      log.writeOften(.error, "trust.not-kept", .text("reason", "\(error)"))
      return PairingError(.interrupted, "cannot pair: the other device cannot keep the pair")
    }
  }

  private func exchange(_ call: ServerCall, _ session: JoiningGuest) async throws {
    guard let binding = call.peer.channelBinding else {
      throw PairingError(.notPaired, "cannot pair: the connection is not encrypted")
    }
    let key = session.key
    let channel = PairingChannel(
      keyOfA: key, keyOfB: keys.current.publicKeyFingerprint, binding: binding)
    let steps = MessageExchange(clock: pairing.trust.store.clock) { try await call.receive() }
    var exchange = ShowingExchange(await device.description, code: session.code, over: channel)

    let (hello, peer) = try exchange.receiveHello(try await steps.next(unless: session.end))
    try await pairing.check(peer, for: session)
    try await call.send(hello)
    // Somebody types now.
    let share = try await steps.next(until: session.closesAt, unless: session.end)
    try await pairing.beginGuess(session)
    try await call.send(try exchange.receiveShare(share))
    let proof = try exchange.judge(try await steps.next(unless: session.end))
    guard let proof else {
      try await pairing.noteWrong(session)
      throw PairingError(.wrongCode, "cannot pair: the code is wrong")
    }
    let address = call.peer.listening(at: UInt32(peer.port)) ?? ""
    try await pairing.noteRight(session, PeerMessage(peer, key: key.bytes, address: address))
    try await call.send(proof)
    // The owner of the other device looks at who this is.
    let commit = try await steps.next(
      within: MessageExchange.approval, unless: session.end)
    try exchange.receiveCommit(commit)
    let now = pairing.trust.clock.now
    let trusted = TrustedPeer(
      id: peer.id, role: peer.role, name: peer.name, incarnation: peer.incarnation, key: key,
      pairedAt: now, phase: .pending(until: now + Self.settling), address: address,
      secret: exchange.pairSecret?.copy() ?? [])
    await pairing.trust.beginExchange(with: peer.id)
    // What the end of an earlier pair still has to say must not end this one.
    await trustCaller.settle(.unpair(peer.id))
    let result = await Result<Void, any Error>.made {
      try await pairing.commit(session, trusted)
      try await call.send(try exchange.committed())
    }
    await pairing.trust.endExchange(with: peer.id)
    try result.get()
  }
}

extension ShowingExchange {
  /// Judges the proof of the other side.
  ///
  /// - Parameter bytes: what it sent.
  /// - Returns: the answer, or `nil` where the code was another one.
  /// - Throws: every other error.
  fileprivate mutating func judge(_ bytes: [UInt8]) throws(PairingError) -> [UInt8]? {
    do throws(PairingError) {
      return try receiveProof(bytes)
    } catch {
      guard error.refusal == .wrongCode else { throw error }
      return nil
    }
  }
}
