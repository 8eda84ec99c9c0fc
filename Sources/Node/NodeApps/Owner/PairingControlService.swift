internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
package import NodeLog
package import NodeTrust
internal import Pairing
internal import RPCCore
internal import SystemCore
internal import TLSCore

/// Pairs the node as its owner says.
package struct PairingControlService: Sendable {
  private static let usualSeconds: UInt32 = 120
  private static let mostSeconds: UInt32 = 600

  let pairing: NodePairing
  let device: DeviceSelf
  let dialer: PeerDialer
  let trustCaller: TrustCaller
  let log: Log

  private var trust: StoredTrust { pairing.trust }

  /// Makes it of its parts.
  package init(
    pairing: NodePairing, device: DeviceSelf, dialer: PeerDialer, trustCaller: TrustCaller, log: Log
  ) {
    self.pairing = pairing
    self.device = device
    self.dialer = dialer
    self.trustCaller = trustCaller
    self.log = log
  }

  /// Adds the methods.
  package func add(to router: inout CallerRouter) {
    router.unary(PairingControlMethods.getDevice) { _, _ in await deviceMessage }
    router.serverStreaming(PairingControlMethods.openWindow) { request, responses, _ in
      try await translating { try await openWindow(request, responses) }
    }
    router.bidirectional(PairingControlMethods.join) { requests, responses, _ in
      try await translating { try await join(requests, responses) }
    }
    router.unary(PairingControlMethods.listPeers) { _, _ in await list }
    router.unary(PairingControlMethods.removePeer) { request, _ in
      try await translating { try await remove(request) }
    }
    router.unary(PairingControlMethods.rotateKey) { _, _ in
      try await translating { try await rotate() }
    }
    router.unary(PairingControlMethods.unlock) { _, _ in
      try await translating {
        try await trust.change { $0.guesses.reset() }
        log.write(.info, "pairing.unlocked")
        return UnlockResponse()
      }
    }
  }

  private func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as PairingError {
      throw RPCError(error)
    } catch let error as RPCError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      log.write(.error, "pairing.failed", .text("reason", "\(error)"))
      // The owner of the node may know what its disk says.
      throw RPCError(.internal, "\(error)")
    }
  }

  private var deviceMessage: OwnDeviceMessage {
    get async {
      let ledger = await trust.ledger
      var message = OwnDeviceMessage()
      message.id = "\(ledger.device)"
      message.role = UInt32(ledger.role.rawValue)
      message.name = device.name
      message.fingerprint = dialer.keys.current.publicKeyFingerprint.bytes
      message.addresses = device.addresses
      (message.lockedUntil, message.needsUnlock) = lock(ledger)
      message.isRotating = ledger.rotation != nil
      return message
    }
  }

  private func lock(_ ledger: TrustLedger) -> (until: Double, needsUnlock: Bool) {
    switch ledger.guesses.lockEnd(at: trust.clock.now, uptime: trust.clock.uptime) {
    case .at(let end): (end, false)
    case .reset: (0, true)
    case nil: (0, false)
    }
  }

  private var list: ListPeersResponse {
    get async {
      let ledger = await trust.ledger
      var response = ListPeersResponse()
      response.peers =
        ledger.peers.map { PeerMessage($0) }
        + ledger.former.filter { !$0.wasTold }.map { PeerMessage($0) }
      return response
    }
  }
}

// The window.
extension PairingControlService {
  private func openWindow(
    _ request: OpenWindowRequest, _ responses: ResponseWriter<WindowEventMessage>
  ) async throws {
    let seconds = request.seconds == 0 ? Self.usualSeconds : request.seconds
    let digits = request.digits == 0 ? 6 : request.digits
    guard (1...Self.mostSeconds).contains(seconds),
      let length = PairingCode.Length(rawValue: Int(digits)), let rows = RowsPolicy(request.rows)
    else {
      throw PairingError(
        .malformed, "cannot show a code: it stays for 1 to 600 seconds and has 6 or 8 digits")
    }
    let (window, events) = try await pairing.open(for: .seconds(seconds), length, rows: rows)
    let timer = Task {
      try await trust.store.clock.sleep(until: window.closesAt)
      await pairing.expire(window.number)
    }
    defer { timer.cancel() }
    do {
      var opened = WindowOpenedMessage()
      opened.code = window.code.text
      opened.closesAt = trust.clock.now + Double(seconds)
      opened.device = await deviceMessage
      try await responses.send(WindowEventMessage(.opened(opened)))
      for await event in events { try await tell(event, responses) }
      try Task.checkCancellation()
    } catch {
      await pairing.close(
        window.number,
        because: PairingError(.windowClosed, "cannot pair: the code is shown no more"))
      throw error
    }
  }

