internal import CDyadMessages
package import HealthModel

extension SourceOrder: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("SourceOrder") { () throws(CodecError) in
      let packing = Packing()
      let message = unsafe packing.make(dyad__v1__source_order__init)
      unsafe message.pointee.type = try at("type") { () throws(CodecError) in
        try unsafe packing.text(type.identifier)
      }
      unsafe message.pointee.bundle_identifiers = try at("bundle_identifiers") {
        () throws(CodecError) in
        try unsafe packing.texts(bundleIdentifiers)
      }
      unsafe message.pointee.n_bundle_identifiers = bundleIdentifiers.count
      return unsafe packing.bytes(of: message)
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SourceOrder") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        let message = try unsafe unpacking.message(bytes, dyad__v1__source_order__unpack)
        let type = try at("type") { () throws(CodecError) in
          try unsafe unpacking.recordType(message.pointee.type)
        }
        return try at("bundle_identifiers") { () throws(CodecError) in
          let count = unsafe message.pointee.n_bundle_identifiers
          guard count <= SourceOrder.mostSources else {
            throw CodecError(.tooLarge, "\(count) exceed \(SourceOrder.mostSources)")
          }
          let sources = try unsafe unpacking.texts(count, message.pointee.bundle_identifiers)
          do throws(ModelError) {
            return try SourceOrder(of: type, sources)
          } catch {
            throw CodecError(.notAllowed, error.detail)
          }
        }
      }
    }
  }
}

extension Unpacking {
  /// The type that a record is of.
  func recordType(_ text: UnsafeMutablePointer<CChar>?) throws(CodecError) -> ObjectType {
    let identifier = try unsafe self.text(text)
    guard !identifier.isEmpty else { throw CodecError(.malformed, "it is empty") }
    return ObjectType(identifier)
  }
}
