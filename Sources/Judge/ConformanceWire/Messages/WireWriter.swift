/// Writes protobuf's pieces, wrong ones too: nothing is checked.
package struct WireWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func varint(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  package mutating func tag(_ number: Int, _ kind: WireTag.Kind) {
    varint(UInt64(truncatingIfNeeded: number) << 3 | UInt64(kind.rawValue))
  }

  package mutating func fixed32(_ value: UInt32) {
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * index))) }
  }

  package mutating func fixed64(_ value: UInt64) {
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
  }

  /// Writes a length and as many bytes.
  package mutating func delimited(_ content: [UInt8]) {
    varint(UInt64(content.count))
    bytes += content
  }

  /// Writes bytes as they are.
  package mutating func raw(_ content: [UInt8]) {
    bytes += content
  }

  /// A number as sint32 and sint64 tell it.
  package static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: (value << 1) ^ (value >> 63))
  }

  /// What a number of sint32 and sint64 means.
  package static func unzigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
  }

  /// A field with bytes, a text or a message, for `extra`.
  package static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    var writer = Self()
    writer.tag(number, .delimited)
    writer.delimited(content)
    return writer.bytes
  }

  /// A field with a number as varint, for `extra`.
  package static func field(_ number: Int, _ value: UInt64) -> [UInt8] {
    var writer = Self()
    writer.tag(number, .varint)
    writer.varint(value)
    return writer.bytes
  }
}
