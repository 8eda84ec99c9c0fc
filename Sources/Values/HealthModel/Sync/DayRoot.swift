/// What the live dots of one UTC day come to: equal on two nodes whose live dots are the same, and
/// by all likelihood only then.
package struct DayRoot: Hashable, Sendable {
  package var count: UInt64
  /// The sum of all dots, each mixed to 128 bits, modulo 2^128.
  package var sum: UInt128

  package init(count: UInt64 = 0, sum: UInt128 = 0) {
    self.count = count
    self.sum = sum
  }

  package mutating func add(_ other: Self) {
    count &+= other.count
    sum &+= other.sum
  }

  package mutating func subtract(_ other: Self) {
    count &-= other.count
    sum &-= other.sum
  }

  /// Adds the dots of one stream whose numbers are in `interval`.
  package mutating func add(_ interval: ClosedRange<UInt64>, in seed: DotMixer) {
    count &+= interval.upperBound - interval.lowerBound + 1
    for sequence in interval { sum &+= seed.mix(sequence) }
  }
}

/// Mixes the dots of one stream.
///
/// The type's identifier is hashed with FNV-1a (64 bits) over its UTF-8. With `m` the finalizer of
/// SplitMix64, the seed is a = m(incarnation XOR m(hash)), b = m(a + 0x9E3779B97F4A7C15); a dot's high
/// word is m(a + sequence), its low word m(b XOR m(sequence + b)); all arithmetic modulo 2^64.
package struct DotMixer: Hashable, Sendable {
  private let a: UInt64
  private let b: UInt64

  package init(_ stream: VersionVector.Stream) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in stream.type.identifier.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    a = Self.finalize(stream.incarnation.rawValue ^ Self.finalize(hash))
    b = Self.finalize(a &+ 0x9E37_79B9_7F4A_7C15)
  }

  package func mix(_ sequence: UInt64) -> UInt128 {
    let high = Self.finalize(a &+ sequence)
    let low = Self.finalize(b ^ Self.finalize(sequence &+ b))
    return UInt128(high) << 64 | UInt128(low)
  }

  private static func finalize(_ word: UInt64) -> UInt64 {
    var mixed = word
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