  private func tell(
    _ event: PairingWindow.Event, _ responses: ResponseWriter<WindowEventMessage>
  ) async throws {
    switch event {
    case .attempt(let address, let error):
      var attempt = WindowAttemptMessage()
      attempt.address = address
      attempt.refusal = error?.refusal.rawValue ?? ""
      try await responses.send(WindowEventMessage(.attempt(attempt)))
    case .shown(let peer):
      var shown = PeerShownMessage()
      shown.peer = peer
      try await responses.send(WindowEventMessage(.shown(shown)))
    case .committed(let peer):
      let ledger = await trust.ledger(within: .seconds(15)) { $0.isSettled(peer.id) }
      guard let stored = ledger.peers.first(where: { $0.id == peer.id }) else {
        throw PairingError(.interrupted, "cannot pair: the other device did not finish")
      }
      try await responses.send(WindowEventMessage(.paired(PeerMessage(stored))))
    case .closed(let error):
      var closed = WindowClosedMessage()
      closed.refusal = error.refusal.rawValue
      closed.detail = error.message
      (closed.lockedUntil, closed.needsUnlock) = lock(await trust.ledger)
      try await responses.send(WindowEventMessage(.closed(closed)))
    }
  }

  private func join(
    _ requests: RequestStream<JoinCommandMessage>, _ responses: ResponseWriter<JoinEventMessage>
  ) async throws {
    let commands = CommandReader(requests)
    guard case .start(let start) = try await commands.next() else {
      throw PairingError(.malformed, "cannot join: no address was given")
    }
    try await pairing.joining {
      let session = JoiningSession(
        pairing: pairing, device: device, dialer: dialer, trustCaller: trustCaller, start: start,
        nextCommand: { try await commands.next() },
        tell: { try await responses.send(JoinEventMessage($0)) })
      try await session.run()
    }
  }
}

// Peers and keys.
extension PairingControlService {
  private func remove(_ request: RemovePeerRequest) async throws -> RemovePeerResponse {
    let ledger = await trust.ledger
    guard !request.erase || ledger.role == .watch else {
      throw PairingError(
        .wrongRole, "cannot erase the samples: only a watch erases, for a phone owns the history")
    }
    let peer = try ledger.find(request.peer)
    let now = trust.clock.now
    try await trust.change(
      and: request.erase ? [.eraseHistory] : [], noting: ("pairing.ended", peer.id)
    ) { ledger in
      _ = ledger.remove(peer.id, at: now)
      if request.erase { ledger.forgetHistory() }
    }
    log.write(.info, "pairing.ended", .text("device", "\(peer.id)"))
    var response = RemovePeerResponse()
    response.peer = PeerMessage(peer)
    response.wasErased = request.erase
    response.wasTold = peer.address.isEmpty ? false : await trustCaller.perform(.unpair(peer.id))
    if request.erase {
      do {
        try await trust.store.maintain()
      } catch {
        // Nothing of it is in sight any more; the bytes go within the hour.
        log.writeOften(.error, "store.not-maintained", .text("reason", "\(error)"))
      }
    }
    return response
  }

  private func rotate() async throws -> RotateKeyResponse {
    try await trust.beginRotation(dialer.keys)
    let trustCalls = TrustCall.all(of: await trust.ledger, except: await trust.busy)
    await withDiscardingTaskGroup { group in
      for trustCall in trustCalls {
        if case .greet = trustCall { continue }
        group.addTask { _ = await trustCaller.perform(trustCall) }
      }
    }
    trust.changes.wake()
    let now = trust.clock.now
    let ledger = await trust.ledger(within: .seconds(5)) {
      // Those that were not reached now are told later, and are not waited for.
      $0.rotation == nil || !$0.rotationWaits(at: now).isEmpty
    }
    var response = RotateKeyResponse()
    response.isDone = ledger.rotation == nil
    response.fingerprint =
      (ledger.rotation?.nextKey ?? dialer.keys.current.publicKeyFingerprint).bytes
    let waits = Set(ledger.rotationWaits(at: now))
    response.waitingFor =
      ledger.peers.filter { waits.contains($0.id) }.map { PeerMessage($0) }
      + ledger.former.filter { waits.contains($0.id) }.map { PeerMessage($0) }
    return response
  }
}
