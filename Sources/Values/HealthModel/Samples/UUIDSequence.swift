/// Hands out our own UUIDs: for each type a random base of its own, counted up.
///
/// Samples of one type that are made after each other are one interval, whatever is made in between. A type's base
/// and counter tell nothing of other types: a sequence belongs to one app, or to one import.
package struct UUIDSequence: Sendable {
  /// What all bases of a sequence follow from.
  package struct Key: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }
  }

  package let key: Key
  private var places: [ObjectType: (base: UInt64, next: UInt64)] = [:]

  /// Draws what the bases follow from.
  package init(using generator: inout some RandomNumberGenerator) {
    key = Key(high: generator.next(), low: generator.next())
  }

  /// The sequence of a key, from its beginning.
  package init(_ key: Key) { self.key = key }

  /// The next UUID, for an object of `type`.
  package mutating func take(for type: ObjectType) -> SampleUUID {
    let first = take(counters: 1, for: type)
    return SampleUUID(base: first.base, counter: first.next)
  }

  /// The next `count` UUIDs, for objects of `type`.
  package mutating func take(_ count: Int, for type: ObjectType) -> [SampleUUID] {
    let first = take(counters: UInt64(count), for: type)
    return (0..<UInt64(count)).map { SampleUUID(base: first.base, counter: first.next + $0) }
  }

  private mutating func take(
    counters count: UInt64, for type: ObjectType
  ) -> (base: UInt64, next: UInt64) {
    let place = places[type] ?? (base(of: type), 0)
    places[type] = (place.base, place.next + count)
    return place
  }

  /// The base of all UUIDs for objects of `type`: SipHash-2-4 of the type's identifier.
  ///
  /// Who knows the bases of some types cannot work out that of another one.
  package func base(of type: ObjectType) -> UInt64 {
    var state = SipHash((key.high, key.low))
    return state.hash(Array(type.identifier.utf8))
  }
}

/// SipHash-2-4, which nobody without the key can foretell.
package struct SipHash {
  private var words: (UInt64, UInt64, UInt64, UInt64)

  package init(_ key: (UInt64, UInt64)) {
    words = (
      key.0 ^ 0x736f_6d65_7073_6575, key.1 ^ 0x646f_7261_6e64_6f6d,
      key.0 ^ 0x6c79_6765_6e65_7261, key.1 ^ 0x7465_6462_7974_6573
    )
  }

  package mutating func hash(_ bytes: [UInt8]) -> UInt64 {
    for start in stride(from: 0, to: bytes.count - 7, by: 8) {
      mix(Self.word(bytes[start..<(start + 8)]))
    }
    let rest = Self.word(bytes[(bytes.count & ~7)...])
    mix(rest | UInt64(truncatingIfNeeded: bytes.count) << 56)
    words.2 ^= 0xff
    for _ in 0..<4 { round() }
    return words.0 ^ words.1 ^ words.2 ^ words.3
  }

  private mutating func mix(_ word: UInt64) {
    words.3 ^= word
    for _ in 0..<2 { round() }
    words.0 ^= word
  }

  private mutating func round() {
    words.0 &+= words.1
    words.1 = Self.turn(words.1, 13) ^ words.0
    words.0 = Self.turn(words.0, 32)
    words.2 &+= words.3
    words.3 = Self.turn(words.3, 16) ^ words.2
    words.0 &+= words.3
    words.3 = Self.turn(words.3, 21) ^ words.0
    words.2 &+= words.1
    words.1 = Self.turn(words.1, 17) ^ words.2
    words.2 = Self.turn(words.2, 32)
  }

  private static func turn(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
