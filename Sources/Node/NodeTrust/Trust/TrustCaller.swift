internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
package import NodeLog
internal import Pairing
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore

/// Calls peers to tell them what they have to know of the pairing, as soon as they can be reached, and gives up
/// pairings that were never finished.
package actor TrustCaller {
  /// When a call is tried next, and how often it has failed.
  private struct Trial {
    var next: ContinuousClock.Instant
    var failures = 0
  }

  private static let longestSleep = Duration.seconds(900)
  /// Whoever is not there takes longer to say so.
  private static let hangUp = Duration.seconds(2)

  private let trust: StoredTrust
  private let dialer: PeerDialer
  private let log: Log
  /// Where this node listens for others.
  private let port: UInt16
  private var running: [TrustCall: Task<Bool, Never>] = [:]
  private var trials: [TrustCall: Trial] = [:]
  /// Errands that this tends to just now.
  private var tended: [TrustCall: Task<Void, Never>] = [:]
  /// Whether the node ends, so that nothing is told any more.
  private var isOver = false

  package init(
    _ trust: StoredTrust, dialer: PeerDialer, listeningAt port: UInt16, log: Log
  ) {
    self.trust = trust
    self.dialer = dialer
    self.port = port
    self.log = log
  }

  /// Tends until it is cancelled.
  package func run() async {
    await withTaskCancellationHandler {
      await tend()
    } onCancel: {
      // What nobody was told is told after the next start; a peer that is silent holds up no end.
      Task { await cut() }
    }
  }

  private func cut() {
    isOver = true
    for task in running.values { task.cancel() }
  }

  private func tend() async {
    while !Task.isCancelled {
      await lapse()
      await finishRotation()
      let ledger = await trust.ledger
      let trustCalls = TrustCall.all(of: ledger, except: await trust.busy)
      let now = trust.store.clock.instant
      trials = trials.filter { trustCalls.contains($0.key) }
      for trustCall in trustCalls
      where tended[trustCall] == nil && (trials[trustCall]?.next ?? now) <= now {
        begin(trustCall)
      }
      await trust.changes.sleep(until: nextTurn(ledger), by: trust.store.clock)
    }
    for task in tended.values { await task.value }
  }

  /// Does a call beside others: a peer that is silent must not hold up what others have to hear.
  private func begin(_ trustCall: TrustCall) {
    tended[trustCall] = Task {
      await run(trustCall)
      tended[trustCall] = nil
      trust.changes.wake()
    }
  }

  private func nextTurn(_ ledger: TrustLedger) -> ContinuousClock.Instant {
    var pause = Self.longestSleep
    let now = trust.store.clock.instant
    for (trustCall, trial) in trials where tended[trustCall] == nil {
      pause = min(pause, now.duration(to: trial.next))
    }
    if let lapse = ledger.nextLapse { pause = min(pause, .seconds(lapse - trust.clock.now)) }
    // Whatever is due already has had its turn, so the next one comes by the clock.
    return now + max(pause, .milliseconds(100))
  }

  /// Does a call and plans the next try.
  private func run(_ trustCall: TrustCall) async {
    let isDone = await perform(trustCall)
    let now = trust.store.clock.instant
    var trial = trials[trustCall] ?? Trial(next: now)
    trial.failures = isDone ? 0 : trial.failures + 1
    trial.next = now.advanced(by: trustCall.pause(after: max(1, trial.failures)))
    trials[trustCall] = trial
  }

  /// Does a call, or waits for it where it is being done.
  ///
  /// - Parameter trustCall: what is to be told.
  /// - Returns: whether the peer knows it now.
  package func perform(_ trustCall: TrustCall) async -> Bool {
    guard !isOver else { return false }
    // Whoever waits may be cancelled; the call ends by itself, for calls have their time.
    if let task = running[trustCall] { return await task.value }
    let task = Task {
      let isDone = await attempt(trustCall)
      running[trustCall] = nil
      return isDone
    }
    running[trustCall] = task
    return await task.value
  }

  /// Waits for a call that is being done.
  package func settle(_ trustCall: TrustCall) async {
    _ = await running[trustCall]?.value
  }

  private func attempt(_ trustCall: TrustCall) async -> Bool {
    do {
      switch trustCall {
      case .confirm(let id), .greet(let id): return try await confirm(id)
      case .rotate(let id): return try await rotate(id)
      case .unpair(let id): return try await unpair(id)
      }
    } catch {
      log.writeOften(.error, "trust.not-kept", .text("reason", "\(error)"))
      return false
    }
  }
}

