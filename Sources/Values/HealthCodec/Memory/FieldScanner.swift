/// Walks over the fields of one message, so that single columns can be unpacked without the others.
///
/// Safe to hold within the closure that lends the bytes; every step is checked against their end.
@safe struct FieldScanner {
  /// A field as it lies in the message.
  enum Content {
    case number(UInt64)
    case bytes(Range<Int>)
    /// A fixed-width field, which no caller looks for.
    case other
  }

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = unsafe bytes
  }

  /// The next field; `nil` at the end.
  mutating func next() throws(CodecError) -> (field: UInt64, content: Content)? {
    guard unsafe offset < bytes.count else { return nil }
    let tag = try varint()
    switch tag & 7 {
    case 0: return (tag >> 3, .number(try varint()))
    case 1:
      _ = try skip(8)
      return (tag >> 3, .other)
    case 2: return (tag >> 3, .bytes(try skip(varint())))
    case 5:
      _ = try skip(4)
      return (tag >> 3, .other)
    default: throw Self.malformed
    }
  }

  private mutating func varint() throws(CodecError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard unsafe offset < bytes.count else { throw Self.malformed }
      let byte = unsafe bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Self.malformed
  }

  private mutating func skip(_ length: UInt64) throws(CodecError) -> Range<Int> {
    guard unsafe length <= UInt64(bytes.count - offset) else { throw Self.malformed }
    let range = offset..<(offset + Int(length))
    offset = range.upperBound
    return range
  }

  private static var malformed: CodecError {
    CodecError(.malformed, "the bytes are no such message")
  }
}
