internal import HealthModel
internal import SyncCore

/// A node as the model has it: a store, the rules beside it, and what a person left undone.
final class ModelNode {
  let name: String
  let device: DeviceID
  var store: MemoryStore
  var phone: PhoneNode<MemoryStore>?
  var watch: WatchNode<MemoryStore>?
  /// The last copies of what was durable.
  var backups: [(day: Int, state: MemoryStore.State)] = []
  /// What the brake stopped and nobody answered; in the model it outlives the process.
  var braked: Brake?
  /// Whether a person accepted the next inferred deletions.
  var isAccepted = false

  init(name: String, device: DeviceID, store: MemoryStore) {
    self.name = name
    self.device = device
    self.store = store
  }

  /// What the brake stopped of a peer's claim.
  func brake(of peer: DeviceID) -> Brake? { phone?.brakes[peer] ?? watch?.brake }

  /// Whether the node has a session with a peer, as its rules see it.
  func isConnected(to peer: DeviceID) -> Bool {
    phone?.isConnected(peer) ?? watch?.isConnected ?? false
  }

  func owesAcknowledgement(to peer: DeviceID) -> Bool {
    phone?.owesAcknowledgement(peer) ?? watch?.owesAcknowledgement ?? false
  }

  func receive(
    _ message: SyncMessage, from peer: DeviceID, isInSession: Bool, now: Double
  ) throws {
    if isInSession {
      try phone?.receive(message, from: peer, &store, now: now)
      try watch?.receive(message, &store, now: now)
    } else {
      try phone?.receiveLate(message, from: peer, &store, now: now)
      try watch?.receiveLate(message, &store, now: now)
    }
  }

  func pump(_ peer: DeviceID, now: Double) throws {
    try phone?.pump(peer, &store, now: now)
    try watch?.pump(&store, now: now)
  }

  func acknowledge(_ peer: DeviceID, now: Double) throws {
    try phone?.acknowledge(peer, &store, now: now)
    try watch?.acknowledge(&store, now: now)
  }

  func collect(now: Double) throws {
    try phone?.collect(&store, now: now)
    try watch?.collect(&store, now: now)
  }

  func giveUpClaim(on types: Set<ObjectType>) throws {
    try phone?.giveUpClaim(on: types, &store)
    try watch?.giveUpClaim(on: types, &store)
  }

  /// A person answered: what the brake stopped passes next time, where it was accepted.
  func answerBrake(isAccepted: Bool) {
    guard let brake = braked else { return }
    braked = nil
    guard isAccepted else {
      phone?.forgetBrakes()
      watch?.forgetBrake()
      return
    }
    self.isAccepted = true
    phone?.acceptBrake(of: brake.claimer)
    watch?.acceptBrake()
  }

  /// What is to be said, each with the device that it is for; durable now (R3).
  func flush() throws -> [(peer: DeviceID?, message: SyncMessage)] {
    let disk = store.disk
    var said: [(peer: DeviceID?, message: SyncMessage)] = []
    for (peer, message) in try phone?.flush(&store) ?? [] { said.append((peer, message)) }
    for message in try watch?.flush(&store) ?? [] { said.append((nil, message)) }
    guard said.contains(where: { if case .ended = $0.message { true } else { false } }) else {
      return said
    }
    // The model ends a session without a word, and so without making anything durable.
    store.disk = disk
    store.noteChange()
    return []
  }
}
