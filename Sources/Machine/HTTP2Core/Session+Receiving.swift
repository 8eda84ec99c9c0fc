private import CNGHTTP2

extension Session {
  /// Takes bytes from the peer, of any length; what they mean is in `events` afterwards.
  ///
  /// - Parameters:
  ///   - bytes: What arrived next; ranges in the events are places in it.
  ///   - now: Time since any fixed moment, for the budget of what a peer may send.
  /// - Throws: When the peer broke the protocol, now or before. Events up to there are valid, and
  ///   what `drain` gives still has to be sent.
  package func receive(_ bytes: Span<UInt8>, now: Duration) throws(HTTP2Error) {
    try unsafe state.pointee.beginReceiving(now: now)
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe state.pointee.inputStart = buffer.baseAddress
      return unsafe nghttp2_session_mem_recv(handle, buffer.baseAddress, buffer.count)
    }
    unsafe state.pointee.endReceiving(Int32(min(status, 0)))
    // An error that nghttp2 found shows only in the GOAWAY it queued.
    if unsafe nghttp2_session_get_outbound_queue_size(handle) > 0 { frameControl() }
    if let failure { throw failure }
  }

  /// Gives the peer credit for payload that was taken off our hands.
  ///
  /// - Parameters:
  ///   - count: How many of the bytes in `data` events; they need not be whole events.
  ///   - stream: Where they came; one that is over by now is fine.
  package func consume(_ count: Int, on stream: StreamID) {
    unsafe state.pointee.consume(count, on: stream)
  }

  /// Lends each field of a block in order, for the length of one call of `body`.
  ///
  /// - Parameters:
  ///   - block: From an event of the last `receive`.
  ///   - body: Gets the name and the value.
  /// - Throws: What `body` throws.
  package func forEachField<Failure: Error>(
    of block: HeaderBlock,
    _ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try PackedFields.forEach(
      in: unsafe state.pointee.fields, from: block.start, to: block.end, body)
  }

  /// A copy of a block that lasts.
  package func headerList(of block: HeaderBlock) -> HeaderList {
    HeaderList(
      packed: Array(unsafe state.pointee.fields[block.start..<block.end]), count: block.count)
  }
}
