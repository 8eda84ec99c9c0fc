internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import SyncCore

/// A phone and a watch in one process: their rules over stores of ours, and every message as bytes.
final class SyncPair {
  /// What was said, and what it took.
  struct Traffic {
    var bytes = 0
    /// How often the watch spoke and the phone answered.
    var trips = 0
  }

  let phoneStore: OwnStore
  let watchStore: OwnStore
  private var phone: PhoneNode<SyncTransaction>
  private var watch: WatchNode<SyncTransaction>
  private let watchID: DeviceID
  /// What either side said, but for samples and acknowledgements.
  private(set) var talk = Traffic()
  private(set) var batchBytes = 0

  /// Any moment will do.
  private static let now = 500_000_000.0

  init(phone phoneStore: OwnStore, watch watchStore: OwnStore) throws {
    self.phoneStore = phoneStore
    self.watchStore = watchStore
    guard let phoneID = DeviceID([UInt8](repeating: 1, count: DeviceID.byteCount)),
      let watchID = DeviceID([UInt8](repeating: 2, count: DeviceID.byteCount))
    else { throw BenchError("cannot name two devices") }
    self.watchID = watchID
    phone = PhoneNode()
    watch = WatchNode(seed: 1, phone: phoneID)
    phone.add(watchID, &phoneStore.sync, now: Self.now)
    // As two that agreed earlier: the same settings, and nothing that the watch does not know.
    var settings = WatchSettings()
    settings.version = WatchSettings.Version(number: 1, incarnation: nil)
    watchStore.sync.record.settings = settings
    watchStore.sync.record.known = KnownFrom(others: watchStore.sync.floor)
    watchStore.sync.record.peers[phoneID] = PeerRecord(
      cursor: phoneStore.sync.head, heard: Self.now)
    phoneStore.sync.record.peers[watchID]?.cursor = watchStore.sync.head
    try phoneStore.sync.commit()
    try watchStore.sync.commit()
  }

  /// Opens a session and goes on until nobody has anything more to say.
  func connect(mustReconcile: Bool = false) throws {
    phone.connected(watchID, mustReconcile: mustReconcile)
    try watch.connect(&watchStore.sync, now: Self.now)
    try settle()
    guard watch.isReady, phone.isReady(watchID) else {
      throw BenchError("cannot open a session: one side stopped it")
    }
  }

  /// Compares the roots of both.
  func compare() throws -> (verdict: RootVerdict?, traffic: Traffic) {
    let before = talk
    guard try watch.compare(&watchStore.sync) else {
      throw BenchError("cannot compare: the watch has something to say")
    }
    try settle()
    return (
      watch.verdict,
      Traffic(bytes: talk.bytes - before.bytes, trips: talk.trips - before.trips)
    )
  }

  private func settle() throws {
    while true {
      try watch.pump(&watchStore.sync, now: Self.now)
      try watch.acknowledge(&watchStore.sync, now: Self.now)
      let said = try watch.flush(&watchStore.sync)
      for message in said {
        try phone.receive(
          carry(message), from: watchID, &phoneStore.sync, now: Self.now)
      }
      try phone.pump(watchID, &phoneStore.sync, now: Self.now)
      try phone.acknowledge(watchID, &phoneStore.sync, now: Self.now)
      let answered = try phone.flush(&phoneStore.sync)
      for (_, message) in answered {
        try watch.receive(carry(message), &watchStore.sync, now: Self.now)
      }
      if said.contains(where: { $0.isTalk }) { talk.trips += 1 }
      if said.isEmpty, answered.isEmpty { return }
    }
  }

  /// The message as the other side reads it.
  private func carry(_ message: SyncMessage) throws -> SyncMessage {
    let bytes = try message.encoded()
    if message.isTalk { talk.bytes += bytes.count } else { batchBytes += bytes.count }
    return try SyncMessage(decoding: bytes, limits: .wire)
  }
}

extension SyncMessage {
  /// Whether it is what nodes say to find out what they differ in.
  fileprivate var isTalk: Bool {
    switch self {
    case .batch, .acknowledgement: false
    default: true
    }
  }
}
