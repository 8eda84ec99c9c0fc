package import HealthModel
package import HealthStorage
package import LocalStore
package import Pairing
package import SystemCore
package import TLSCore

/// What the node remembers of its peers, as its store keeps it: each change is kept before it counts.
///
/// One change is made after the other. Each makes a new ledger, which is stored whole; only then it
/// holds, so a node that ends between any two steps goes on from the last that was stored.
package actor StoredTrust {
  /// Somebody who waits for what is remembered to be so.
  private struct Condition {
    let holds: @Sendable (TrustLedger) -> Bool
    let notice = Notice<Void>()
  }

  package nonisolated let view: TrustView
  package nonisolated let store: LocalStore
  package nonisolated let clock: NodeClock
  /// Told after each change.
  package nonisolated let changes = WakeUp()
  /// The same for whoever calls peers to sync with them.
  package nonisolated let peerChanges = WakeUp()
  package private(set) var ledger: TrustLedger
  /// Whether the pairs were made with another key than the device shows, so that no peer knows it: a store
  /// was restored without its key.
  package private(set) var isKeyAnother: Bool
  /// Peers whose exchange goes on, so that nobody is to speak of it elsewhere yet.
  package private(set) var busy: Set<DeviceID> = []
  /// How many windows are open and devices being joined: the own key stays the same meanwhile.
  private(set) var exchanges = 0
  /// Peers that could not be reached where they should be.
  private var unreached: Set<DeviceID> = []
  private var cut: (@Sendable (Set<PublicKeyFingerprint>) -> Void)?
  private var isChanging = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var conditions: [Condition] = []

  /// What is shown, where that is another key than the pairs were made with.
  private let key: PublicKeyFingerprint

  private init(
    _ ledger: TrustLedger, key: PublicKeyFingerprint, isAnother: Bool, store: LocalStore,
    clock: NodeClock
  ) {
    self.ledger = ledger
    self.key = key
    isKeyAnother = isAnother
    self.store = store
    self.clock = clock
    view = TrustView(ledger)
  }

  /// Reads what is remembered, or begins with nothing.
  ///
  /// - Parameters:
  ///   - store: where it is kept.
  ///   - key: the device's key, which its id is made from where it has none yet.
  ///   - role: what the device is told to be, if anything.
  ///   - clock: the clocks that pairing goes by.
  /// - Returns: It.
  /// - Throws: `StateFailure` where the role does not fit the peers, or what is stored is damaged.
  package static func open(
    _ store: LocalStore, key: PublicKeyFingerprint, role: NodeRole?, clock: NodeClock
  ) async throws -> StoredTrust {
    let stored = try await store.nodeRecord(TrustLedger.recordKey)
    guard let id = DeviceID(Array(key.bytes.prefix(DeviceID.byteCount))) else {
      preconditionFailure("a fingerprint is longer than an id")
    }
    var ledger = TrustLedger(device: id, role: role ?? .phone)
    if let stored {
      do {
        ledger = try TrustLedger(decoding: stored)
      } catch {
        throw StateFailure(
          .damaged, "cannot read what is known of peers: \(error)",
          advice: "'dyad verify' lists what is damaged; put the store back from a backup.")
      }
    }
    if let role, ledger.role != role {
      guard ledger.peers.isEmpty else {
        throw StateFailure(
          .refused,
          "cannot be a \(role.name): the device has peers as a \(ledger.role.name)",
          advice: "Start it as a \(ledger.role.name), or end its pairs first: 'dyad pair remove'.")
      }
      ledger.change(role: role)
    }
    ledger.guesses.recover(at: clock.now, uptime: clock.uptime)
    let shown = try await store.nodeRecord(shownKey)
    let isAnother =
      !ledger.peers.isEmpty && shown != nil && shown != key.bytes && ledger.rotation?.nextKey != key
    var changes: [Change] = []
    if ledger.encoded() != stored {
      changes.append(.setNodeRecord(key: TrustLedger.recordKey, body: ledger.encoded()))
    }
    if !isAnother, shown != key.bytes { changes.append(noteShown(key)) }
    if !changes.isEmpty {
      do {
        try await store.commitTogether(changes)
      } catch let error as StorageError where error.code == .full && stored != nil {
        // Whoever reads is served on a full disk, too; this is kept with the next change.
      }
    }
    return StoredTrust(ledger, key: key, isAnother: isAnother, store: store, clock: clock)
  }

  /// The node record of the key that the device showed last.
  private static let shownKey = "shown-key"

  private static func noteShown(_ key: PublicKeyFingerprint) -> Change {
    .setNodeRecord(key: shownKey, body: key.bytes)
  }
}

