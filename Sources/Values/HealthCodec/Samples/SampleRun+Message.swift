internal import CDyadMessages
package import HealthModel

extension SampleRun: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("SampleRun") { () throws(CodecError) in
      // Two columns of eight bytes a row, and the rest mostly as runs.
      let packing = Packing(expecting: 4096 + 16 * count)
      return try unsafe packing.bytes(of: packing.run(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SampleRun") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.run(
          unpacking.message(bytes, dyad__v1__sample_run__unpack))
      }
    }
  }
}

extension SampleRun {
  /// Only the UUIDs of the run that `bytes` hold, in row order.
  package static func decodeUUIDs(
    _ bytes: RawSpan, limits: DecodingLimits
  ) throws(CodecError) -> [SampleUUID] {
    unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SampleRun") { () throws(CodecError) in
        try unsafe SampleRunColumns(bytes, limits: limits).decodeUUIDs()
      }
    }
  }

  /// Only the UUIDs of the run that `bytes` hold, in row order.
  package static func decodeUUIDs(
    _ bytes: Span<UInt8>, limits: DecodingLimits
  ) throws(CodecError) -> [SampleUUID] {
    try decodeUUIDs(unsafe bytes.bytes, limits: limits)
  }

  /// Only the starts and ends of the run that `bytes` hold, in row order.
  package static func decodeTimes(
    _ bytes: RawSpan, limits: DecodingLimits
  ) throws(CodecError) -> (starts: [Double], ends: [Double]) {
    unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SampleRun") { () throws(CodecError) in
        try unsafe SampleRunColumns(bytes, limits: limits).decodeTimes()
      }
    }
  }

  /// Only the starts and ends of the run that `bytes` hold, in row order.
  package static func decodeTimes(
    _ bytes: Span<UInt8>, limits: DecodingLimits
  ) throws(CodecError) -> (starts: [Double], ends: [Double]) {
    try decodeTimes(unsafe bytes.bytes, limits: limits)
  }

  /// Only what statistics need of the run that `bytes` hold; `nil` where its samples are no quantities.
  package static func decodeQuantities(
    _ bytes: Span<UInt8>, limits: DecodingLimits
  ) throws(CodecError) -> QuantityColumns? {
    try unsafe bytes.bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SampleRun") { () throws(CodecError) in
        try unsafe SampleRunColumns(bytes, limits: limits).decodeQuantities()
      }
    }
  }

  /// Only the needed columns of the run that `bytes` hold, which is of `type`; `nil` where its samples are no quantities.
  package static func decode(
    _ needs: NeededColumns, of type: ObjectType, _ bytes: Span<UInt8>, limits: DecodingLimits
  ) throws(CodecError) -> SampleRun? {
    try unsafe bytes.bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SampleRun") { () throws(CodecError) in
        try unsafe SampleRunColumns(bytes, limits: limits).decode(needs, of: type)
      }
    }
  }

  /// Only the dots of the run that `bytes` hold, in row order.
  package static func decodeDots(
    _ bytes: Span<UInt8>, limits: DecodingLimits
  ) throws(CodecError) -> DotColumn {
    try unsafe bytes.bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SampleRun") { () throws(CodecError) in
        try unsafe SampleRunColumns(bytes, limits: limits).decodeDots()
      }
    }
  }
}
