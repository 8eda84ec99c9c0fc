package import HealthModel
package import SyncCore
internal import TestSupport

/// What a simulated world is like, all of it drawn from one number; 0 is the world of the plainest
/// rules: small batches, everything told whole, no faults beyond those of two nodes and a network.
package struct Profile: Hashable, Sendable {
  package let number: UInt64
  /// Rows may vanish without a trace, which only the brake limits; then nothing is restored.
  package let hasRot: Bool
  package private(set) var types = [ObjectType("a"), ObjectType("b")]
  package private(set) var watchCount = 2
  package private(set) var limits = NodeLimits()
  package private(set) var retentionDays = 10
  package private(set) var leaseDays = 5
  /// Whether received rows take log positions.
  package private(set) var numbersRows = false
  /// Into how many parts a day is cut by ends and floors.
  package private(set) var partsOfDay = 1
  /// Whether the scope at first is "all types" and not a list.
  package private(set) var isScopeOpen = false
  /// Whether each message is made durable at once, or some later.
  package private(set) var isLazy = false
  /// What may happen beside what always may.
  package private(set) var extras: Set<Event.Kind> = []
  package private(set) var wire = WireKind.values

  /// The profile with a number.
  package init(number: UInt64, hasRot: Bool = false) {
    self.number = number
    self.hasRot = hasRot
    limits.batchDots = 3
    limits.retention = Double(retentionDays) * Instant.secondsPerDay
    limits.subscriberPatience = limits.retention
    limits.clockStart = -.infinity
    limits.brakeCount = 2
    limits.brakeFraction = 0
    limits.refillsAll = true
    guard number != 0 else { return }
    var generator = SeededGenerator(seed: number)
    func pick<Value>(_ values: Value...) -> Value {
      values[Int(generator.next() % UInt64(values.count))]
    }
    watchCount = pick(1, 2, 2, 3)
    types = Array(["a", "b", "c"].prefix(pick(1, 2, 2, 3))).map { ObjectType($0) }
    limits.batchDots = pick(1, 2, 3, 1_000)
    limits.session.samples = pick(1, 2, 4_096)
    limits.session.bytes = pick(64, 200, 1 << 20)
    limits.session.credit = pick(1, 300, 8 << 20)
    limits.wholeVector = pick(0, 1, 3, 256)
    limits.directDots = pick(0, 1, 3, 4_096)
    limits.spans = pick(1, 2, 32)
    limits.partEntries = pick(1, 2, 4_096)
    limits.listEntries = pick(1, 2, 32_768)
    limits.refillsAll = pick(true, false)
    numbersRows = pick(true, false)
    partsOfDay = pick(1, 4)
    isScopeOpen = pick(true, false)
    isLazy = pick(true, false, false)
    // A clock that jumps lets tombstones go before their time, and backups would be too old then.
    var groups: [[Event.Kind]] = [
      [.fault], [.twin, .again], [.ask, .answer, .revoke], [.follow], [.erase],
    ]
    groups.append(pick([.clock], [.spoil, .header], []))
    for group in groups where pick(true, false) { extras.formUnion(group) }
    if extras.contains(.clock) { extras.remove(.erase) }
    if hasRot { extras.subtract([.spoil, .header, .erase, .twin, .clock]) }
    // Most as values, which is fastest.
    switch generator.next() % 32 {
    case 0: wire = .rpc
    case 1, 2: wire = .bytes
    default: wire = .values
    }
  }

  /// The same world over stores in files: of types that they know, every row has a log position, and nothing
  /// damages them.
  package var inFiles: Self {
    var profile = self
    profile.types = Array([.stepCount, .flightsClimbed, .pushCount].prefix(types.count))
    profile.numbersRows = true
    profile.extras.subtract([.spoil, .header])
    return profile
  }

  /// Whether an event of this kind can happen here at all.
  package func permits(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .restore, .clone: !hasRot && !extras.contains(.clock)
    case .replay: !hasRot
    case .rot, .force: hasRot
    case .fault, .clock, .twin, .again, .ask, .answer, .revoke, .follow, .spoil, .header, .erase:
      extras.contains(kind)
    default: true
    }
  }
}
