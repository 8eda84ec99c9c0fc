internal import CNGHTTP2

extension SessionState {
  mutating func openStream(
    _ headers: HeaderList, endStream: Bool
  ) throws(HTTP2Error) -> StreamID {
    precondition(role == .client, "a server opens no streams")
    guard failure == nil, !isGoingAway else {
      throw HTTP2Error(.goingAway, cannot: "open a stream", "the connection is going away")
    }
    let slot = streams.insert(0)
    let handle = unsafe handle
    let number = unsafe PackedFields.withNameValues(of: headers) { fields, count in
      unsafe Self.withProvider(endStream ? nil : slot) { provider in
        unsafe nghttp2_submit_request(
          handle, nil, fields, count, provider, Self.userData(slot))
      }
    }
    guard number > 0 else {
      streams.remove(slot)
      throw number == NGHTTP2_ERR_NOMEM.rawValue
        ? .outOfMemory : HTTP2Error(.goingAway, cannot: "open a stream", Self.reason(number))
    }
    streams[slot].number = number
    streams[slot].isKnown = true
    streams[slot].hasSentHeaders = true
    streams[slot].isEnded = endStream
    return StreamID(number: number, slot: slot)
  }

  mutating func sendHeaders(
    _ headers: HeaderList, on stream: StreamID, endStream: Bool
  ) -> Bool {
    guard isOpen(stream), !streams[stream.slot].hasSentHeaders else { return false }
    let handle = unsafe handle
    let status = unsafe PackedFields.withNameValues(of: headers) { fields, count in
      unsafe Self.withProvider(endStream ? nil : stream.slot) { provider in
        unsafe nghttp2_submit_response(handle, stream.number, fields, count, provider)
      }
    }
    guard status == 0 else { return false }
    streams[stream.slot].hasSentHeaders = true
    streams[stream.slot].isEnded = endStream
    return true
  }

  mutating func sendInformational(_ headers: HeaderList, on stream: StreamID) -> Bool {
    guard isOpen(stream), !streams[stream.slot].hasSentHeaders else { return false }
    let handle = unsafe handle
    return unsafe PackedFields.withNameValues(of: headers) { fields, count in
      unsafe nghttp2_submit_headers(
        handle, Self.noFlags, stream.number, nil, fields, count, nil)
    } == 0
  }

  mutating func sendData(on stream: StreamID, _ append: (inout OutboundQueue) -> Void) -> Bool {
    guard isWritable(stream) else { return false }
    append(&streams[stream.slot].outbound)
    if streams[stream.slot].outbound.count >= limits.outboundMark {
      streams[stream.slot].notifyBelow = limits.outboundMark / 2
    }
    resume(stream)
    return true
  }

  mutating func endData(on stream: StreamID, trailers: HeaderList?) -> Bool {
    guard isWritable(stream) else { return false }
    streams[stream.slot].trailers = trailers
    streams[stream.slot].isEnded = true
    resume(stream)
    return true
  }

  func queuedBytes(on stream: StreamID) -> Int {
    streams.contains(stream) ? streams[stream.slot].outbound.count : 0
  }

  func sentBytes(on stream: StreamID) -> UInt64 {
    streams.contains(stream) ? streams[stream.slot].sent : 0
  }

  func remoteWindow(of stream: StreamID) -> Int {
    // Less than none where the peer made it smaller.
    unsafe max(
      0,
      Int(
        min(
          nghttp2_session_get_stream_remote_window_size(handle, stream.number),
          nghttp2_session_get_remote_window_size(handle))))
  }

  mutating func notify(on stream: StreamID, below count: Int) {
    guard isWritable(stream), streams[stream.slot].outbound.count >= count else { return }
    streams[stream.slot].notifyBelow = count
  }

  mutating func reset(_ stream: StreamID, _ code: ErrorCode) -> Bool {
    guard isOpen(stream) else { return false }
    // What is queued stays until the stream closes: a frame of it may be announced already.
    streams[stream.slot].isEnded = true
    streams[stream.slot].isResetExpected = true
    return unsafe nghttp2_submit_rst_stream(
      handle, Self.noFlags, stream.number, code.rawValue) == 0
  }

  mutating func ping(_ payload: UInt64) {
    guard failure == nil else { return }
    guard !isNoticeQueued else { return heldPings.append(payload) }
    unsafe withUnsafeBytes(of: payload.bigEndian) { bytes in
      // It fails for want of memory only, and then the answer is missing, as on a dead connection.
      _ = unsafe nghttp2_submit_ping(
        handle, Self.noFlags, bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
    }
  }

  mutating func shutdownNotice() {
    guard failure == nil, role == .server, !isGoingAway else { return }
    // It fails for want of memory only, and then the GOAWAY comes without notice.
    isNoticeQueued = unsafe nghttp2_submit_shutdown_notice(handle) == 0
  }

  mutating func goAway(_ code: ErrorCode, _ text: String) {
    guard failure == nil else { return }
    isGoingAway = true
    submitGoAway(code, text)
  }

  func submitGoAway(_ code: ErrorCode, _ text: String) {
    let text = Array(text.utf8)
    // It fails for want of memory only, and then the connection ends without a word.
    _ = unsafe nghttp2_submit_goaway(
      handle, Self.noFlags, nghttp2_session_get_last_proc_stream_id(handle), code.rawValue, text,
      text.count)
  }

  static var noFlags: UInt8 { UInt8(NGHTTP2_FLAG_NONE.rawValue) }

  private func isOpen(_ stream: StreamID) -> Bool {
    failure == nil && streams.contains(stream)
  }

  private func isWritable(_ stream: StreamID) -> Bool {
    guard isOpen(stream) else { return false }
    return streams[stream.slot].hasSentHeaders && !streams[stream.slot].isEnded
  }

  private mutating func resume(_ stream: StreamID) {
    guard streams[stream.slot].isDeferred else { return }
    streams[stream.slot].isDeferred = false
    // A stream that closed meanwhile has nothing to resume.
    _ = unsafe nghttp2_session_resume_data(handle, stream.number)
  }

  /// nghttp2 copies the provider, which names the slot so that no callback has to look it up.
  private static func withProvider(
    _ slot: Int32?, _ body: (UnsafePointer<nghttp2_data_provider>?) -> Int32
  ) -> Int32 {
    guard let slot else { return body(nil) }
    let provider = unsafe nghttp2_data_provider(source: nghttp2_data_source(fd: slot)) {
      _, _, _, length, flags, source, user in
      unsafe SessionState.at(user).pointee.offerData(source, length, flags)
    }
    return unsafe withUnsafePointer(to: provider, body)
  }
}
