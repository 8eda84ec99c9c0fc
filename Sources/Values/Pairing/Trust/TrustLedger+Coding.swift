internal import HealthModel
internal import ProtobufWire
internal import TLSCore

extension TrustLedger {
  /// Many times what a full ledger takes.
  private static let mostBytes = 1_048_576

  /// The ledger as bytes, secrets included.
  package func encoded() -> [UInt8] {
    var message = TrustLedgerMessage()
    message.version = TrustLedgerMessage.newestVersion
    message.device = device.bytes
    message.role = UInt32(role.rawValue)
    message.peers = peers.map(TrustedPeerMessage.init)
    message.former = former.map(FormerPeerMessage.init)
    message.guesses = GuessBudgetMessage(guesses)
    message.sharedWith = sharedWith?.bytes ?? []
    message.rotation = rotation.map(KeyRotationMessage.init)
    return message.encoded()
  }

  /// Reads what `encoded` wrote.
  ///
  /// - Throws: `malformed` for bytes that are no ledger, or one in which something cannot be, and for
  ///   one of a newer version.
  package init(decoding bytes: [UInt8]) throws(PairingError) {
    guard bytes.count <= Self.mostBytes else { throw Damage.error("it has \(bytes.count) bytes") }
    let message: TrustLedgerMessage
    do throws(WireError) {
      message = try TrustLedgerMessage(decoding: bytes)
    } catch {
      throw Damage.error("\(error.field): \(error.detail)")
    }
    guard (1...TrustLedgerMessage.newestVersion).contains(message.version) else {
      throw Damage.error(
        "it is of version \(message.version), and this program knows versions up to "
          + "\(TrustLedgerMessage.newestVersion)")
    }
    self.init(
      device: try Damage.id(message.device, "device"), role: try Damage.role(message.role, "role"))
    guard message.peers.count <= Self.mostPeers, message.former.count <= Self.mostFormer else {
      throw Damage.error("it has too many peers")
    }
    for peer in message.peers { peers.append(try TrustedPeer(peer)) }
    for peer in message.former { former.append(try FormerPeer(peer)) }
    guesses = try GuessBudget(message.guesses ?? GuessBudgetMessage())
    if !message.sharedWith.isEmpty {
      sharedWith = try Damage.id(message.sharedWith, "shared_with")
    }
    if let change = message.rotation { rotation = try KeyRotation(change) }
    if let contradiction { throw Damage.error(contradiction) }
  }

  /// Whether it can be read back once it is stored.
  package var isSound: Bool { contradiction == nil }

  /// What in it cannot be; `nil` where all is in order.
  var contradiction: String? {
    let ids = peers.map(\.id) + former.map(\.id)
    guard Set(ids).count == ids.count, !ids.contains(device) else {
      return "two devices have the same id"
    }
    let keys = peers.flatMap(\.keys) + former.flatMap(\.keys)
    guard Set(keys).count == keys.count else { return "two devices have the same key" }
    guard (peers.map(\.role) + former.map(\.role)).allSatisfy({ $0 == role.other }) else {
      return "a peer has the role of this device"
    }
    guard role == .phone || peers.count <= 1 else { return "a watch has two phones" }
    guard role == .watch || sharedWith == nil else { return "a phone shares with a phone" }
    guard rotation?.told.isSubset(of: peers.map(\.id)) ?? true else {
      return "somebody was told of the new key who is no peer"
    }
    return nil
  }
}

/// What is wrong with stored bytes; values are named, never shown.
private enum Damage {
  static func error(_ reason: String) -> PairingError {
    PairingError(.malformed, "cannot read the trust ledger: \(reason)")
  }

  static func id(_ bytes: [UInt8], _ name: String) throws(PairingError) -> DeviceID {
    guard let id = DeviceID(bytes) else { throw error("\(name) is no id of a device") }
    return id
  }

  static func key(_ bytes: [UInt8], _ name: String) throws(PairingError) -> PublicKeyFingerprint {
    guard let key = PublicKeyFingerprint(bytes) else {
      throw error("\(name) is no fingerprint of a key")
    }
    return key
  }

  static func role(_ number: UInt32, _ name: String) throws(PairingError) -> NodeRole {
    guard let role = UInt8(exactly: number).flatMap(NodeRole.init) else {
      throw error("\(name) is no role")
    }
    return role
  }

  static func finite(_ number: Double, _ name: String) throws(PairingError) -> Double {
    guard number.isFinite else { throw error("\(name) is no number") }
    return number
  }

  static func check(_ isRight: Bool, _ name: String) throws(PairingError) {
    guard isRight else { throw error("\(name) is out of bounds") }
  }
}

extension TrustLedgerMessage {
  fileprivate static let newestVersion: UInt32 = 1
}

extension TrustedPeerMessage {
  fileprivate init(_ peer: TrustedPeer) {
    self.init()
    id = peer.id.bytes
    role = UInt32(peer.role.rawValue)
    name = peer.name
    incarnation = peer.incarnation.rawValue
    key = peer.key.bytes
    nextKey = peer.nextKey?.bytes ?? []
    pairedAt = peer.pairedAt
    if case .pending(let until) = peer.phase {
      isPending = true
      self.until = until
    }
    address = peer.address
    secret = peer.secret
    erasesRows = peer.erasesRows
  }
}

