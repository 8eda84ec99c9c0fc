/// The name of one object for ever, given when the object is made.
///
/// Ours are RFC 9562 version 8: a random base per app and type and a counter, so that a run of
/// them is one base and one interval. All others are opaque 128 bits.
package struct SampleUUID: Hashable, Sendable, Comparable {
  package var high: UInt64
  package var low: UInt64

  @inlinable
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Sixteen bytes in network order; `nil` for any other count.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        words.0 = words.0 << 8 | UInt64(byte)
      } else {
        words.1 = words.1 << 8 | UInt64(byte)
      }
    }
    self.init(high: words.0, low: words.1)
  }

  package static let byteCount = 16

  /// The sixteen bytes in network order.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    append(to: &bytes)
    return bytes
  }

  /// Appends the sixteen bytes in network order.
  @inlinable
  package func append(to bytes: inout [UInt8]) {
    for word in [high, low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
  }

  @inlinable
  package static func == (left: Self, right: Self) -> Bool {
    left.high == right.high && left.low == right.low
  }

  @inlinable
  package static func < (left: Self, right: Self) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

// Our own numbering, RFC 9562 §5.8.
extension SampleUUID {
  /// How many counters one base has: 122 free bits less the 64 of the base.
  package static let counterBits: UInt64 = 58
  @usableFromInline static let counterMask: UInt64 = (1 << 58) - 1
  @usableFromInline static let versionMask: UInt64 = 0xF000
  @usableFromInline static let version8: UInt64 = 0x8000
  @usableFromInline static let variantMask: UInt64 = 0xC000_0000_0000_0000
  @usableFromInline static let variant: UInt64 = 0x8000_0000_0000_0000

  /// Makes the UUID that `base` gives to `counter`; the counter's upper six bits are cut off.
  @inlinable
  package init(base: UInt64, counter: UInt64) {
    high = (base >> 16) << 16 | Self.version8 | (base >> 4 & 0x0FFF)
    low = Self.variant | (base & 0xF) << Self.counterBits | counter & Self.counterMask
  }

  /// Whether the bits say version 8, so that `base` and `counter` rebuild it exactly.
  @inlinable package var isNumbered: Bool {
    high & Self.versionMask == Self.version8 && low & Self.variantMask == Self.variant
  }

  /// The base of a numbered UUID.
  @inlinable package var base: UInt64 {
    (high >> 16) << 16 | (high & 0x0FFF) << 4 | (low >> Self.counterBits & 0xF)
  }

  /// The counter of a numbered UUID.
  @inlinable package var counter: UInt64 { low & Self.counterMask }
}

extension SampleUUID: CustomStringConvertible {
  /// Eight, four, four, four and twelve hexadecimal digits, upper case as HealthKit prints them.
  package var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the printed form in UTF-8.
  package func appendText(to bytes: inout [UInt8]) {
    for place in 0..<32 {
      if place == 8 || place == 12 || place == 16 || place == 20 { bytes.append(UInt8(ascii: "-")) }
      let word = place < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - place % 16 * 4) & 0xF)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// Reads the printed form in either case; `nil` for anything else.
  package init?(_ text: String) {
    var bytes: [UInt8] = []
    var pending: UInt8?
    let characters = Array(text.utf8)
    guard characters.count == 36 else { return nil }
    for (index, character) in characters.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard character == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Self.hexadecimal(character) else { return nil }
      if let upper = pending {
        bytes.append(upper << 4 | digit)
        pending = nil
      } else {
        pending = digit
      }
    }
    self.init(bytes: bytes)
  }

  private static func hexadecimal(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
