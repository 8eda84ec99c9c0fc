private import CNGHTTP2

/// HPACK of what is sent on one connection, and the only owner of its handle.
@safe final class HeaderEncoder {
  private let handle: OpaquePointer
  private static let tableSize = 4_096

  init() {
    var handle: OpaquePointer?
    let status = unsafe nghttp2_hd_deflate_new(&handle, HeaderEncoder.tableSize)
    guard status == 0, let handle = unsafe handle else {
      preconditionFailure("there is no memory left for HPACK")
    }
    unsafe self.handle = handle
  }

  deinit { unsafe nghttp2_hd_deflate_del(handle) }

  /// Obeys the other side's SETTINGS_HEADER_TABLE_SIZE.
  func setTableSize(_ size: Int) {
    // It fails only without memory, and then keeps the table it has, which the next block tells.
    _ = unsafe nghttp2_hd_deflate_change_table_size(handle, min(size, HeaderEncoder.tableSize))
  }

  /// Encodes fields, right or wrong.
  func encode(_ fields: [HeaderField]) -> [UInt8] {
    var text: [UInt8] = []
    var sizes: [(name: Int, value: Int)] = []
    for field in fields {
      sizes.append((field.name.utf8.count, field.value.utf8.count))
      text += Array(field.name.utf8) + Array(field.value.utf8)
    }
    return unsafe text.withUnsafeMutableBufferPointer { text in
      var entries: [nghttp2_nv] = unsafe []
      var place = 0
      for (index, size) in sizes.enumerated() {
        // Tokens stay out of the tables.
        let isSecret = fields[index].name == "authorization"
        unsafe entries.append(
          nghttp2_nv(
            name: text.baseAddress.map { unsafe $0 + place },
            value: text.baseAddress.map { unsafe $0 + place + size.name }, namelen: size.name,
            valuelen: size.value,
            flags: isSecret ? UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) : 0))
        place += size.name + size.value
      }
      let count = unsafe entries.count
      let room = unsafe nghttp2_hd_deflate_bound(handle, entries, count)
      var block = [UInt8](repeating: 0, count: room)
      let used = unsafe nghttp2_hd_deflate_hd(handle, &block, room, entries, count)
      precondition(used >= 0, "the bound is a bound")
      return Array(block.prefix(used))
    }
  }
}

/// HPACK of what is received on one connection, and the only owner of its handle.
@safe package final class HeaderDecoder {
  private let handle: OpaquePointer

  /// The most that the fields of a block may be, each with 32 bytes more (RFC 9113 §6.5.2).
  package static let mostBytes = 65_536

  package init() {
    var handle: OpaquePointer?
    let status = unsafe nghttp2_hd_inflate_new(&handle)
    guard status == 0, let handle = unsafe handle else {
      preconditionFailure("there is no memory left for HPACK")
    }
    unsafe self.handle = handle
  }

  deinit { unsafe nghttp2_hd_inflate_del(handle) }

  /// Applies this side's SETTINGS_HEADER_TABLE_SIZE, once the other side has acknowledged it.
  package func setTableSize(_ size: Int) {
    // It fails only without memory; then the next block is judged by the table that was.
    _ = unsafe nghttp2_hd_inflate_change_table_size(handle, size)
  }

  /// Decodes a whole block.
  ///
  /// - Throws: `malformed`.
  package func decode(_ block: [UInt8]) throws(WireError) -> [HeaderField] {
    var fields: [HeaderField] = []
    var size = 0
    var place = 0
    while true {
      var entry = unsafe nghttp2_nv()
      var flags: Int32 = 0
      let used = unsafe block.withUnsafeBufferPointer { bytes in
        unsafe nghttp2_hd_inflate_hd2(
          handle, &entry, &flags, bytes.baseAddress.map { unsafe $0 + place },
          bytes.count - place, 1)
      }
      guard used >= 0 else {
        throw .malformed("a block of header fields is not HPACK (RFC 7541)")
      }
      place += used
      if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
        let field = unsafe HeaderDecoder.copy(entry)
        size += field.name.utf8.count + field.value.utf8.count + 32
        guard size <= HeaderDecoder.mostBytes else {
          throw .malformed(
            "a block has more than \(HeaderDecoder.mostBytes) bytes of header fields")
        }
        fields.append(field)
      }
      if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 { break }
      guard used > 0 || flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 else {
        throw .malformed("a block of header fields stops in the middle (RFC 7541)")
      }
    }
    _ = unsafe nghttp2_hd_inflate_end_headers(handle)  // It has no way to fail.
    return fields
  }

  /// The bytes are nghttp2's, and valid until it is asked again.
  private static func copy(_ entry: nghttp2_nv) -> HeaderField {
    let name = unsafe Array(UnsafeBufferPointer(start: entry.name, count: entry.namelen))
    let value = unsafe Array(UnsafeBufferPointer(start: entry.value, count: entry.valuelen))
    return HeaderField(HeaderField.text(name), HeaderField.text(value))
  }
}
