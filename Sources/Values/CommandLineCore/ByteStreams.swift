/// Bytes that arrive in pieces.
package protocol ByteSource {
  /// The next bytes, in pieces of bounded size; empty at the end.
  mutating func nextChunk() throws(CommandLineError) -> [UInt8]
}

/// A place bytes go to.
package protocol ByteSink {
  /// Writes all of `bytes` or throws.
  mutating func write(_ bytes: [UInt8]) throws(CommandLineError)
}
