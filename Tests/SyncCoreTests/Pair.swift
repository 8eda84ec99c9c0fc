internal import HealthModel
internal import SyncCore
internal import SyncSimulation
internal import Testing

/// A phone and a watch that hear each other at once and lose nothing.
struct Pair {
  static let type = ObjectType("HKQuantityTypeIdentifierHeartRate")
  static let other = ObjectType("HKQuantityTypeIdentifierStepCount")
  static let day = Instant.secondsPerDay
  /// The day on which everything begins.
  static let start =
    600_000_000.0
    - (600_000_000.0 + Instant.secondsFrom1970)
    .truncatingRemainder(dividingBy: day)

  var phoneStore = MemoryStore(role: .phone, beginning: Incarnation(rawValue: 1))
  var watchStore = MemoryStore(role: .watch, beginning: Incarnation(rawValue: 2))
  var phone: PhoneNode<MemoryStore>
  var watch: WatchNode<MemoryStore>
  let watchID: DeviceID
  var now = Self.start
  /// How many messages there were, by kind.
  private(set) var said: [String: Int] = [:]
  /// How many rows each side sent.
  private(set) var sentRows: [NodeRole: Int] = [:]
  private var number: UInt64 = 0

  init(_ limits: NodeLimits = NodeLimits(), floorDaysBack: Double = 7) throws {
    let phoneID = try #require(DeviceID(Array(repeating: 1, count: DeviceID.byteCount)))
    watchID = try #require(DeviceID(Array(repeating: 2, count: DeviceID.byteCount)))
    phone = PhoneNode(limits: limits, sealing: .simulated)
    watch = WatchNode(seed: 7, phone: phoneID, limits: limits)
    phone.add(watchID, &phoneStore, now: now)
    _ = try phone.flush(&phoneStore)
    try watch.moveFloor(to: now - floorDaysBack * Self.day, &watchStore)
    _ = try watch.flush(&watchStore)
  }

  /// Moves the watch's window, as the clock does.
  mutating func moveFloor(daysBack: Double) throws {
    try watch.moveFloor(to: now - daysBack * Self.day, &watchStore)
    try watch.prune(&watchStore)
  }

  /// Saves one sample that ends so many days before the beginning.
  @discardableResult
  mutating func save(
    on role: NodeRole, _ type: ObjectType = Self.type, daysAgo: Double = 0
  ) throws -> Dot {
    number += 1
    let uuid = SampleUUID(base: role == .phone ? 1 : 2, counter: number)
    let end = Self.start - daysAgo * Self.day
    let dot: Dot
    switch role {
    case .phone:
      dot = try phoneStore.save(uuid, of: type, end: end)
      try phoneStore.commit()
    case .watch:
      dot = try watchStore.save(uuid, of: type, end: end)
      try watchStore.commit()
    }
    return dot
  }

  mutating func delete(on role: NodeRole, _ dot: Dot) throws {
    var dots = VersionVector()
    dots.insert(dot)
    switch role {
    case .phone:
      try phoneStore.bury(dots, at: now)
      try phoneStore.commit()
    case .watch:
      try watchStore.bury(dots, at: now)
      try watchStore.commit()
    }
  }

  /// A whole session: until nobody has anything to say.
  mutating func sync(mustReconcile: Bool = false) throws {
    phone.connected(watchID, mustReconcile: mustReconcile)
    try watch.connect(&watchStore, now: now)
    try settle()
  }

  /// Delivers until nobody has anything to say.
  mutating func settle() throws {
    for _ in 0..<2_000 {
      var isQuiet = true
      try watch.pump(&watchStore, now: now)
      try phone.pump(watchID, &phoneStore, now: now)
      try watch.acknowledge(&watchStore, now: now)
      try phone.acknowledge(watchID, &phoneStore, now: now)
      for message in try watch.flush(&watchStore) {
        isQuiet = false
        note(message, by: .watch)
        try phone.receive(message, from: watchID, &phoneStore, now: now)
      }
      for (_, message) in try phone.flush(&phoneStore) {
        isQuiet = false
        note(message, by: .phone)
        try watch.receive(message, &watchStore, now: now)
      }
      if isQuiet { return }
    }
    Issue.record("they never fall silent")
  }

  /// Asks whether both hold the same.
  mutating func compare() throws -> RootVerdict? {
    let asked = try watch.compare(&watchStore)
    #expect(asked)
    try settle()
    return watch.verdict
  }

  private mutating func note(_ message: SyncMessage, by role: NodeRole) {
    if case .batch(let batch) = message {
      sentRows[role, default: 0] += batch.runs.reduce(0) { $0 + $1.count }
    }
    let kind = String("\(message)".prefix { $0 != "(" })
    said[kind, default: 0] += 1
  }

  /// What is live on each side.
  func live() throws -> (phone: Set<Dot>, watch: Set<Dot>) {
    var (phone, watch) = (phoneStore, watchStore)
    return (
      Set(try phone.live(among: phone.vector).dots), Set(try watch.live(among: watch.vector).dots)
    )
  }
}
