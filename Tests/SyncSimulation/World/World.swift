internal import HealthModel
internal import SyncCore

/// A phone, its watches and the network between them, with virtual days for time; and everything that a
/// checker remembers and no node knows.
final class World<Store: SimulatedStore> {
  let profile: Profile
  let bug: SimulatedBug?
  let phoneID: DeviceID
  /// The phone first, then watches, clones last.
  var hosts: [Host<Store>] = []
  var day = 20
  var counter: UInt64 = 0
  /// Each sample by its number.
  var samples: [(type: Int, end: Double, shape: SampleShape)] = []
  var numberOf: [Dot: Int] = [:]
  /// Samples whose save was acknowledged.
  var saved = NumberSet()
  /// Samples whose deletion was acknowledged.
  var deleted = NumberSet()
  /// Samples that somebody ever wanted to delete.
  var everDeleted = NumberSet()
  /// Samples of which nothing can be demanded any more.
  var excused = NumberSet()
  /// Dots of which no node has columns that can be read.
  var unreadable: Set<Dot> = []
  /// Documents that somebody has without the bytes that went before them, and so can tell to nobody.
  var untold = NumberSet()
  /// How often the phone lost state.
  var phoneLosses = 0
  var isCloned = false
  var hasJumped = false
  var old: [(from: Int, to: Int, posted: Host<Store>.Posted)] = []
  var access = AccessLedger()
  var revocations = RevocationLedger()
  /// What the last comparison of each watch came to.
  var verdicts: [Int: RootVerdict] = [:]
  /// How many messages the phone heard that may have told it something new.
  var phoneHeard = 0
  /// Whether unequal roots are a violation, because nothing disturbs any more.
  var isSettling = false
  /// Whether rows changed since the checks, or decisions.
  var isUnchecked = false
  /// Documents that came twice or late anywhere, and so maybe without the bytes that went before them.
  var replayed = NumberSet()
  /// Samples that unequal roots may have to be about.
  ///
  /// A watch may bring a sample back whose death the phone forgot, and the claim of another removes it again. So
  /// it is where the phone gave up its claim to a death (R24), and with all that the phone has lost where a
  /// watch heard later what the phone said before that.
  var mayReturn = NumberSet()
  /// What the phone held or knew to be deleted before it lost state.
  var phoneLost = NumberSet()
  /// By which watch a sample was deleted, and under which dot.
  var deletions: [Int: (watch: DeviceID, dot: Dot)] = [:]
  /// R28: samples that a watch deleted under a dot of its own, while it was not believed about the twin on the phone:
  /// that twin stays.
  var twinsBeyondTrust = NumberSet()
  /// What was saved when deletions were taken back, by what it is a copy of.
  var copies: [Int: Int] = [:]
  /// What the phone believes of the watch that was taken over.
  var trusted = TrustLedger(equalAt: 0, scope: .none)
  /// Is told of each message as it arrives.
  var trace: ((String) -> Void)?

  /// The first instant of day 0.
  static var base: Double { DayList.start(of: 20_000) }

  /// A world in which nothing happened yet.
  init(
    _ profile: Profile, bug: SimulatedBug? = nil,
    makeStore: (NodeRole, Incarnation, Profile) throws -> Store
  ) throws {
    self.profile = profile
    self.bug = bug
    phoneID = Self.device(0)
    for index in 0...profile.watchCount {
      let role: NodeRole = index == 0 ? .phone : .watch
      let host = Host(
        index: index, device: Self.device(index), isPhone: index == 0,
        store: try makeStore(role, freshIncarnation(), profile))
      hosts.append(host)
      startRules(of: host)
    }
    for watch in watches {
      let scope: TypeScope = profile.isScopeOpen ? .all : .only(Set(profile.types))
      phone.phone?.add(watch.device, &phone.store, scope: scope, now: now(phone))
      phone.store.record.peers[watch.device]?.settings.lease = leaseSeconds
      try watch.watch?.moveFloor(to: time(day - 3), &watch.store)
      watch.store.record.peers[phoneID] = PeerRecord(heard: now(watch))
    }
    forgetTrust()
    for host in hosts {
      host.isDirty = true
      try flush(host)
    }
  }

  static func device(_ index: Int) -> DeviceID {
    guard let id = DeviceID([UInt8](repeating: UInt8(index + 1), count: DeviceID.byteCount)) else {
      preconditionFailure("an id has as many bytes as it has")
    }
    return id
  }

  var phone: Host<Store> { hosts[0] }
  var watches: ArraySlice<Host<Store>> { hosts[1...] }
  var leaseSeconds: Double { Double(profile.leaseDays) * Instant.secondsPerDay }

  func time(_ day: Int) -> Double { Self.base + Double(day) * Instant.secondsPerDay }
  func now(_ host: Host<Store>) -> Double { time(day + host.skew) + 3_600 }

  func fresh() -> UInt64 {
    counter += 1
    return counter
  }

  /// One that no node ever had; they do not come in order, as random ones would not.
  func freshIncarnation() -> Incarnation {
    Incarnation(rawValue: ((fresh() &+ profile.number) &* 0x9E37_79B9_7F4A_7C15) >> 1)
  }

  /// A node's process starts: all that its rules kept in memory is new.
  func startRules(of host: Host<Store>) {
    host.accepted = [:]
    let rules = bug?.rules ?? Rules()
    if host.isPhone {
      host.phone = PhoneNode(limits: profile.limits, rules: rules, sealing: .simulated)
    } else {
      host.watch = WatchNode(
        seed: fresh(), phone: phoneID, limits: profile.limits, rules: rules)
      host.watch?.workouts = host.workouts
    }
  }

  /// Opens the store of a node anew, as after a crash, and starts its process.
  func open(_ host: Host<Store>, isTold: Bool = false) throws {
    let goesOn = bug == .rule(.incarnationWhenTold) && !isTold && host.store.vector.isEmpty == false
    try host.store.open(beginning: goesOn ? nil : freshIncarnation())
    startRules(of: host)
  }

  /// What a process does first, once its store is open.
  func begin(_ host: Host<Store>) throws {
    try host.phone?.opened(&host.store)
    try host.watch?.opened(&host.store)
    host.isDirty = true
    try flush(host)
  }

  func crash(_ host: Host<Store>) throws {
    cutAll(host)
    try open(host)
    try begin(host)
    if host.isPhone { forgetTrust() }
  }

  /// Does something on a node, and starts the node anew where a fault ended its process.
  ///
  /// - Returns: Whether the process ended.
  @discardableResult
  func attempt(_ host: Host<Store>, _ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      try note(host)
      return false
    } catch let error as SimulationError where error.code == .crashed {
      // What was done before the end is noted, as far as it is durable now.
      _ = host.store.takeEvents()
      try crash(host)
      return true
    }
  }
}
