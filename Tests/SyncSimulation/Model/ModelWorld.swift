package import HealthModel
package import SyncCore

/// The world of the executable model, step by step as there, around the rules of the product: so that
/// both must hold the same after every event.
///
/// It demands nothing by itself; the model did when the schedules were recorded.
package final class ModelWorld {
  /// Days that tombstones outlive their acknowledgement.
  static let retention = 10
  static let types = [ObjectType("a"), ObjectType("b")]
  static let phoneDevice = device(0)

  /// A message on its way, or of an earlier moment.
  struct Posted {
    var message: SyncMessage
    var sender: DeviceID
    var receiver: String
    var session: Int
  }

  /// One direction between two nodes, with what is on its way.
  struct Wire {
    var sender: String
    var receiver: String
    var posted: [Posted] = []
  }

  /// A session between the phone and a watch.
  struct Link {
    var session: Int
    var watch: ModelNode
    /// What carries its messages, where they do not pass as values.
    var wire: (any SessionWire<SyncMessage>)?
  }

  let profile: ModelSchedule.Profile
  let bug: DeliberateBug?
  let makeWire: (() -> any SessionWire<SyncMessage>)?
  private let limits: NodeLimits
  /// The phone, the watches, and last a clone.
  var nodes: [ModelNode] = []
  var day = 20
  /// In the order in which they were begun.
  var links: [Link] = []
  /// In the order in which something was first said since the last cut.
  var wires: [Wire] = []
  /// The last messages that were posted.
  var old: [Posted] = []
  var phoneRestores = 0
  private var starts: UInt64 = 0
  private var samples: UInt64 = 0
  private var sessions = 0

  /// A world in which nothing happened yet.
  ///
  /// - Parameters:
  ///   - profile: What may happen.
  ///   - bug: The rule to break; only builds with deliberate bugs can.
  ///   - makeWire: What carries the messages of each session; they pass as values without it.
  /// - Throws: What a store throws.
  package init(
    _ profile: ModelSchedule.Profile, bug: DeliberateBug? = nil,
    makeWire: (() -> any SessionWire<SyncMessage>)? = nil
  ) throws {
    self.profile = profile
    self.bug = bug
    self.makeWire = makeWire
    var limits = NodeLimits()
    limits.batchDots = 3
    limits.refillsAll = true
    limits.sendsBack = true
    limits.retention = Double(Self.retention) * Instant.secondsPerDay
    limits.clockStart = -.infinity
    limits.brakeCount = 2
    limits.brakeFraction = 0
    limits.trusted = 2 * Instant.secondsPerDay
    limits.equalStep = 0
    self.limits = limits
    for (index, name) in ["P", "W1", "W2"].enumerated() {
      let node = ModelNode(
        name: name, device: Self.device(index),
        store: MemoryStore(
          model: index == 0 ? .phone : .watch, beginning: nextIncarnation(), types: Self.types))
      nodes.append(node)
      startRules(of: node)
    }
    for watch in watches {
      phone.phone?.add(
        watch.device, &phone.store, scope: .only(Set(Self.types)), now: Self.time(0))
      phone.phone?.noteEqual(watch.device, &phone.store, now: now)
      watch.store.record.peers[Self.phoneDevice] = PeerRecord(heard: Self.time(0))
      try watch.watch?.moveFloor(to: Self.time(day - 3), &watch.store)
    }
    for node in nodes { try flush(node) }
  }

  /// Whether rows may vanish, and nothing is restored.
  var hasDamage: Bool { profile == .damage }

  var phone: ModelNode { nodes[0] }
  var watches: ArraySlice<ModelNode> { nodes[1...] }
  var now: Double { Self.time(day) }

  static func time(_ day: Int) -> Double { DayList.start(of: Int64(20_000 + day)) }

  /// A new sample's name.
  func nextUUID() -> SampleUUID {
    samples += 1
    return SampleUUID(base: 1, counter: samples)
  }

  func nextSession() -> Int {
    sessions += 1
    return sessions
  }

  /// A node starts anew, from what is durable.
  ///
  /// - Parameters:
  ///   - node: Which.
  ///   - isTold: Whether it is told that it was restored, which it must not need.
  /// - Throws: What a store throws.
  func start(_ node: ModelNode, isTold: Bool) throws {
    let incarnation = nextIncarnation()
    let goesOn =
      bug == .incarnationWhenTold && !isTold && node.store.disk.writer != nil
    try node.store.open(beginning: goesOn ? nil : incarnation)
    startRules(of: node)
  }

  /// Puts a twin of a watch beside it.
  func clone(_ watch: ModelNode, isTold: Bool) throws {
    let twin = ModelNode(name: watch.name + "x", device: watch.device, store: watch.store)
    try start(twin, isTold: isTold)
    try twin.store.commit()
    nodes.append(twin)
  }

  private func startRules(of node: ModelNode) {
    #if DELIBERATE_BUGS
    let rules = Rules(with: bug)
    #else
    let rules = Rules()
    #endif
    if node.device == Self.phoneDevice {
      node.phone = PhoneNode(limits: limits, rules: rules, sealing: .simulated)
    } else {
      node.watch = WatchNode(
        seed: starts, phone: Self.phoneDevice, limits: limits, rules: rules)
    }
  }

  private func nextIncarnation() -> Incarnation {
    starts += 1
    return Incarnation(rawValue: starts)
  }

  private static func device(_ index: Int) -> DeviceID {
    guard let id = DeviceID([UInt8](repeating: UInt8(index + 1), count: DeviceID.byteCount)) else {
      preconditionFailure("an id has as many bytes as it has")
    }
    return id
  }
}
