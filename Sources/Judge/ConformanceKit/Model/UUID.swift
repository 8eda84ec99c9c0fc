/// Sixteen bytes that name an object.
package struct UUID: Hashable, Sendable {
  /// One more than the greatest counter.
  static let counterEnd: UInt64 = 1 << 58

  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// 32 hexadecimal digits with hyphens among them; `nil` for anything else.
  package init?(text: String) {
    let digits = text.filter { $0 != "-" }
    guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Sixteen bytes in network order.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count == 16, "a UUID has sixteen bytes")
    high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// One of version 8, by its base and its counter, which has 58 bits.
  package init(base: UInt64, counter: UInt64) {
    high = base & ~0xFFFF | 8 << 12 | (base >> 4) & 0xFFF
    low = 1 << 63 | (base & 0xF) << 58 | counter & (Self.counterEnd - 1)
  }

  /// Its base and counter, where it is of version 8 and variant 2.
  package var counted: (base: UInt64, counter: UInt64)? {
    guard (high >> 12) & 0xF == 8, low >> 62 == 2 else { return nil }
    return (high & ~0xFFFF | (high & 0xFFF) << 4 | (low >> 58) & 0xF, low & (Self.counterEnd - 1))
  }

  /// In network order.
  package var bytes: [UInt8] {
    [high, low].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
    }
  }
}
