internal import DyadServices
internal import HealthModel
internal import LocalStore
package import NodeLog
package import NodeTrust
internal import Pairing
internal import RPCCore
internal import RPCHTTP2
internal import SyncCore
internal import SystemCore

/// Keeps a session with each peer: it calls those whose address it knows, and waits for the others.
package struct SyncCaller: Sendable {
  let trust: StoredTrust
  let engine: SyncEngine
  let dialer: PeerDialer
  let trustCaller: TrustCaller
  let log: Log

  /// Makes it of its parts.
  package init(
    trust: StoredTrust, engine: SyncEngine, dialer: PeerDialer, trustCaller: TrustCaller, log: Log
  ) {
    self.trust = trust
    self.engine = engine
    self.dialer = dialer
    self.trustCaller = trustCaller
    self.log = log
  }

  /// Follows the peers until it is cancelled.
  package func run() async {
    var callers: [DeviceID: Task<Void, Never>] = [:]
    var known: Set<DeviceID>?
    var places: [DeviceID: String] = [:]
    while !Task.isCancelled {
      let ledger = await trust.ledger.peers.filter { !$0.isPending }
      let peers = Set(ledger.map(\.id))
      if peers != known { known = await take(peers) ? peers : nil }
      for (peer, caller) in callers where !peers.contains(peer) {
        caller.cancel()
        await caller.value
        callers[peer] = nil
      }
      for peer in peers where callers[peer] == nil { callers[peer] = Task { await call(peer) } }
      for peer in ledger {
        // Who can be called elsewhere now is called at once, and nobody else.
        guard let place = places.updateValue(peer.address, forKey: peer.id) else { continue }
        if place != peer.address { engine.wakeCallers(of: peer.id) }
      }
      if known == nil {
        await trust.peerChanges.sleep(atMost: .seconds(5), by: trust.store.clock)
      } else {
        await trust.peerChanges.sleep()
      }
    }
    for caller in callers.values { caller.cancel() }
    for caller in callers.values { await caller.value }
  }

  private func take(_ peers: Set<DeviceID>) async -> Bool {
    do {
      try await engine.setPeers(peers)
      return true
    } catch {
      log.writeOften(.error, "sync.peers-not-kept", .text("reason", "\(error)"))
      return false
    }
  }

  /// Calls a peer whenever there is no session with it, until cancelled.
  private func call(_ peer: DeviceID) async {
    var pause = CallingPause()
    var entropy = Entropy()
    let news = engine.callerNews(of: peer)
    while !Task.isCancelled {
      var wasReady = false
      news.forget()
      if let session = engine.session(with: peer) {
        // Whoever called first calls again; the other one only if that does not come.
        await session.end.value()
        wasReady = session.wasReady
      } else if let known = await reachable(peer) {
        wasReady = await attempt(known)
      } else {
        engine.noteNextTry(peer, in: nil)
        await news.sleep()
        continue
      }
      if wasReady { pause.reset() }
      let rest = pause.next(&entropy)
      let clock = trust.store.clock
      let next = clock.instant + rest
      engine.noteNextTry(peer, in: await reachable(peer) == nil ? nil : rest)
      if engine.session(with: peer) == nil { await news.sleep(until: next, by: clock) }
    }
  }

  private func reachable(_ peer: DeviceID) async -> TrustedPeer? {
    await trust.ledger.peers.first { $0.id == peer && !$0.address.isEmpty }
  }

  /// Calls a peer and runs the session that comes of it.
  ///
  /// - Returns: Whether that got as far as being ready.
  private func attempt(_ peer: TrustedPeer) async -> Bool {
    engine.noteCalling(peer.id, true)
    let failures = ConnectionFailures()
    var failure: String?
    var wasTaken = false
    var wasReady = false
    do {
      wasReady = try await dialer.withClient(
        at: peer.address, believing: Set(peer.keys), noting: failures,
        keepalive: Self.keepalive
      ) { client in
        try await client.withCall(SyncMethods.session) { stream in
          // It answers with headers once it has taken the call.
          _ = await stream.headers
          if stream.trailers != nil { _ = try await stream.receive() }
          wasTaken = true
          // On the loop that carries the call: what comes and goes changes threads less often.
          let wasReady = try await withTaskExecutorPreference(dialer.loop) {
            try await engine.run(
              with: peer.id,
              over: SyncWire(
                send: { try await stream.send($0, isCompressed: false) },
                receive: { try await stream.receive() }, gate: stream.gate),
              dialed: true)
          }
          await finish(stream)
          return wasReady
        }
      }
    } catch {
      failure = words(error, wasTaken ? nil : failures.first, peer.address)
      if failures.first?.isOfStranger == true || (error as? RPCError)?.refusal == .notPaired {
        // Who has forgotten this node says so to the call, which ends the pair.
        _ = await trustCaller.perform(.greet(peer.id))
      }
    }
    engine.noteCalling(peer.id, false, failure: failure)
    return wasReady
  }

  /// Lets the peer hear the last word: a call that is cancelled drops what is on its way.
  private func finish(_ stream: ClientStream<[UInt8], [UInt8]>) async {
    stream.finishSending()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // However it ends, the peer has heard what it will.
        while (try? await stream.receive()) != nil { continue }
      }
      // Cancelled, nobody waits any more.
      group.addTask { try? await Pause.sleep(for: Self.patience) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Says why there is no session.
  ///
  /// - Parameters:
  ///   - error: what the call ended with.
  ///   - failure: why there was no connection for it; nothing where the call was taken.
  ///   - address: where the peer was called.
  /// - Returns: a sentence for the owner.
  private func words(
    _ error: any Error, _ failure: ConnectionFailure?, _ address: String
  ) -> String {
    if let failure { return PairingError(failure, calling: address).message }
    switch error {
    case let error as RPCError: return error.detail
    case let error as PairingError: return error.message
    case let refusal as SyncEngine.Refusal: return "\(refusal)"
    default: return "the connection was lost"
    }
  }

  /// How long a peer may take to end a call in which all is said.
  private static let patience = Duration.seconds(2)
  /// How long a peer may be silent before it is asked whether it is there.
  private static let keepalive = Duration.seconds(300)
}
