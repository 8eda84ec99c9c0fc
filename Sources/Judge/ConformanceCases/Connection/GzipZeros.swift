/// Zeros as gzip packs them (RFC 1951, RFC 1952), many in few bytes.
enum GzipZeros {
  /// A whole member whose check at the end nobody comes to who looks at lengths first.
  static func bytes(count: Int) -> [UInt8] {
    var bits = Bits()
    // The last block, of the codes that are fixed.
    bits.append(0b1, 1)
    bits.append(0b01, 2)
    // One zero, and then copies of 258 from one byte before: codes 285 and 0.
    bits.appendCode(0x30, 8)
    for _ in 0..<max(0, count - 1) / 258 {
      bits.appendCode(0b1100_0101, 8)
      bits.appendCode(0, 5)
    }
    bits.appendCode(0, 7)
    let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    let size = 1 + max(0, count - 1) / 258 * 258
    return head + bits.bytes + [0, 0, 0, 0]
      + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: size >> $0) }
  }

  /// Bits, the lowest of each byte first.
  private struct Bits {
    var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ value: UInt32, _ width: Int) {
      for place in 0..<width {
        if count % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(value >> UInt32(place) & 1) << UInt8(count % 8)
        count += 1
      }
    }

    /// Codes stand with their highest bit first.
    mutating func appendCode(_ value: UInt32, _ width: Int) {
      for place in (0..<width).reversed() { append(value >> UInt32(place) & 1, 1) }
    }
  }
}
