/// A 64-bit hash of stored bytes that finds damage; it keeps no secret and resists no forger.
///
/// The algorithm is XXH64 with seed 0: a few bytes a cycle, so that reading a block costs no more
/// for being checked.
package enum Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of `bytes`, as SQLite stores it.
  package static func of(_ bytes: borrowing Span<UInt8>) -> Int64 {
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe Int64(bitPattern: hash(buffer))
    }
  }

  /// The hash of `bytes`, as SQLite stores it.
  package static func of(_ bytes: [UInt8]) -> Int64 {
    of(bytes.span)
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var offset = 0
    var result: UInt64
    let count = bytes.count
    if count >= 32 {
      var lanes = (prime1 &+ prime2, prime2, UInt64(0), 0 &- prime1)
      while offset + 32 <= count {
        lanes.0 = round(lanes.0, unsafe word(bytes, offset))
        lanes.1 = round(lanes.1, unsafe word(bytes, offset + 8))
        lanes.2 = round(lanes.2, unsafe word(bytes, offset + 16))
        lanes.3 = round(lanes.3, unsafe word(bytes, offset + 24))
        offset += 32
      }
      result =
        rotate(lanes.0, 1) &+ rotate(lanes.1, 7) &+ rotate(lanes.2, 12) &+ rotate(lanes.3, 18)
      result = fold(result, lanes.0)
      result = fold(result, lanes.1)
      result = fold(result, lanes.2)
      result = fold(result, lanes.3)
    } else {
      result = prime5
    }
    result &+= UInt64(count)
    while offset + 8 <= count {
      result = rotate(result ^ round(0, unsafe word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= count {
      let half = UInt64(
        UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      result = rotate(result ^ half &* prime1, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < count {
      result = rotate(result ^ UInt64(unsafe bytes[offset]) &* prime5, 11) &* prime1
      offset += 1
    }
    result = (result ^ result >> 33) &* prime2
    result = (result ^ result >> 29) &* prime3
    return result ^ result >> 32
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  private static func fold(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}
