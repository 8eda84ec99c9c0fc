package import DyadServices
package import HealthModel
internal import LocalStore
internal import Pairing
internal import RPCCore
internal import RPCHTTP2
internal import Synchronization
internal import TLSCore

/// Joins a device that shows a code: the side of the exchange where the code is typed.
package struct JoiningSession: Sendable {
  /// How far it has come.
  private struct Progress {
    var hasReached = false
    /// The device that a pair is being stored with.
    var began: DeviceID?
    /// The pair, once it is stored here.
    var agreed: TrustedPeer?
  }

  let pairing: NodePairing
  let device: DeviceSelf
  let dialer: PeerDialer
  let trustCaller: TrustCaller
  private let start: JoinStartMessage
  /// What the owner says next.
  private let nextCommand: @Sendable () async throws -> JoinCommandMessage.Command
  /// Tells the owner how it goes.
  private let tell: @Sendable (JoinEventMessage.Event) async throws -> Void

  /// What a device that shows a code may say.
  private static let answers: Set<PairingError.Refusal> = [
    .wrongCode, .windowClosed, .busy, .wrongRole, .clocks, .alreadyPaired, .otherHistory, .version,
    .malformed, .declined, .codeSpent, .expired, .interrupted,
  ]

  /// Makes one that has not begun: what the owner asked for, where it says what follows, and how it hears of it.
  package init(
    pairing: NodePairing, device: DeviceSelf, dialer: PeerDialer, trustCaller: TrustCaller,
    start: JoinStartMessage,
    nextCommand: @escaping @Sendable () async throws -> JoinCommandMessage.Command,
    tell: @escaping @Sendable (JoinEventMessage.Event) async throws -> Void
  ) {
    self.pairing = pairing
    self.device = device
    self.dialer = dialer
    self.trustCaller = trustCaller
    self.start = start
    self.nextCommand = nextCommand
    self.tell = tell
  }

  private var trust: StoredTrust { pairing.trust }

  /// Joins, and tells the owner step by step.
  ///
  /// - Throws: `PairingError` where no pair is made.
  package func run() async throws {
    guard let rows = RowsPolicy(start.rows) else {
      throw PairingError(.malformed, "cannot join: what becomes of old rows is not said")
    }
    let ledger = await trust.ledger
    let holdsRows = trust.store.holdsSamples
    try ledger.checkPairing(id: nil, role: ledger.role.other, rows: rows, holdsRows: holdsRows)
    var believed: Set<PublicKeyFingerprint>?
    if !start.fingerprint.isEmpty {
      guard let key = PublicKeyFingerprint(start.fingerprint) else {
        throw PairingError(.malformed, "cannot join: the fingerprint has not 32 bytes")
      }
      believed = [key]
    }
    let failures = ConnectionFailures()
    let progress = Mutex(Progress())
    let outcome = await Result<Void, any Error>.made {
      try await dialer.withClient(at: start.address, believing: believed, noting: failures) {
        client in
        try await client.withCall(PairingMethods.pair) { call in
          try await exchange(call, rows: rows, progress)
        }
      }
    }
    let reached = progress.withLock { $0 }
    if let began = reached.began { await trust.endExchange(with: began) }
    // Once the pair is stored here it is not this call that decides.
    if case .failure(let error) = outcome, reached.agreed == nil || error is CancellationError {
      throw Self.reason(error, reached, failures, start.address)
    }
    if let peer = reached.agreed { try await settle(peer) }
  }

  private func exchange(
    _ call: ClientStream<[UInt8], [UInt8]>, rows: RowsPolicy,
    _ progress: borrowing Mutex<Progress>
  ) async throws {
    let steps = MessageExchange(clock: trust.store.clock) { try await call.receive() }
    var exchange = JoiningExchange(await device.description)
    try await call.send(exchange.hello())
    // The connection is made meanwhile, perhaps to one address after the other.
    let first = try await steps.next(within: MessageExchange.connecting)
    let peer = try exchange.receiveHello(first)
    guard let key = call.peer?.key,
      let binding = call.peer?.channelBinding
    else { throw PairingError(.interrupted, "cannot join: the connection was lost") }
    try await trust.ledger.checkPairing(
      id: peer.id, role: peer.role, key: key, rows: rows, holdsRows: trust.store.holdsSamples)
    progress.withLock { $0.hasReached = true }
    let message = PeerMessage(peer, key: key.bytes, address: start.address)
    try await tell(.reached(message))

    let channel = PairingChannel(
      keyOfA: dialer.keys.current.publicKeyFingerprint, keyOfB: key, binding: binding)
    let code = try await code(from: steps)
    try await call.send(try exchange.enter(code, over: channel))
    try await call.send(try exchange.receiveShare(try await steps.next()))
    try exchange.receiveProof(try await steps.next())
    try await tell(.verified(message))
    try await approval(during: steps)

    let now = trust.clock.now
    let trusted = TrustedPeer(
      id: peer.id, role: peer.role, name: peer.name, incarnation: peer.incarnation, key: key,
      pairedAt: now, phase: .pending(until: now + PairingService.settling),
      address: start.address, secret: exchange.pairSecret?.copy() ?? [])
    await trust.beginExchange(with: peer.id)
    progress.withLock { $0.began = peer.id }
    // What the end of an earlier pair still has to say must not end this one.
    await trustCaller.settle(.unpair(peer.id))
    try await pairing.keep(trusted, rows: rows)
    progress.withLock { $0.agreed = trusted }
    try await call.send(try exchange.commit())
    try exchange.receiveCommitted(try await steps.next())
  }

  /// What the owner says, unless the other device ends it before, or nobody says anything in time.
  private func answer(during steps: MessageExchange) async throws -> JoinCommandMessage.Command {
    try await withThrowingTaskGroup(of: JoinCommandMessage.Command.self) { group in
      group.addTask { try await nextCommand() }
      group.addTask {
        // It has nothing to say now, so whatever comes is the end.
        _ = try await steps.next(within: MessageExchange.longest)
        throw PairingError(.malformed, "cannot join: the other device speaks out of turn")
      }
      defer { group.cancelAll() }
      guard let command = try await group.next() else { throw CancellationError() }
      return command
    }
  }

  private func code(from steps: MessageExchange) async throws -> PairingCode {
    guard case .code(let text) = try await answer(during: steps),
      let code = PairingCode(typed: text)
    else { throw PairingError(.malformed, "cannot join: a code has 6 or 8 digits") }
    return code
  }

  private func approval(during steps: MessageExchange) async throws {
    guard case .approve(let isApproved) = try await answer(during: steps) else {
      throw PairingError(.malformed, "cannot join: nobody said yes or no")
    }
    guard isApproved else {
      throw PairingError(.declined, "cannot join: it was declined")
    }
  }

  /// Makes the first connection of the pair, which finishes it.
  private func settle(_ peer: TrustedPeer) async throws {
    let ledger = await trust.ledger(within: .seconds(15)) { $0.isSettled(peer.id) }
    guard let stored = ledger.peers.first(where: { $0.id == peer.id }) else {
      throw PairingError(
        .interrupted, "cannot join: the connection was lost before the other device had agreed")
    }
    try await tell(
      stored.phase == .paired ? .paired(PeerMessage(stored)) : .pending(PeerMessage(stored)))
  }

  /// Why no pair is made: what this side found, or what the other side says.
  private static func reason(
    _ error: any Error, _ progress: Progress, _ failures: ConnectionFailures, _ address: String
  ) -> any Error {
    if let error = error as? PairingError, error.refusal == .expired, !progress.hasReached {
      return failures.first.map { PairingError($0, calling: address) }
        ?? PairingError(.unreachable, "cannot join \(address): nobody answers there")
    }
    guard let error = error as? RPCError else { return error }
    if let refusal = error.refusal {
      // It is a stranger's choice of words, so it chooses among those that fit.
      return PairingError(
        answers.contains(refusal) ? refusal : .malformed,
        "cannot join \(address): it says \"\(error.detail.prefix(200))\"")
    }
    guard !progress.hasReached else {
      return PairingError(.interrupted, "cannot join \(address): \(error.detail)")
    }
    if let failure = failures.first { return PairingError(failure, calling: address) }
    return switch error.code {
    case .unavailable, .deadlineExceeded:
      PairingError(.unreachable, "cannot join \(address): \(error.detail)")
    case .unimplemented:
      PairingError(.version, "cannot join \(address): it does not know how to pair")
    default: PairingError(.interrupted, "cannot join \(address): \(error.detail)")
    }
  }
}

extension TrustLedger {
  /// Whether the pairing with a device is finished, or given up.
  package func isSettled(_ id: DeviceID) -> Bool {
    peers.allSatisfy { $0.id != id || $0.phase == .paired }
  }
}

extension RowsPolicy {
  /// What the owner says of rows of another pair.
  package init?(_ message: RowsPolicyMessage) {
    switch message {
    case .refuse: self = .refuse
    case .keep: self = .keep
    case .erase: self = .erase
    }
  }
}
