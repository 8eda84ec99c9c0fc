/// Bytes behind their count, so that parts put together can be told apart again.
package enum LengthPrefixed {
  /// The count in LEB128: seven bits a byte, the lowest first.
  static func encode(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = count
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
    return bytes
  }

  /// `prepend_len` of the draft.
  static func prepend(_ bytes: [UInt8]) -> [UInt8] {
    encode(bytes.count) + bytes
  }

  /// `lv_cat` of the draft.
  package static func join(_ parts: [UInt8]...) -> [UInt8] {
    parts.flatMap(prepend)
  }

  /// `lv_cat` of the draft, of which some parts are secret.
  static func join(_ parts: [SecretPart]) -> [SecretPart] {
    parts.flatMap { [.open(encode($0.count)), $0] }
  }
}
