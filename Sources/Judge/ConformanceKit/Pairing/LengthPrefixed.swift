/// Bytes behind their count, so that parts put together can be told apart again.
package enum LengthPrefixed {
  /// The count in LEB128: seven bits a byte, the lowest first.
  package static func encode(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = count
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(truncatingIfNeeded: rest)]
  }

  /// `lv_cat` of the protocol's text.
  package static func join(_ parts: [UInt8]...) -> [UInt8] {
    parts.flatMap { encode($0.count) + $0 }
  }
}
