internal import CNGHTTP2

/// The layout of fields in bytes: two lengths of four bytes, the name, the value.
///
/// One layout for what is sent and what was received: a block can be kept by one copy of its bytes.
enum PackedFields {
  /// The two lengths.
  static let prefix = 8
  // Lengths are far below; nothing longer than a header list's limit is packed.
  private static let secretFlag: UInt32 = 1 << 31

  /// Adds a field whose bytes were checked.
  static func append(
    _ name: Span<UInt8>, _ value: Span<UInt8>, isSecret: Bool, to packed: inout [UInt8]
  ) {
    precondition(name.count < 1 << 31 && value.count < 1 << 31, "a field of this size")
    var lengths = (
      UInt32(name.count) | (isSecret ? secretFlag : 0), UInt32(value.count)
    )
    unsafe withUnsafeBytes(of: &lengths) { unsafe packed.append(contentsOf: $0) }
    unsafe name.withUnsafeBufferPointer { unsafe packed.append(contentsOf: $0) }
    unsafe value.withUnsafeBufferPointer { unsafe packed.append(contentsOf: $0) }
  }

  /// Lends each field between two places, for the length of one call of `body`.
  static func forEach<Failure: Error>(
    in packed: [UInt8], from start: Int, to end: Int,
    _ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let bytes = packed.span
    precondition(start >= 0 && start <= end && end <= bytes.count, "a block that is gone")
    var position = start
    while position < end {
      let (name, value, _) = lengths(in: bytes, at: position)
      position += prefix
      try body(
        bytes.extracting(position..<position + name),
        bytes.extracting(position + name..<position + name + value))
      position += name + value
    }
  }

  /// Lends the fields to nghttp2, whose entries are valid until `body` returns.
  static func withNameValues<Result>(
    of list: HeaderList, _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result
  ) -> Result {
    let count = list.count
    return unsafe list.packed.withUnsafeBufferPointer { packed in
      unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: count) { fields in
        guard let base = packed.baseAddress else { return unsafe body(fields.baseAddress, 0) }
        let bytes = unsafe packed.span
        // nghttp2 copies from the bytes and never writes to them; its struct only lacks the const.
        let start = unsafe UnsafeMutablePointer(mutating: base)
        var position = 0
        for index in 0..<count {
          let (name, value, isSecret) = lengths(in: bytes, at: position)
          position += prefix
          unsafe fields.initializeElement(
            at: index,
            to: nghttp2_nv(
              name: start + position, value: start + position + name, namelen: name,
              valuelen: value, flags: isSecret ? UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) : 0))
          position += name + value
        }
        return unsafe body(UnsafePointer(fields.baseAddress), count)
      }
    }
  }

  private static func lengths(
    in bytes: Span<UInt8>, at position: Int
  ) -> (name: Int, value: Int, isSecret: Bool) {
    precondition(position + prefix <= bytes.count, "a block that is gone")
    return unsafe bytes.withUnsafeBytes { raw in
      let name = unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      let value = unsafe raw.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
      return (Int(name & ~secretFlag), Int(value), name & secretFlag != 0)
    }
  }
}
