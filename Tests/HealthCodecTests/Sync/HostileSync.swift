internal import CDyadMessages
internal import CProtobufC
internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: hostile messages are valid ones, unpacked by the codec's own means and then broken.

/// Breaks valid sync messages and records and expects the error that names what is broken.
@safe enum HostileSync {
  typealias Message = UnsafeMutablePointer<Dyad__V1__SyncMessage>
  typealias Record = UnsafeMutablePointer<Dyad__V1__SyncRecord>

  /// Expects a decoder's error for the small message of `kind` once `change` has broken it.
  @safe static func expect(
    _ code: CodecError.Code, _ field: String, in kind: SyncKind,
    _ change: (Message, Packing) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try SyncSamples.message(kind).encoded()
    let broken = try unsafe broken(bytes, dyad__v1__sync_message__unpack, change)
    let error = #expect(throws: CodecError.self, sourceLocation: sourceLocation) {
      _ = try SyncMessage(decoding: broken, limits: .wire)
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.field == "SyncMessage.\(field)", sourceLocation: sourceLocation)
  }

  /// Expects a decoder's error for the small record once `change` has broken it.
  @safe static func expect(
    _ code: CodecError.Code, _ field: String, _ change: (Record, Packing) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try SyncSamples.record.encoded()
    let broken = try unsafe broken(bytes, dyad__v1__sync_record__unpack, change)
    let error = #expect(throws: CodecError.self, sourceLocation: sourceLocation) {
      _ = try SyncRecord(decoding: broken, limits: .syncRecord)
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.field == "SyncRecord.\(field)", sourceLocation: sourceLocation)
  }

  /// Expects an encoder's error for a message that no decoder would take.
  static func expectRefusal(
    _ code: CodecError.Code, _ field: String, of message: SyncMessage,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: CodecError.self, sourceLocation: sourceLocation) {
      _ = try message.encoded()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(
      error?.field == (field.isEmpty ? "SyncMessage" : "SyncMessage.\(field)"),
      sourceLocation: sourceLocation)
    #expect(error?.operation == .encode, sourceLocation: sourceLocation)
  }

  @safe private static func broken<Value>(
    _ bytes: [UInt8],
    _ unpack: (
      UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Value>?,
    _ change: (UnsafeMutablePointer<Value>, Packing) throws -> Void
  ) throws -> [UInt8] {
    let unpacking = try Unpacking(byteCount: bytes.count, limits: .stored)
    let packing = Packing()
    return try unsafe bytes.withUnsafeBytes { buffer in
      let message = try unsafe unpacking.message(buffer, unpack)
      try unsafe change(message, packing)
      return unsafe packing.bytes(of: message)
    }
  }
}
