/// The arithmetic of vectors.proto's VectorSummary.
package struct Mixer {
  private let seed: UInt64
  private let other: UInt64

  package init(_ stream: Stream) {
    let hash = stream.type.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    seed = Self.finalized(stream.incarnation ^ Self.finalized(hash))
    other = Self.finalized(seed &+ 0x9E37_79B9_7F4A_7C15)
  }

  /// The 128 bits of a number of the stream.
  package func mix(_ number: UInt64) -> UInt128 {
    let high = Self.finalized(seed &+ number)
    let low = Self.finalized(other ^ Self.finalized(number &+ other))
    return UInt128(high) << 64 | UInt128(low)
  }

  /// The digest of what a stream covers.
  package func digest(_ intervals: Intervals) -> UInt64 {
    let sum = intervals.ranges.reduce(0 as UInt128) { sum, range in
      sum &+ 3 &* mix(range.lowerBound) &+ mix(~range.upperBound)
    }
    return UInt64(truncatingIfNeeded: sum >> 64)
  }

  private static func finalized(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
