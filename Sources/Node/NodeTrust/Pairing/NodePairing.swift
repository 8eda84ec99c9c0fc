internal import DyadServices
internal import HealthModel
internal import LocalStore
package import NodeLog
package import Pairing
internal import SystemCore
package import TLSCore

/// The pairing of this node: one window at a time, one guess at a time, and one device that joins at a time.
package actor NodePairing {
  /// As many devices may have begun at once, before any of them has said anything that counts.
  private static let mostSessions = 8
  private static let mostEvents = 64

  package nonisolated let trust: StoredTrust
  private let log: Log
  private let cutStrangers: @Sendable () -> Void
  private var window: PairingWindow?
  private var isJoining = false
  private var lastNumber: UInt64 = 0

  /// Begins without a window.
  ///
  /// - Parameters:
  ///   - trust: what is remembered of peers.
  ///   - log: where it tells what happens.
  ///   - cutStrangers: breaks off connections of those who are no peers.
  package init(_ trust: StoredTrust, log: Log, cutStrangers: @escaping @Sendable () -> Void) {
    self.trust = trust
    self.log = log
    self.cutStrangers = cutStrangers
  }

  private var holdsRows: Bool { trust.store.holdsSamples }
}

// The owner's side.
extension NodePairing {
  /// Opens a window.
  ///
  /// - Parameters:
  ///   - duration: how long it stays open.
  ///   - length: how many digits the code has.
  ///   - rows: what becomes of rows of another pair.
  /// - Returns: its number, its code, when it closes, and what happens in it.
  /// - Throws: `PairingError` where this node cannot be paired now.
  package func open(
    for duration: Duration, _ length: PairingCode.Length, rows: RowsPolicy
  ) async throws -> (window: PairingWindow, events: AsyncStream<PairingWindow.Event>) {
    guard window == nil else {
      throw PairingError(.windowOpen, "cannot show a code: one is shown already")
    }
    guard !isJoining else {
      throw PairingError(.busy, "cannot show a code: this device is joining another")
    }
    let (now, uptime) = (trust.clock.now, trust.clock.uptime)
    let (events, continuation) = AsyncStream.makeStream(
      of: PairingWindow.Event.self, bufferingPolicy: .bufferingNewest(Self.mostEvents))
    lastNumber += 1
    let window = PairingWindow(
      number: lastNumber, code: .random(length), rows: rows,
      closesAt: trust.store.clock.instant.advanced(by: duration), events: continuation)
    // Taken before the wait, so that nobody else opens one meanwhile.
    self.window = window
    await trust.noteExchange()
    do {
      let holdsRows = holdsRows
      // Stored by itself: what it counts must not be lost where the next is refused.
      try await trust.change { $0.guesses.recover(at: now, uptime: uptime) }
      try await trust.change { ledger in
        try ledger.guesses.check(at: now, uptime: uptime)
        try ledger.checkPairing(id: nil, role: ledger.role.other, rows: rows, holdsRows: holdsRows)
        ledger.guesses.beginWindow()
      }
    } catch {
      self.window = nil
      await trust.noteExchangeEnded()
      throw error
    }
    trust.view.setWindow(isOpen: true)
    log.write(.info, "pairing.window-opened", .number("seconds", Int(duration.components.seconds)))
    return (window, events)
  }

  /// Closes a window; does nothing if it is closed.
  package func close(_ number: UInt64, because error: PairingError) {
    guard let window, window.number == number else { return }
    self.window = nil
    shut()
    window.events.yield(.closed(error))
    window.events.finish()
    for session in window.sessions.values {
      // Only whoever typed the wrong code is told that it was wrong.
      let isOthers = error.refusal == .wrongCode && session.number != window.guesser
      session.end.give(
        isOthers ? PairingError(.codeSpent, "cannot pair: the code is spent") : error)
    }
    log.write(.info, "pairing.window-closed", .text("reason", error.refusal.rawValue))
  }

