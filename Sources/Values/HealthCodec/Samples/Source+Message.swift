internal import CDyadMessages
package import HealthModel

extension Source: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("Source") { () throws(CodecError) in
      let packing = Packing(expecting: 256)
      return unsafe packing.bytes(of: try packing.source(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("Source") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.source(unpacking.message(bytes, dyad__v1__source__unpack))
      }
    }
  }
}

extension SourceRevision: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("SourceRevision") { () throws(CodecError) in
      let packing = Packing(expecting: 256)
      return unsafe packing.bytes(of: try packing.revision(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SourceRevision") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.revision(
          unpacking.message(bytes, dyad__v1__source_revision__unpack))
      }
    }
  }
}

extension Device: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("Device") { () throws(CodecError) in
      let packing = Packing(expecting: 512)
      return unsafe packing.bytes(of: try packing.device(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("Device") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.device(unpacking.message(bytes, dyad__v1__device__unpack))
      }
    }
  }
}
