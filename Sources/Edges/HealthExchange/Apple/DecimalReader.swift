/// Reads numbers as C prints them.
enum DecimalReader {
  private static let powers: [Double] = {
    var powers = [1.0]
    while powers.count <= 22 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  /// The double nearest to a number; `nil` for what is none, or not finite.
  static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    var digits: UInt64 = 0
    var count = 0
    var fraction = -1
    var isNegative = false
    for (place, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case 0x30...0x39:
        digits = digits &* 10 &+ UInt64(byte &- 0x30)
        count += 1
        if fraction >= 0 { fraction += 1 }
      case UInt8(ascii: ".") where fraction < 0: fraction = 0
      case UInt8(ascii: "-") where place == bytes.startIndex: isNegative = true
      default: return slow(bytes)
      }
    }
    // Both are doubles exactly, so their quotient is rounded once.
    guard count > 0, count <= 15, fraction <= 22 else { return slow(bytes) }
    let value = Double(digits) / powers[max(0, fraction)]
    return isNegative ? -value : value
  }

  private static func slow(_ bytes: ArraySlice<UInt8>) -> Double? {
    guard bytes.count <= 64, bytes.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }
}