extension TrustedPeer {
  fileprivate init(_ message: TrustedPeerMessage) throws(PairingError) {
    try Damage.check(Self.isFit(name: message.name), "peers.name")
    try Damage.check(Self.isFit(address: message.address), "peers.address")
    try Damage.check(message.secret.count <= Self.mostSecretBytes, "peers.secret")
    try Damage.check(message.isPending || message.until == 0, "peers.until")
    self.init(
      id: try Damage.id(message.id, "peers.id"), role: try Damage.role(message.role, "peers.role"),
      name: message.name, incarnation: Incarnation(rawValue: message.incarnation),
      key: try Damage.key(message.key, "peers.key"),
      pairedAt: try Damage.finite(message.pairedAt, "peers.paired_at"),
      phase: message.isPending
        ? .pending(until: try Damage.finite(message.until, "peers.until")) : .paired,
      address: message.address, erasesRows: message.erasesRows, secret: message.secret)
    if !message.nextKey.isEmpty { nextKey = try Damage.key(message.nextKey, "peers.next_key") }
  }
}

extension FormerPeerMessage {
  fileprivate init(_ peer: FormerPeer) {
    self.init()
    id = peer.id.bytes
    role = UInt32(peer.role.rawValue)
    name = peer.name
    keys = peer.keys.map(\.bytes)
    removedAt = peer.removedAt
    wasTold = peer.wasTold
    address = peer.address
  }
}

extension FormerPeer {
  fileprivate init(_ message: FormerPeerMessage) throws(PairingError) {
    try Damage.check(TrustedPeer.isFit(name: message.name), "former.name")
    try Damage.check(TrustedPeer.isFit(address: message.address), "former.address")
    try Damage.check((1...2).contains(message.keys.count), "former.keys")
    var keys: [PublicKeyFingerprint] = []
    for key in message.keys { keys.append(try Damage.key(key, "former.keys")) }
    self.init(
      id: try Damage.id(message.id, "former.id"),
      role: try Damage.role(message.role, "former.role"), name: message.name, keys: keys,
      removedAt: try Damage.finite(message.removedAt, "former.removed_at"),
      wasTold: message.wasTold, address: message.address)
  }
}

extension KeyRotationMessage {
  fileprivate init(_ rotation: KeyRotation) {
    self.init()
    nextKey = rotation.nextKey.bytes
    // A set has no order, and equal ledgers have equal bytes.
    told = rotation.told.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension KeyRotation {
  fileprivate init(_ message: KeyRotationMessage) throws(PairingError) {
    self.init(nextKey: try Damage.key(message.nextKey, "rotation.next_key"))
    try Damage.check(message.told.count <= TrustLedger.mostPeers, "rotation.told")
    for id in message.told { noteTold(try Damage.id(id, "rotation.told")) }
  }
}

extension GuessBudgetMessage {
  fileprivate init(_ budget: GuessBudget) {
    self.init()
    aborts = UInt32(budget.aborts)
    isGuessOpen = budget.isGuessOpen
    row = UInt32(budget.row)
    burnt = budget.burnt.map(\.bitPattern)
    lockBegan = budget.lock?.began ?? 0
    lockLength = budget.lock?.length ?? 0
    needsReset = budget.needsReset
    guard let time = budget.time else { return }
    hasTime = true
    seconds = time.seconds
    reading = time.reading
    guard case .boot(let number) = time.source else { return }
    isOfBoot = true
    boot = number
  }
}

extension GuessBudget {
  fileprivate init(_ message: GuessBudgetMessage) throws(PairingError) {
    self.init()
    try Damage.check(message.aborts < Self.mostAborts, "guesses.aborts")
    try Damage.check(message.row <= Self.mostInRow, "guesses.row")
    try Damage.check(message.burnt.count <= Self.mostBurntPerDay, "guesses.burnt")
    aborts = Int(message.aborts)
    isGuessOpen = message.isGuessOpen
    row = Int(message.row)
    needsReset = message.needsReset
    var last = 0.0
    if message.hasTime {
      last = try Damage.finite(message.seconds, "guesses.seconds")
      time = SteadyTime(
        seconds: last, reading: try Damage.finite(message.reading, "guesses.reading"),
        source: message.isOfBoot ? .boot(message.boot) : .wall)
    }
    try Damage.check(last >= 0, "guesses.seconds")
    burnt = message.burnt.map { Double(bitPattern: $0) }
    try Damage.check(burnt.allSatisfy { (0...last).contains($0) }, "guesses.burnt")
    try Damage.check(zip(burnt, burnt.dropFirst()).allSatisfy(<=), "guesses.burnt")
    guard message.lockLength != 0 else { return }
    try Damage.check(Self.waits.contains(message.lockLength), "guesses.lock_length")
    try Damage.check((0...last).contains(message.lockBegan), "guesses.lock_began")
    lock = Lock(began: message.lockBegan, length: message.lockLength)
  }
}