  /// Lets nobody in any more, and nobody stay who is not a peer.
  private func shut() {
    trust.view.setWindow(isOpen: false)
    cutStrangers()
    Task { [trust] in await trust.noteExchangeEnded() }
  }

  /// Closes a window because its time is over; not before a device whose code was right is done.
  package func expire(_ number: UInt64) {
    guard let window, window.number == number, !window.isProven else { return }
    close(number, because: PairingError(.expired, "cannot pair: the time of the code is over"))
  }

  /// Lends the right to join another device for the length of a closure.
  package func joining<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    guard window == nil, !isJoining else {
      throw PairingError(.busy, "cannot join a device: another pairing is under way here")
    }
    isJoining = true
    await trust.noteExchange()
    let result = await Result<Value, any Error>.made(body)
    isJoining = false
    await trust.noteExchangeEnded()
    return try result.get()
  }

  /// Stores a pair whose last message is open.
  ///
  /// - Parameters:
  ///   - peer: the other device; where samples are to be erased, that is done when the pair is finished.
  ///   - rows: what becomes of rows of another pair.
  /// - Throws: `PairingError` where the two can be no pair, or that the disk failed.
  package nonisolated func keep(_ peer: TrustedPeer, rows: RowsPolicy) async throws {
    let holdsRows = trust.store.holdsSamples
    try await trust.change(noting: ("pairing.agreed", peer.id)) { ledger in
      try ledger.checkPairing(
        id: peer.id, role: peer.role, key: peer.key, rows: rows, holdsRows: holdsRows)
      var peer = peer
      peer.erasesRows =
        ledger.role == .watch && rows == .erase && !ledger.isSharer(peer.id, peer.key)
      ledger.addPending(peer)
    }
    log.write(.info, "pairing.agreed", .text("device", "\(peer.id)"))
  }
}

// The side of devices that join.
extension NodePairing {
  /// Lets a device in that has said nothing yet.
  ///
  /// A device has one place. Where all are taken, the one that has waited longest loses it, for whoever
  /// says nothing can not keep others away; a guess that is being judged is never disturbed.
  ///
  /// - Parameters:
  ///   - address: where from.
  ///   - key: what it shows.
  /// - Returns: its place.
  /// - Throws: `PairingError` where there is none.
  package func begin(
    from address: String, showing key: PublicKeyFingerprint
  ) throws(PairingError) -> JoiningGuest {
    guard let window else {
      throw PairingError(.windowClosed, "cannot pair: no code is shown on this device")
    }
    let idle = window.sessions.values.filter { $0.number != window.guesser }
    let oldest = idle.min { $0.number < $1.number }
    if let same = idle.first(where: { $0.key == key }) {
      give(up: same)
    } else if window.sessions.count >= Self.mostSessions, let oldest {
      give(up: oldest)
    }
    lastNumber += 1
    let session = JoiningGuest(
      number: lastNumber, window: window.number, address: address, key: key, code: window.code,
      end: Notice(), closesAt: window.closesAt)
    self.window?.sessions[session.number] = session
    window.events.yield(.attempt(address: address, nil))
    return session
  }

  private func give(up guest: JoiningGuest) {
    window?.sessions[guest.number] = nil
    guest.end.give(PairingError(.busy, "cannot pair: another device took the place"))
  }

  /// Whether this node can be paired with a device at all.
  package func check(_ device: DeviceDescription, for session: JoiningGuest) async throws {
    let window = try window(of: session)
    try await trust.ledger.checkPairing(
      id: device.id, role: device.role, key: session.key, rows: window.rows, holdsRows: holdsRows)
  }

  /// Takes a device's only guess; from here on it counts, even if this process ends.
  func beginGuess(_ session: JoiningGuest) async throws {
    let window = try window(of: session)
    guard window.guesser == nil else {
      throw PairingError(.busy, "cannot pair: another device is being paired")
    }
    self.window?.guesser = session.number
    try await trust.change { $0.guesses.beginGuess() }
  }

