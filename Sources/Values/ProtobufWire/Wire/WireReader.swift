/// A cursor over the fields of one message; what is wrong with the bytes is thrown.
///
/// Nothing is copied: values that are bytes are slices of what was given.
package struct WireReader {
  /// How deep messages and groups may stand inside each other: what other implementations allow, and
  /// little enough for a stack.
  package static let maximumDepth = 100

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private let depth: Int

  /// Starts before the first field of a message that stands in no other.
  package init(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  /// Starts before the first field of a message that stands in no other.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.init(bytes, depth: 0)
  }

  init(_ bytes: ArraySlice<UInt8>, depth: Int) {
    self.bytes = bytes
    self.position = bytes.startIndex
    self.depth = depth
  }

  /// The next field, or `nil` at the end.
  package mutating func nextField() throws(WireError) -> WireField? {
    guard position < bytes.endIndex else { return nil }
    let (number, type) = try readTag()
    let value: WireValue =
      switch type {
      case .varint: .varint(try readVarint())
      case .fixed64: .fixed64(try readFixed(UInt64.self))
      case .fixed32: .fixed32(try readFixed(UInt32.self))
      case .bytes: .bytes(try readBytes())
      case .groupStart: .group(try readGroup(number))
      case .groupEnd:
        throw WireError(.malformed, "field \(number)", "a group ends that never began")
      }
    return WireField(number: number, value: value, depth: depth)
  }

  /// The next value of packed numbers, which have no tags, or `nil` at the end.
  package mutating func nextPacked(_ type: WireType) throws(WireError) -> WireValue? {
    switch type {
    case .varint: try nextVarint().map { .varint($0) }
    case .fixed64: try nextFixed(UInt64.self).map { .fixed64($0) }
    case .fixed32: try nextFixed(UInt32.self).map { .fixed32($0) }
    case .bytes, .groupStart, .groupEnd:
      throw WireError(.wrongType, "only numbers can be packed")
    }
  }

  /// The next varint of packed numbers, or `nil` at the end.
  mutating func nextVarint() throws(WireError) -> UInt64? {
    position < bytes.endIndex ? try readVarint() : nil
  }

  /// The next four or eight bytes of packed numbers, or `nil` at the end.
  mutating func nextFixed<Value: FixedWidthInteger>(
    _ type: Value.Type
  ) throws(WireError) -> Value? {
    position < bytes.endIndex ? try readFixed(type) : nil
  }

  private mutating func readTag() throws(WireError) -> (number: Int, type: WireType) {
    let tag = try readVarint()
    guard let number = Int(exactly: tag >> 3), WireField.numbers.contains(number) else {
      throw WireError(.malformed, "a field's number lies outside 1 to 2^29 - 1")
    }
    guard let type = WireType(rawValue: tag & 7) else {
      throw WireError(.malformed, "field \(number)", "there is no wire type \(tag & 7)")
    }
    return (number, type)
  }

  private mutating func readVarint() throws(WireError) -> UInt64 {
    // Most are tags and small numbers, of one byte.
    if position < bytes.endIndex, bytes[position] < 0x80 {
      position += 1
      return UInt64(bytes[position - 1])
    }
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      // Nine bytes leave room for one bit.
      if shift == 63, byte > 1 { throw WireError(.malformed, "a varint is longer than 64 bits") }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw WireError(.truncated, "the bytes end inside a varint")
  }

  private mutating func readFixed<Value: FixedWidthInteger>(
    _: Value.Type
  ) throws(WireError) -> Value {
    let count = Value.bitWidth / 8
    guard bytes.endIndex - position >= count else {
      throw WireError(.truncated, "the bytes end inside a fixed number")
    }
    var value: Value = 0
    for index in (position..<position + count).reversed() {
      value = value << 8 | Value(truncatingIfNeeded: bytes[index])
    }
    position += count
    return value
  }

  private mutating func readBytes() throws(WireError) -> ArraySlice<UInt8> {
    let count = try readVarint()
    let remaining = bytes.endIndex - position
    guard count <= UInt64(remaining) else {
      throw WireError(.truncated, "\(count) bytes were announced and \(remaining) are there")
    }
    let start = position
    position += Int(count)
    return bytes[start..<position]
  }

  /// What stands before the tag that ends the group; a list instead of calls holds what is open.
  private mutating func readGroup(_ number: Int) throws(WireError) -> ArraySlice<UInt8> {
    let start = position
    var open = [number]
    while true {
      let end = position
      guard position < bytes.endIndex else {
        throw WireError(.truncated, "field \(number)", "the bytes end inside a group")
      }
      let (inner, type) = try readTag()
      switch type {
      case .varint: _ = try readVarint()
      case .fixed64: _ = try readFixed(UInt64.self)
      case .fixed32: _ = try readFixed(UInt32.self)
      case .bytes: _ = try readBytes()
      case .groupStart:
        guard depth + open.count < Self.maximumDepth else { throw WireField.tooDeep }
        open.append(inner)
      case .groupEnd:
        guard open.popLast() == inner else {
          throw WireError(.malformed, "field \(inner)", "a group ends that never began")
        }
        if open.isEmpty { return bytes[start..<end] }
      }
    }
  }
}
