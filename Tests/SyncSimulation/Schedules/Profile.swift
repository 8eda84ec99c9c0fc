package import HealthModel
package import SyncCore
internal import TestSupport

/// What a simulated world is like, all of it drawn from one number but for its theme; 0 is the world of the
/// plainest rules: small batches, everything told whole, no faults beyond those of two nodes and a network.
package struct Profile: Hashable, Sendable {
  package let number: UInt64
  /// Rows may vanish without a trace, which only the brake limits; then nothing is restored.
  package let hasRot: Bool
  package let theme: Theme?
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
  /// Whether apps ask for access; asked at every message.
  package private(set) var asksForAccess = false
  /// As many pieces as a document has at most.
  package private(set) var mostPieces = 3
  /// Whether columns become unreadable.
  package private(set) var spoilsColumns = false
  package private(set) var wire = WireKind.values

  /// The profile with a number.
  package init(number: UInt64, hasRot: Bool = false, theme: Theme? = nil) {
    self.number = number
    self.hasRot = hasRot
    self.theme = theme
    drawAll()
    if let theme { favour(theme) }
    if hasRot { extras.subtract([.spoil, .header, .erase, .twin, .undo, .clock]) }
    // A clock that jumps lets tombstones go before their time, and what was erased would come back.
    if extras.contains(.clock) { extras.subtract([.erase, .spoil, .header]) }
    asksForAccess = extras.contains(.ask)
    spoilsColumns = extras.contains(.spoil)
  }

  private mutating func drawAll() {
    limits.batchDots = 3
    limits.retention = Double(retentionDays) * Instant.secondsPerDay
    limits.subscriberPatience = limits.retention
    limits.clockStart = -.infinity
    limits.brakeCount = 2
    limits.brakeFraction = 0
    limits.refillsAll = true
    limits.equalStep = 0
    limits.trusted = [7, 0, 1, 3][Int(number >> 1 & 3)] * Instant.secondsPerDay
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
      [.fault], [.twin, .again, .undo], [.ask, .answer, .revoke], [.follow], [.erase],
    ]
    groups.append(pick([.clock], [.spoil, .header], []))
    for group in groups where pick(true, false) { extras.formUnion(group) }
    // Most as values: the others carry the same, and take tens of times as long.
    switch generator.next() % 128 {
    case 0: wire = .rpc
    case 1...4: wire = .bytes
    default: wire = .values
    }
  }

  /// Makes the world one in which the theme happens at all, and often.
  private mutating func favour(_ theme: Theme) {
    var generator = SeededGenerator(seed: number &+ 1)
    switch theme {
    case .damage:
      extras.remove(.clock)
      extras.formUnion([.spoil, .header])
    case .retention: watchCount = 3
    case .clocks: extras.insert(.clock)
    case .brakes:
      limits.brakeCount = Int(generator.next() % 3)
      // So that what a person has to be asked about is what follows from lists alone.
      limits.trusted = 10_000 * Instant.secondsPerDay
    case .restores:
      extras.remove(.clock)
      // A reconciliation of many messages, which a restore can come between.
      limits.directDots = Int(generator.next() % 2)
      limits.listEntries = 1
      limits.session.credit = generator.next() % 2 == 0 ? 1 : 300
    case .backups:
      extras.remove(.clock)
      // A sample and one watch that hears of its death: what is left of it is then soon in one place.
      watchCount = 1 + Int(generator.next() % 2)
    case .thieves:
      extras.subtract([.clock, .spoil, .header, .erase, .fault, .twin, .again, .undo])
      limits.trusted = Double(generator.next() % 3) * Instant.secondsPerDay
      watchCount = 2
    case .documents: break
    case .groups, .workouts:
      // A group that cannot be read is let go in parts.
      extras.subtract([.spoil, .header])
      types = ["a", "b", "c"].map { ObjectType($0) }
    }
  }

  /// The same world over stores in files: of types that they know, every row has a log position, and nothing
  /// damages them.
  package var inFiles: Self {
    var profile = self
    let all: [ObjectType] =
      switch theme {
      case .documents:
        [ObjectType("HKDocumentTypeIdentifierCDA"), .flightsClimbed, .pushCount]
      case .workouts: [.workout, .association, .flightsClimbed]
      case .groups:
        [ObjectType("HKCorrelationTypeIdentifierFood"), .dietaryFatTotal, .dietarySodium]
      default: [.stepCount, .flightsClimbed, .pushCount]
      }
    profile.types = Array(all.prefix(types.count))
    profile.mostPieces = 1
    profile.numbersRows = true
    profile.extras.subtract([.spoil, .header])
    profile.spoilsColumns = false
    return profile
  }

  /// Whether an event of this kind can happen here at all.
  package func permits(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .restore: !hasRot && !extras.contains(.clock)
    case .clone: !hasRot && !extras.contains(.clock) && theme != .thieves
    case .replay: !hasRot
    case .rot, .force: hasRot
    case .forge, .claim, .unborn, .sham: theme == .thieves
    case .fault, .clock, .twin, .again, .undo, .ask, .answer, .revoke, .follow, .spoil, .header,
      .erase:
      extras.contains(kind)
    default: true
    }
  }
}