  /// The guess was right.
  func noteRight(_ session: JoiningGuest, _ peer: PeerMessage) async throws {
    _ = try window(of: session)
    try await trust.change { $0.guesses.noteRight() }
    _ = try window(of: session)
    window?.isProven = true
    window?.events.yield(.shown(peer))
  }

  /// The guess was wrong, which spends the code.
  ///
  /// Whatever the disk says, nobody guesses this code again: the guess keeps its place until the window
  /// is closed. That it is open was stored before, so it counts as wrong at the next start where this
  /// cannot be stored.
  func noteWrong(_ session: JoiningGuest) async throws {
    let (now, uptime) = (trust.clock.now, trust.clock.uptime)
    let result = await Result<Void, any Error>.made {
      try await trust.change { $0.guesses.noteWrong(at: now, uptime: uptime) }
    }
    close(
      session.window,
      because: PairingError(.wrongCode, "cannot pair: the code that was typed is wrong"))
    try result.get()
  }

  /// Stores the pair; the window closes with it.
  package func commit(_ session: JoiningGuest, _ peer: TrustedPeer) async throws {
    let window = try window(of: session)
    try await keep(peer, rows: window.rows)
    guard self.window?.number == window.number else { return }
    self.window = nil
    shut()
    window.events.yield(.committed(peer))
    window.events.finish()
    for other in window.sessions.values where other.number != session.number {
      other.end.give(PairingError(.windowClosed, "cannot pair: another device was faster"))
    }
  }

  /// A device is gone, or was refused: whatever it began is settled.
  ///
  /// - Parameters:
  ///   - session: whose.
  ///   - error: why; `nil` when it is paired.
  /// - Throws: that the disk failed.
  package func end(_ session: JoiningGuest, because error: PairingError?) async throws {
    if let error {
      log.writeOften(
        .info, "pairing.refused", .text("from", session.address),
        .text("reason", error.refusal.rawValue))
    }
    guard let window, window.number == session.window else {
      return try await settleLateGuess(session)
    }
    self.window?.sessions[session.number] = nil
    if let error { window.events.yield(.attempt(address: session.address, error)) }
    guard window.guesser == session.number else { return }
    if window.isProven {
      self.window?.isProven = false
      self.window?.guesser = nil
      if window.closesAt <= trust.store.clock.instant { expire(window.number) }
      return
    }
    let (now, uptime) = (trust.clock.now, trust.clock.uptime)
    // The place is free only when the attempt is stored as one.
    let isSpent: Bool
    do {
      isSpent = try await trust.change { $0.guesses.noteAborted(at: now, uptime: uptime) }
    } catch {
      // What cannot be counted is not allowed: the code goes, and the open guess counts as wrong.
      close(
        session.window, because: PairingError(.interrupted, "cannot pair: attempts cannot be kept"))
      throw error
    }
    if self.window?.number == session.window { self.window?.guesser = nil }
    guard isSpent else { return }
    close(
      session.window,
      because: PairingError(.codeSpent, "cannot pair: too many attempts broke off"))
  }

  private func settleLateGuess(_ session: JoiningGuest) async throws {
    // The window was closed while a guess was open: it counts all the same. With another window open
    // that has been seen to already.
    guard window == nil else { return }
    let (now, uptime) = (trust.clock.now, trust.clock.uptime)
    try await trust.change { $0.guesses.recover(at: now, uptime: uptime) }
  }

  private func window(of session: JoiningGuest) throws(PairingError) -> PairingWindow {
    guard let window, window.number == session.window else {
      throw PairingError(.windowClosed, "cannot pair: the code is shown no more")
    }
    guard window.sessions[session.number] != nil else {
      throw PairingError(.busy, "cannot pair: another device took the place")
    }
    return window
  }
}