extension StoredTrust {
  /// Says what breaks off the connections of keys that are no peer's any more.
  package func endConnections(by cut: @escaping @Sendable (Set<PublicKeyFingerprint>) -> Void) {
    self.cut = cut
  }

  /// Changes what is remembered; it is durable when this returns, and nothing has changed if it throws.
  ///
  /// Keys that were a peer's and are no more lose their connections.
  ///
  /// - Parameters:
  ///   - others: what else is to be stored in the same breath.
  ///   - event: the line of the audit log, if it is worth one: what happened, and to whom.
  ///   - grace: how long those connections may go on, so that an answer gets through.
  ///   - body: makes the change.
  /// - Returns: what the body returns.
  /// - Throws: what the body throws, or that the disk failed.
  @discardableResult
  package func change<Value: Sendable>(
    and others: [Change] = [], noting event: (what: String, whom: DeviceID)? = nil,
    cuttingAfter grace: Duration = .zero,
    _ body: @Sendable (inout TrustLedger) throws -> Value
  ) async throws -> Value {
    await takeTurn()
    defer { passTurn() }
    return try await changeInTurn(and: others, noting: event, cuttingAfter: grace, body)
  }

  private func changeInTurn<Value: Sendable>(
    and others: [Change], noting event: (what: String, whom: DeviceID)?,
    cuttingAfter grace: Duration, _ body: @Sendable (inout TrustLedger) throws -> Value
  ) async throws -> Value {
    var draft = ledger
    let value = try body(&draft)
    guard draft != ledger || !others.isEmpty else { return value }
    guard draft.isSound else {
      // A node that stored it could not start again.
      throw PairingError(
        .malformed, "cannot keep the change: it contradicts what is known")
    }
    var changes = others + [.setNodeRecord(key: TrustLedger.recordKey, body: draft.encoded())]
    if let event {
      changes.append(
        .noteAudit(AuditEntry(at: clock.now, event: event.what, subject: "\(event.whom)")))
    }
    // Whoever is paired from now on knows the key that is shown.
    let isSettled = isKeyAnother && draft.peers.isEmpty
    if isSettled { changes.append(Self.noteShown(key)) }
    try await store.commitTogether(changes)
    if isSettled { isKeyAnother = false }
    let lost = Set(ledger.peers.flatMap(\.keys)).subtracting(draft.peers.flatMap(\.keys))
    ledger = draft
    view.publish(draft)
    if !lost.isEmpty { end(lost, after: grace) }
    tellWhoWaits()
    self.changes.wake()
    peerChanges.wake()
    return value
  }

  private func end(_ keys: Set<PublicKeyFingerprint>, after grace: Duration) {
    guard grace > .zero else { return cut?(keys) ?? () }
    Task { [cut, view] in
      try? await Pause.sleep(for: grace)
      // A pair may have been made anew meanwhile; and when a window closes, strangers go anyway.
      guard !view.isWindowOpen else { return }
      cut?(keys.filter { if case .peer = view.standing(of: $0) { false } else { true } })
    }
  }

