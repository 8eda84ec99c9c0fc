internal import HealthCodec
internal import HealthModel
internal import Testing

/// Small messages cut short or with one byte changed: a decoder throws, or gives a value that it would
/// encode.
struct SyncMutationTests {
  @Test(arguments: SyncKind.allCases)
  func `a message cut short anywhere is refused or another message`(kind: SyncKind) throws {
    let bytes = try SyncSamples.message(kind).encoded()
    for count in bytes.indices {
      try check(SyncMessage.self, Array(bytes[..<count]), .wire, "\(kind), cut at \(count)")
    }
  }

  @Test(arguments: SyncKind.allCases)
  func `a message with one byte changed is refused or another message`(kind: SyncKind) throws {
    let bytes = try SyncSamples.message(kind).encoded()
    try checkChanges(SyncMessage.self, bytes, .wire, "\(kind)")
  }

  @Test func `a record cut short or changed is refused or another record`() throws {
    let bytes = try SyncSamples.record.encoded()
    for count in bytes.indices {
      try check(SyncRecord.self, Array(bytes[..<count]), .syncRecord, "cut at \(count)")
    }
    try checkChanges(SyncRecord.self, bytes, .syncRecord, "record")
  }

  /// Every byte in turn: each bit the other way, and the bytes at which varints change.
  private func checkChanges<Value: Message>(
    _ type: Value.Type, _ bytes: [UInt8], _ limits: DecodingLimits, _ name: String
  ) throws {
    for place in bytes.indices {
      let old = bytes[place]
      let changes = Set((0..<8).map { old ^ 1 << $0 } + [0, 1, 0x7F, 0x80, 0xFF])
      for new in changes.sorted() where new != old {
        var broken = bytes
        broken[place] = new
        try check(type, broken, limits, "\(name), byte \(place) is \(new)")
      }
    }
  }

  private func check<Value: Message>(
    _ type: Value.Type, _ bytes: [UInt8], _ limits: DecodingLimits, _ name: String
  ) throws {
    let value: Value
    do throws(CodecError) {
      value = try Value(decoding: bytes, limits: limits)
    } catch {
      #expect(error.operation == .decode && error.field.hasPrefix("\(Value.self)"), "\(name)")
      return
    }
    let again = try value.encoded()
    let back = try Value(decoding: again, limits: limits).encoded()
    #expect(back == again, "\(name)")
  }
}
