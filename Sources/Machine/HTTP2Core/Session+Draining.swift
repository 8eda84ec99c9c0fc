private import CNGHTTP2

extension Session {
  /// Adds frames to `output` until it holds about `limit` bytes; what sending ended is in `events`.
  ///
  /// A frame is never cut, so a little more than the limit may come. The peer's budget of mistakes
  /// may run out here, too; `isFinished` then says so.
  ///
  /// - Parameters:
  ///   - output: Where the bytes for the peer go; what is there already counts.
  ///   - limit: When to stop.
  /// - Returns: Whether it stopped because of the limit, so that more may be left.
  /// - Throws: When nghttp2 has no memory; the connection is of no more use then.
  package func drain(into output: inout [UInt8], upTo limit: Int) throws(HTTP2Error) -> Bool {
    unsafe state.pointee.beginDraining(into: &output)
    unsafe swap(&state.pointee.output, &output)
    let status = frame(upTo: limit)
    unsafe swap(&state.pointee.output, &output)
    try unsafe state.pointee.endDraining(status)
    return output.count >= limit
  }

  /// Frames what is queued beside data, so that an error nghttp2 found shows at once.
  func frameControl() {
    unsafe state.pointee.holdData(true)
    let status = frame(upTo: Int.max)
    unsafe state.pointee.holdData(false)
    if status != 0 { unsafe state.pointee.end(status) }
  }

  /// Takes frames from nghttp2 until there are none, or enough.
  private func frame(upTo limit: Int) -> Int32 {
    unsafe state.pointee.outputLimit = limit
    while unsafe state.pointee.output.count < limit, unsafe !state.pointee.hasSentLastGoAway {
      var bytes: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(handle, &bytes)
      guard count > 0 else { return Int32(count) }
      unsafe state.pointee.output.append(
        contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    }
    return 0
  }
}
