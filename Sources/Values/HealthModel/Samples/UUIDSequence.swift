/// Hands out our own UUIDs: a random base, counted up.
///
/// Each type counts on a lane of its own, so that an app which makes steps and distances in turn
/// still gives each type's run one interval.
package struct UUIDSequence: Sendable {
  private let base: UInt64
  private var lanes: [ObjectType: UInt64] = [:]
  private var common: UInt64

  /// How many UUIDs a lane has: 2^42, and a base has 2^16 lanes.
  private static let laneBits: UInt64 = 42

  /// Draws the base; a process draws one and keeps it.
  package init(using generator: inout some RandomNumberGenerator) {
    base = generator.next()
    common = 0
  }

  /// The next UUID, for an object of `type`.
  package mutating func take(for type: ObjectType) -> SampleUUID {
    SampleUUID(base: base, counter: next(1, for: type))
  }

  /// The next `count` UUIDs, for objects of `type`.
  package mutating func take(_ count: Int, for type: ObjectType) -> [SampleUUID] {
    let first = next(UInt64(count), for: type)
    return (0..<UInt64(count)).map { SampleUUID(base: base, counter: first + $0) }
  }

  private mutating func next(_ count: UInt64, for type: ObjectType) -> UInt64 {
    let next = lanes[type] ?? UInt64(lanes.count + 1) << Self.laneBits
    lanes[type] = next + count
    return next
  }

  /// The next UUID of the common lane.
  package mutating func take() -> SampleUUID {
    defer { common += 1 }
    return SampleUUID(base: base, counter: common)
  }

  /// The next `count` UUIDs of the common lane, which a run stores as one interval.
  package mutating func take(_ count: Int) -> [SampleUUID] {
    let first = common
    common += UInt64(count)
    return (0..<UInt64(count)).map { SampleUUID(base: base, counter: first + $0) }
  }
}
