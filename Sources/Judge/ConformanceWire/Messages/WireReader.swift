/// Reads the fields of a protobuf message from bytes that nobody has checked.
package struct WireReader {
  private let bytes: [UInt8]
  private var place: Int
  private let end: Int

  package init(_ bytes: [UInt8]) {
    self.init(bytes, 0..<bytes.count)
  }

  /// Reads a part of the bytes; the range lies within them.
  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
  }

  package var isAtEnd: Bool { place == end }

  /// How many bytes are left.
  package var count: Int { end - place }

  /// The bytes from an earlier reader's place up to this one's.
  package func bytes(since earlier: Self) -> ArraySlice<UInt8> { bytes[earlier.place..<place] }

  /// The bytes that are left.
  package var rest: [UInt8] { Array(bytes[place..<end]) }

  /// Reads a number of up to ten bytes.
  package mutating func varint() throws(MessageError) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<10 {
      guard place < end else { throw MessageError("a varint", "it has no end") }
      let byte = bytes[place]
      place += 1
      if index == 9, byte > 1 { break }
      value |= UInt64(byte & 0x7F) << UInt64(7 * index)
      if byte < 0x80 { return value }
    }
    throw MessageError("a varint", "it has more than 64 bits")
  }

  /// Reads which field comes next.
  package mutating func tag() throws(MessageError) -> WireTag {
    let value = try varint()
    guard let short = UInt32(exactly: value), short >> 3 > 0 else {
      throw MessageError("a tag", "no field has such a number")
    }
    guard let kind = WireTag.Kind(rawValue: Int(short & 7)) else {
      throw MessageError("a tag", "there is no wire type \(short & 7)")
    }
    return WireTag(Int(short >> 3), kind)
  }

  package mutating func fixed32() throws(MessageError) -> UInt32 {
    UInt32(try little(4))
  }

  package mutating func fixed64() throws(MessageError) -> UInt64 {
    try little(8)
  }

  /// Reads a length, and gives a reader of as many bytes.
  package mutating func delimited() throws(MessageError) -> Self {
    let length = try varint()
    guard length <= UInt64(end - place) else {
      throw MessageError("a field", "\(length) bytes do not fit in \(end - place)")
    }
    let start = place
    place += Int(length)
    return Self(bytes, start..<place)
  }

  /// Passes over what a tag announced.
  package mutating func skip(_ tag: WireTag, depth: Int = 0) throws(MessageError) {
    switch tag.kind {
    case .varint: _ = try varint()
    case .fixed64: _ = try fixed64()
    case .delimited: _ = try delimited()
    case .fixed32: _ = try fixed32()
    case .groupStart:
      guard depth < Message.deepest else { throw MessageError("a group", "it is too deep") }
      while true {
        let inner = try self.tag()
        if inner.kind == .groupEnd {
          guard inner.number == tag.number else {
            throw MessageError("a group", "it ends as another one")
          }
          return
        }
        try skip(inner, depth: depth + 1)
      }
    case .groupEnd: throw MessageError("a group", "it ends before it began")
    }
  }

  private mutating func little(_ count: Int) throws(MessageError) -> UInt64 {
    guard end - place >= count else {
      throw MessageError("a fixed number", "\(end - place) of \(count) bytes are there")
    }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
    place += count
    return value
  }
}