// Errands.
extension TrustCaller {
  private func confirm(_ id: DeviceID) async throws -> Bool {
    guard let peer = await trust.ledger.peers.first(where: { $0.id == id }) else { return true }
    var request = ConfirmRequest()
    request.incarnation = trust.store.incarnation.rawValue
    request.port = UInt32(port)
    do {
      let response = try await dialer.call(
        TrustMethods.confirm, request, at: peer.address, believing: Set(peer.keys))
      await trust.note(reached: true, id)
      let finished = try await trust.confirm(
        peer.key, incarnation: Incarnation(rawValue: response.incarnation))
      if let finished { log.write(.info, "pairing.paired", .text("device", "\(finished)")) }
      return true
    } catch PeerDialer.Failure.forgotten {
      try await wasForgotten(by: peer)
      return true
    } catch let failure as PeerDialer.Failure {
      await tell("trust.unreached", id, failure)
      return false
    }
  }

  private func rotate(_ id: DeviceID) async throws -> Bool {
    guard let peer = await trust.ledger.peers.first(where: { $0.id == id }),
      let next = dialer.keys.next
    else { return true }
    let device = await trust.ledger.device
    do {
      let statement = try KeyStatement(from: dialer.keys.current, to: next, of: device)
      _ = try await dialer.call(
        TrustMethods.rotate, RotateRequest(statement), at: peer.address, believing: Set(peer.keys))
      try await trust.change { $0.noteRotationTold(id) }
      return true
    } catch PeerDialer.Failure.forgotten {
      try await wasForgotten(by: peer)
      return true
    } catch let failure as PeerDialer.Failure {
      await tell("trust.unreached", id, failure)
      return false
    }
  }

  private func unpair(_ id: DeviceID) async throws -> Bool {
    guard let peer = await trust.ledger.former.first(where: { $0.id == id }) else { return true }
    let start = ContinuousClock.now
    do throws(PeerDialer.Failure) {
      try await tellUnpaired(peer)
    } catch {
      // It may have found out by itself at this moment, and have hung up on a stranger.
      guard start.duration(to: .now) < Self.hangUp else {
        await tell("trust.unreached", id, error)
        return false
      }
      do throws(PeerDialer.Failure) {
        try await tellUnpaired(peer)
      } catch {
        await tell("trust.unreached", id, error)
        return false
      }
    }
    try await trust.change { $0.noteTold(id) }
    return true
  }

  private func tellUnpaired(_ peer: FormerPeer) async throws(PeerDialer.Failure) {
    do throws(PeerDialer.Failure) {
      _ = try await dialer.call(
        TrustMethods.unpair, UnpairRequest(), at: peer.address, believing: Set(peer.keys))
    } catch {
      // Who has forgotten this node knows already.
      guard error == .forgotten else { throw error }
    }
  }

  /// The peer says that this node is none of its peers, which ends the pair here as well.
  ///
  /// Not where this node has another key than its pairs were made with: no peer knows that key, and the pair
  /// goes on as soon as the old one is back.
  private func wasForgotten(by peer: TrustedPeer) async throws {
    guard await !trust.isKeyAnother else { return }
    let now = trust.clock.now
    let event = peer.isPending ? "pairing.given-up" : "pairing.ended-by-peer"
    // A pair that was made anew meanwhile is not the one that was spoken of.
    let isOver = try await trust.change(noting: (event, peer.id)) { ledger in
      guard ledger.peer(peer.id)?.pairedAt == peer.pairedAt else { return false }
      return ledger.removedBy(peer.key, at: now) != nil
    }
    if isOver { log.write(.info, event, .text("device", "\(peer.id)")) }
  }

  private func lapse() async {
    let now = trust.clock.now
    do {
      for peer in try await trust.change({ $0.lapse(at: now) }) {
        log.write(.info, "pairing.given-up", .text("device", "\(peer.id)"))
      }
    } catch {
      log.writeOften(.error, "trust.not-kept", .text("reason", "\(error)"))
    }
  }

  /// Shows the next key once everybody knows it who has to.
  private func finishRotation() async {
    do {
      guard try await trust.finishRotation(dialer.keys) else { return }
      log.write(.info, "key.changed", .text("key", "\(dialer.keys.current.publicKeyFingerprint)"))
    } catch {
      log.writeOften(.error, "key.not-changed", .text("reason", "\(error)"))
    }
  }

  private func tell(_ event: String, _ id: DeviceID, _ failure: PeerDialer.Failure) async {
    await trust.note(reached: false, id)
    let reason =
      switch failure {
      case .forgotten: "the peer has forgotten this device"
      case .unreached(let error): error.message
      case .status(let error): "\(error)"
      }
    log.writeOften(.info, event, .text("device", "\(id)"), .text("reason", reason))
  }
}
