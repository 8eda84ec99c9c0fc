internal import ConformanceWire

/// Blocks of header fields that are written by hand, without tables and Huffman's code.
enum FieldBlock {
  /// Fields as literals that no table remembers (RFC 7541 §6.2.2).
  static func literals(_ fields: [HeaderField]) -> [UInt8] {
    fields.flatMap { [0] + string($0.name) + string($0.value) }
  }

  /// A change of the size of the table (RFC 7541 §6.3).
  static func tableSize(_ size: Int) -> [UInt8] { integer(size, bits: 5, first: 0x20) }

  /// Bytes with their length, which may be told wrong.
  static func string(_ text: String, count: Int? = nil) -> [UInt8] {
    integer(count ?? text.utf8.count, bits: 7, first: 0) + Array(text.utf8)
  }

  /// A number whose first byte has room for so many bits (RFC 7541 §5.1).
  static func integer(_ value: Int, bits: Int, first: UInt8) -> [UInt8] {
    let most = 1 << bits - 1
    guard value >= most else { return [first | UInt8(truncatingIfNeeded: value)] }
    var bytes = [first | UInt8(truncatingIfNeeded: most)]
    var rest = value - most
    while rest >= 128 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(truncatingIfNeeded: rest)]
  }
}

extension Frame {
  /// SETTINGS of one.
  static func setting(_ id: UInt16, _ value: UInt32) -> Frame {
    .settings([(id: id, value: value)])
  }
}
