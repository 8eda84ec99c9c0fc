/// A value that travels or rests as one message of `dyad.v1`.
package protocol Message {
  /// The message's bytes; throws for a value that the message cannot hold.
  func encoded() throws(CodecError) -> [UInt8]
  /// Checks everything that `bytes` claim and turns them into a value.
  init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError)
}

extension Message {
  /// Checks everything that `bytes` claim and turns them into a value.
  package init(decoding bytes: Span<UInt8>, limits: DecodingLimits) throws(CodecError) {
    try self.init(decoding: unsafe bytes.bytes, limits: limits)
  }

  /// Checks everything that `bytes` claim and turns them into a value.
  package init(decoding bytes: [UInt8], limits: DecodingLimits) throws(CodecError) {
    try self.init(decoding: unsafe bytes.span.bytes, limits: limits)
  }

  /// Checks everything that `bytes` claim and turns them into a value.
  package init(decoding bytes: ArraySlice<UInt8>, limits: DecodingLimits) throws(CodecError) {
    try self.init(decoding: unsafe bytes.span.bytes, limits: limits)
  }
}
