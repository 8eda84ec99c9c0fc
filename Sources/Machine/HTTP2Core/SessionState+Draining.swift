internal import CNGHTTP2

extension SessionState {
  mutating func beginDraining(into output: inout [UInt8]) {
    events.removeAll(keepingCapacity: true)
    guard !ready.isEmpty else { return }
    output.append(contentsOf: ready)
    ready.removeAll(keepingCapacity: true)
  }

  mutating func endDraining(_ status: Int32) throws(HTTP2Error) {
    guard status != 0, failure == nil else { return }
    let error = HTTP2Error(.outOfMemory, cannot: "send a frame", Self.reason(status))
    failure = error
    hasSentLastGoAway = true
    throw error
  }

  /// Lets frames go to `ready`, all but those with data.
  mutating func holdData(_ holds: Bool) {
    holdsData = holds
    swap(&output, &ready)
  }
}

// What nghttp2 calls while it sends.
extension SessionState {
  /// Says how much data comes next on a stream, which is written by `writeData` alone.
  mutating func offerData(
    _ source: UnsafeMutablePointer<nghttp2_data_source>?, _ length: Int,
    _ flags: UnsafeMutablePointer<UInt32>?
  ) -> Int {
    guard let slot = unsafe source?.pointee.fd, let flags = unsafe flags else { return 0 }
    let queued = streams[slot].outbound.count
    let isEnded = streams[slot].isEnded
    if queued == 0, !isEnded {
      streams[slot].isDeferred = true
      return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    }
    var result = NGHTTP2_DATA_FLAG_NO_COPY.rawValue
    if isEnded, queued <= length {
      result |= NGHTTP2_DATA_FLAG_EOF.rawValue
      if let trailers = streams[slot].trailers {
        // Submitted any earlier they would overtake the data.
        guard submit(trailers, on: slot) else { return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue) }
        result |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
      }
    }
    unsafe flags.pointee |= result
    return min(queued, length)
  }

  /// Writes a DATA frame straight from the stream's queue, so that each byte is copied once.
  mutating func writeData(
    _ header: UnsafePointer<UInt8>?, _ length: Int,
    _ source: UnsafeMutablePointer<nghttp2_data_source>?
  ) -> Int32 {
    guard let slot = unsafe source?.pointee.fd else {
      return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
    }
    if holdsData { return NGHTTP2_ERR_WOULDBLOCK.rawValue }
    // No padding was asked for, and strict gRPC clients take none.
    unsafe output.append(contentsOf: UnsafeBufferPointer(start: header, count: 9))
    streams[slot].outbound.move(length, to: &output)
    streams[slot].sent += UInt64(length)
    if streams[slot].outbound.count < streams[slot].notifyBelow {
      streams[slot].notifyBelow = 0
      if !streams[slot].isEnded {
        events.append(.belowMark(StreamID(number: streams[slot].number, slot: slot)))
      }
    }
    return output.count >= outputLimit ? NGHTTP2_ERR_PAUSE.rawValue : 0
  }

  mutating func sentFrame(_ frame: UnsafePointer<nghttp2_frame>?) -> Int32 {
    guard let frame = unsafe frame else { return 0 }
    let header = unsafe frame.pointee.hd
    switch FrameType(rawValue: header.type) {
    case .data, .headers:
      budget.earn(payload: header.length)
      if role == .server, header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 {
        sentEnd(header.stream_id)
      }
    case .resetStream: sentReset(header.stream_id)
    case .goAway: unsafe sentGoAway(frame.pointee.goaway)
    default: break
    }
    return 0
  }

  mutating func droppedFrame(_ frame: UnsafePointer<nghttp2_frame>?) -> Int32 {
    guard let frame = unsafe frame?.pointee.headers,
      unsafe frame.hd.type == FrameType.headers.rawValue,
      unsafe frame.cat == NGHTTP2_HCAT_REQUEST, let slot = unsafe slot(of: frame.hd.stream_id)
    else { return 0 }
    streams[slot].isUnsent = true
    return 0
  }

  private mutating func submit(_ trailers: HeaderList, on slot: Int32) -> Bool {
    streams[slot].trailers = nil
    let (handle, number) = unsafe (handle, streams[slot].number)
    return unsafe PackedFields.withNameValues(of: trailers) { fields, count in
      unsafe nghttp2_submit_trailer(handle, number, fields, count)
    } == 0
  }

  private mutating func sentEnd(_ number: Int32) {
    guard let slot = slot(of: number) else { return }
    streams[slot].hasSentEnd = true
    guard unsafe nghttp2_session_get_stream_remote_close(handle, number) == 0 else { return }
    if streams[slot].isKnown { events.append(.answeredEarly(StreamID(number: number, slot: slot))) }
  }

  private mutating func sentReset(_ number: Int32) {
    if let slot = slot(of: number), streams[slot].isResetExpected { return }
    guard failure == nil, !isWithinBudget(.provokedReset) else { return }
    submitGoAway(.enhanceYourCalm, failure?.detail ?? "")
  }

  private mutating func sentGoAway(_ frame: nghttp2_goaway) {
    let code = unsafe ErrorCode(rawValue: frame.error_code)
    // A shutdown notice names a stream that can never be.
    if unsafe frame.last_stream_id != Int32.max { isGoingAway = true }
    isNoticeQueued = false
    for payload in heldPings { ping(payload) }
    heldPings = []
    if failure == nil, code != .noError {
      let text = unsafe Self.text(frame)
      // nghttp2's words name the frame. It has none for a wrong length, and does not say where.
      let isNamed = !text.isEmpty || code == .frameSizeError
      failure = HTTP2Error(
        .peer(code), cannot: isNamed ? "receive a frame" : "receive a \(frameType) frame",
        text.isEmpty ? code.description : text)
    }
    if failure != nil { hasSentLastGoAway = true }
  }
}
