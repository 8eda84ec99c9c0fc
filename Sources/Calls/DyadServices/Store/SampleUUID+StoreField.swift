package import HealthModel

extension SampleUUID {
  /// Reads the one UUID of a field.
  package init(_ bytes: [UInt8], in field: String) throws(StoreWireError) {
    guard let uuid = SampleUUID(bytes: bytes) else {
      throw StoreWireError(field, "a UUID has 16 bytes, and these are \(bytes.count)")
    }
    self = uuid
  }

  /// Reads UUIDs of 16 bytes each, behind one another.
  static func list(_ bytes: [UInt8], in field: String) throws(StoreWireError) -> [SampleUUID] {
    guard bytes.count.isMultiple(of: byteCount) else {
      throw StoreWireError(field, "UUIDs have 16 bytes each, and these are \(bytes.count)")
    }
    try StoreWireError.check(bytes.count / byteCount, in: field)
    var uuids: [SampleUUID] = []
    uuids.reserveCapacity(bytes.count / byteCount)
    for start in stride(from: 0, to: bytes.count, by: byteCount) {
      uuids.append(try SampleUUID(Array(bytes[start..<start + byteCount]), in: field))
    }
    return uuids
  }

  /// UUIDs behind one another.
  static func bytes(of uuids: some Collection<SampleUUID>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(uuids.count * byteCount)
    for uuid in uuids { uuid.append(to: &bytes) }
    return bytes
  }
}