  /// Notes that both sides hold the pair; where the owner wanted that, all samples go with it.
  ///
  /// - Parameters:
  ///   - key: what the other side showed.
  ///   - incarnation: the one of its store.
  ///   - address: where it listens, where that was learnt; empty where it does not.
  /// - Returns: the peer, if the pairing is finished by this.
  /// - Throws: `PairingError` where no peer has the key.
  func confirm(
    _ key: PublicKeyFingerprint, incarnation: Incarnation, address: String? = nil
  ) async throws -> DeviceID? {
    await takeTurn()
    defer { passTurn() }
    let peer = ledger.peers.first { $0.keys.contains(key) }
    let isNew = peer?.isPending ?? false
    let erases = isNew && (peer?.erasesRows ?? false) && store.holdsSamples
    try await changeInTurn(
      and: erases ? [.eraseHistory] : [],
      noting: isNew ? peer.map { ("pairing.paired", $0.id) } : nil, cuttingAfter: .seconds(1)
    ) { ledger in
      try ledger.confirm(key, incarnation: incarnation)
      _ = ledger.noteSeen(key, incarnation: incarnation, address: address)
    }
    return isNew ? peer?.id : nil
  }

  /// Begins a change of the own key, and makes the key.
  package func beginRotation(_ keys: NodeKeys) async throws {
    await takeTurn()
    defer { passTurn() }
    guard ledger.rotation == nil else { return }
    guard exchanges == 0 else {
      throw PairingError(.busy, "cannot change the key: a pairing is under way here")
    }
    let next = try keys.makeNext().publicKeyFingerprint
    try await changeInTurn(and: [], noting: nil, cuttingAfter: .zero) { ledger in
      try ledger.beginRotation(to: next)
    }
  }

  /// Shows the next key from now on, once nobody has to be told of it any more.
  ///
  /// - Parameter keys: the keys of the node.
  /// - Returns: whether it is shown.
  /// - Throws: that the disk failed.
  package func finishRotation(_ keys: NodeKeys) async throws -> Bool {
    await takeTurn()
    defer { passTurn() }
    guard ledger.rotation != nil, exchanges == 0, ledger.rotationWaits(at: clock.now).isEmpty
    else { return false }
    // A node that ends between these two finds the key in its place, and goes on.
    try keys.switchToNext()
    try await changeInTurn(
      and: [Self.noteShown(keys.current.publicKeyFingerprint)],
      noting: ("key.changed", ledger.device), cuttingAfter: .zero
    ) { _ = $0.finishRotation() }
    return true
  }

  /// What is remembered, once a condition holds or the time is over.
  ///
  /// - Parameters:
  ///   - duration: how long to wait at most.
  ///   - condition: looks at what is remembered.
  /// - Returns: what is remembered then.
  package func ledger(
    within duration: Duration, once condition: @escaping @Sendable (TrustLedger) -> Bool
  ) async -> TrustLedger {
    guard !condition(ledger) else { return ledger }
    let waiting = Condition(holds: condition)
    conditions.append(waiting)
    _ = await waiting.notice.value(within: duration, by: store.clock)
    conditions.removeAll { $0.notice === waiting.notice }
    return ledger
  }

  /// Notes whether a peer was reached where it should be.
  package func note(reached isReached: Bool, _ id: DeviceID) {
    if isReached { unreached.remove(id) } else { unreached.insert(id) }
  }

  /// Whether it is not known where the peer of a key can be reached.
  func needsAddress(_ key: PublicKeyFingerprint) -> Bool {
    guard let peer = ledger.peers.first(where: { $0.keys.contains(key) }) else { return false }
    return peer.address.isEmpty || unreached.contains(peer.id)
  }

  /// A window opens, or a device is joined.
  func noteExchange() { exchanges += 1 }

  /// A window was closed, or joining is over.
  func noteExchangeEnded() {
    exchanges -= 1
    changes.wake()
  }

  /// An exchange with a device goes on from here; what is stored of it is not to be finished by others.
  func beginExchange(with id: DeviceID) {
    busy.insert(id)
  }

  /// An exchange with a device is over, however it went.
  func endExchange(with id: DeviceID) {
    busy.remove(id)
    changes.wake()
  }

  private func tellWhoWaits() {
    for condition in conditions where condition.holds(ledger) { condition.notice.give(()) }
  }

  private func takeTurn() async {
    if isChanging { await withCheckedContinuation { waiters.append($0) } }
    isChanging = true
  }

  private func passTurn() {
    // Whoever waits longest goes on, and nobody can come in between.
    if waiters.isEmpty { isChanging = false } else { waiters.removeFirst().resume() }
  }
}
