/// How far a phone believes what one watch says is deleted (R28).
package struct WatchTrust: Hashable, Sendable {
  /// How many deaths of older samples counted, of one type.
  package struct Allowance: Hashable, Sendable {
    package var since: Double
    package var count: Int

    package init(since: Double, count: Int) {
      self.since = since
      self.count = count
    }
  }

  /// When both were last seen to hold the same, by the phone's clock.
  package var equalAt: Double
  /// The types that the watch was permitted at any time since then.
  package var scope: TypeScope
  /// Under which the watch writes, the oldest first.
  package private(set) var incarnations: [Incarnation]
  /// What counted in the last 24 hours.
  package var allowances: [ObjectType: Allowance]
  /// Live samples that the watch says are deleted, until a person decides.
  package var held: VersionVector
  /// Dots that were never seen here, and that the watch says are deleted, until the samples come.
  package var foretold: VersionVector

  /// As many incarnations as are remembered.
  package static let mostIncarnations = 256
  /// As many types as older samples are counted of.
  package static let mostAllowances = 1_024
  /// As many intervals as the held dots may have, and the foretold ones.
  package static let mostIntervals = 16_384

  /// As many bytes as the held dots of one watch may take.
  ///
  /// The record of the node is written with every commit, and whoever took a watch over may tell deaths of types with
  /// long names, and of one dot here and there.
  package static let mostHeldBytes = 1 << 17
  /// As many bytes as the foretold dots may take, and the counts.
  ///
  /// Each has room of its own, so that there is always something to decide about where no more can be held.
  package static let mostOtherBytes = 1 << 15

  package init(
    equalAt: Double, scope: TypeScope, incarnations: [Incarnation] = [],
    allowances: [ObjectType: Allowance] = [:], held: VersionVector = VersionVector(),
    foretold: VersionVector = VersionVector()
  ) {
    self.equalAt = equalAt
    self.scope = scope
    self.incarnations = incarnations
    self.allowances = allowances
    self.held = held
    self.foretold = foretold
  }

  /// No fewer bytes than it is encoded in.
  package var weight: Int {
    Self.weight(of: held) + Self.weight(of: foretold) + Self.weight(of: allowances.keys)
  }

  private static func weight(of dots: VersionVector) -> Int {
    24 * dots.intervalCount + weight(of: dots.streams.keys.lazy.map(\.type))
  }

  private static func weight(of names: some Sequence<ObjectType>) -> Int {
    names.reduce(0) { $0 + $1.identifier.utf8.count + 48 }
  }

  /// Adds dots to the held ones, if there is room.
  package mutating func hold(_ dots: VersionVector) -> Bool {
    Self.add(dots, to: &held, upTo: Self.mostHeldBytes)
  }

  /// Adds dots to the foretold ones, if there is room.
  package mutating func foretell(_ dots: VersionVector) -> Bool {
    Self.add(dots, to: &foretold, upTo: Self.mostOtherBytes)
  }

  private static func add(
    _ dots: VersionVector, to part: inout VersionVector, upTo most: Int
  ) -> Bool {
    let sum = part.union(dots)
    guard dots.isEmpty || weight(of: sum) <= most else { return false }
    part = sum
    return true
  }

  /// Notes that the watch writes under an incarnation.
  package mutating func note(_ incarnation: Incarnation) {
    incarnations = (incarnations + [incarnation]).suffix(Self.mostIncarnations)
  }

  /// How many of some older samples of a type may go, which are counted.
  ///
  /// - Parameters:
  ///   - wanted: How many are said to be deleted.
  ///   - type: Of which type.
  ///   - most: The limit for 24 hours.
  ///   - now: By the phone's clock.
  /// - Returns: How many of them count.
  package mutating func allow(
    _ wanted: Int, of type: ObjectType, atMost most: Int, at now: Double
  ) -> Int {
    var allowance = allowances[type] ?? Allowance(since: now, count: 0)
    // Where the clock went back the time begins anew, with what was counted.
    if allowance.since > now { allowance.since = now }
    if now - allowance.since >= 86_400 { allowance = Allowance(since: now, count: 0) }
    let allowed = max(0, min(wanted, most - allowance.count))
    guard allowed > 0 else { return 0 }
    allowance.count += allowed
    var counts = allowances
    if counts.updateValue(allowance, forKey: type) == nil {
      counts = counts.filter { now - $0.value.since < 86_400 }
      guard counts.count <= Self.mostAllowances,
        Self.weight(of: counts.keys) <= Self.mostOtherBytes
      else { return 0 }
    }
    allowances = counts
    return allowed
  }
}
