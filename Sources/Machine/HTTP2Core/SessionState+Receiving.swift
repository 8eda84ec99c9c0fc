internal import CNGHTTP2

extension SessionState {
  mutating func beginReceiving(now: Duration) throws(HTTP2Error) {
    events.removeAll(keepingCapacity: true)
    if let failure { throw failure }
    self.now = now
    // Fields of the last call are gone; those of a block that is still arriving move to the front.
    if openBlock.isOpen {
      fields.removeSubrange(..<openBlock.start)
      openBlock.start = 0
    } else {
      fields.removeAll(keepingCapacity: true)
    }
  }

  mutating func endReceiving(_ status: Int32) {
    unsafe inputStart = nil
    if status < 0 { end(status) }
    creditConnection()
  }

  mutating func consume(_ count: Int, on stream: StreamID) {
    guard streams.contains(stream), count > 0 else { return }
    let count = min(count, streams[stream.slot].unconsumed)
    streams[stream.slot].unconsumed -= count
    unconsumed -= count
    // It fails for want of memory only, and then the stream stalls until its deadline.
    _ = unsafe nghttp2_session_consume_stream(handle, stream.number, count)
    creditConnection()
  }

  /// The connection's credit does not wait for one slow stream, unless all of them hold too much.
  private mutating func creditConnection() {
    guard withheldCredit > 0, unconsumed <= limits.unconsumedLimit else { return }
    // It fails for want of memory only, and then the connection stalls until its deadline.
    _ = unsafe nghttp2_session_consume_connection(handle, withheldCredit)
    withheldCredit = 0
  }
}

// What nghttp2 calls while it receives. The result is zero, or its code for a failed callback.
extension SessionState {
  mutating func beginFrame(_ header: UnsafePointer<nghttp2_frame_hd>?) -> Int32 {
    guard let header = unsafe header?.pointee else { return 0 }
    frameType = FrameType(rawValue: header.type)
    let kind: AbuseBudget.Kind
    switch frameType {
    case .headers:
      guard isLate(header.stream_id) else { return 0 }
      kind = .lateHeaders
    case .data, .continuation, .goAway, .pushPromise: return 0
    case .priority: kind = .priority
    case .resetStream:
      guard !isAnswered(header.stream_id) else { return 0 }
      kind = .reset
    case .settings: kind = .settings
    case .ping: kind = .ping
    case .windowUpdate: kind = .windowUpdate
    default: kind = .unknownFrame
    }
    // An answer costs nothing and cannot come more often than the question.
    let isAnswer = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
    if isAnswer, kind == .settings || kind == .ping { return 0 }
    return isWithinBudget(kind) ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
  }

  /// Whether a header block is for nobody: nghttp2 decodes it, and calls nothing of ours.
  private mutating func isLate(_ number: Int32) -> Bool {
    // What a client has cancelled may still be answered, which is its own doing.
    guard role == .server else { return false }
    return unsafe number <= nghttp2_session_get_last_proc_stream_id(handle)
      && slot(of: number) == nil
  }

  /// Whether some of an answer has left, so that its caller has read enough and stops in order.
  ///
  /// Headers alone cost a peer nothing to wait for.
  private mutating func isAnswered(_ number: Int32) -> Bool {
    guard role == .server, let slot = slot(of: number) else { return false }
    return streams[slot].sent > 0 || streams[slot].hasSentEnd
  }

  mutating func beginHeaders(_ frame: UnsafePointer<nghttp2_frame>?) -> Int32 {
    guard let frame = unsafe frame?.pointee.headers else { return 0 }
    let number = unsafe frame.hd.stream_id
    if unsafe frame.cat == NGHTTP2_HCAT_REQUEST {
      let slot = streams.insert(number)
      // The stream is there: nghttp2 has just opened it.
      _ = unsafe nghttp2_session_set_stream_user_data(handle, number, Self.userData(slot))
      cachedNumber = number
      cachedSlot = slot
      openBlock = OpenBlock(slot: slot, start: fields.count, kind: .request)
    } else if let slot = slot(of: number) {
      openBlock = OpenBlock(slot: slot, start: fields.count, kind: .trailers)
    }
    return 0
  }

  mutating func addField(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    guard openBlock.isOpen else { return 0 }
    openBlock.count += 1
    openBlock.listSize += name.count + value.count + 32
    guard openBlock.listSize <= limits.maxHeaderListSize, openBlock.count <= limits.maxHeaderCount
    else { return dropField() }
    let (name, value) = unsafe (name.span, value.span)
    if openBlock.count == 1, name.equals(":status") {
      openBlock.kind = value.hasPrefix("1") ? .informational : .response
    }
    PackedFields.append(name, value, isSecret: false, to: &fields)
    return 0
  }

  /// Drops the fields of a block that is beyond the limits.
  ///
  /// Decoding goes on for the sake of the table, but not for long: a field in the table is named by one
  /// byte, and checked in whole.
  private mutating func dropField() -> Int32 {
    guard openBlock.listSize <= Self.endurance * limits.maxHeaderListSize,
      openBlock.count <= Self.endurance * limits.maxHeaderCount
    else {
      failure = HTTP2Error(
        .peer(.enhanceYourCalm), cannot: "receive a \(frameType) frame",
        "a header block far beyond the limits")
      return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
    }
    guard !openBlock.isTooLarge else { return 0 }
    openBlock.isTooLarge = true
    fields.removeSubrange(openBlock.start...)
    return isWithinBudget(.largeHeaders) ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
  }

  /// How many times the limits of a header block it is decoded to the end.
  private static var endurance: Int { 8 }

  mutating func receivedData(
    _ number: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    withheldCredit += count
    guard let slot = slot(of: number), let bytes = unsafe bytes, let start = unsafe inputStart
    else { return 0 }
    streams[slot].unconsumed += count
    unconsumed += count
    let offset = unsafe bytes - start
    events.append(
      .data(StreamID(number: number, slot: slot), offset..<offset + count, endStream: false))
    return 0
  }

  mutating func receivedFrame(_ frame: UnsafePointer<nghttp2_frame>?) -> Int32 {
    guard let frame = unsafe frame else { return 0 }
    let header = unsafe frame.pointee.hd
    let endStream = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
    let isAnswer = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
    switch FrameType(rawValue: header.type) {
    case .data:
      budget.earn(payload: 0)
      let padding = unsafe frame.pointee.data.padlen
      if endStream {
        receivedEnd(header.stream_id)
      } else if header.length > padding {
        budget.earnEmptyData()
      } else if !isWithinBudget(.emptyData) {
        return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
      }
    case .headers:
      budget.earn(payload: 0)
      endHeaders(header.stream_id, endStream)
    case .resetStream:
      if let slot = slot(of: header.stream_id) {
        streams[slot].isResetExpected = true
        streams[slot].isResetByPeer = true
      }
    case .settings: events.append(isAnswer ? .settingsAcknowledged : .settings)
    case .ping where isAnswer:
      let payload = unsafe withUnsafeBytes(of: frame.pointee.ping.opaque_data) { bytes in
        unsafe bytes.loadUnaligned(as: UInt64.self)
      }
      events.append(.pingAcknowledged(UInt64(bigEndian: payload)))
    case .goAway: unsafe receivedGoAway(frame.pointee.goaway)
    default: break
    }
    return 0
  }

  mutating func closedStream(_ number: Int32, _ code: UInt32) -> Int32 {
    guard let slot = slot(of: number) else { return 0 }
    var code = ErrorCode(rawValue: code)
    if streams[slot].isUnsent, !streams[slot].isResetExpected { code = .refusedStream }
    if code == .noError, !streams[slot].isResetByPeer { budget.earnReset() }
    unconsumed -= streams[slot].unconsumed
    if openBlock.slot == slot { openBlock.slot = -1 }
    let isKnown = streams[slot].isKnown
    streams.remove(slot)
    cachedNumber = 0
    if isKnown { events.append(.closed(StreamID(number: number, slot: slot), code)) }
    return 0
  }

  private mutating func endHeaders(_ number: Int32, _ endStream: Bool) {
    guard openBlock.isOpen else { return }
    let stream = StreamID(number: number, slot: openBlock.slot)
    streams[openBlock.slot].isKnown = true
    if openBlock.isTooLarge {
      events.append(.headersTooLarge(stream, openBlock.kind, endStream: endStream))
    } else {
      let block = HeaderBlock(
        start: openBlock.start, end: fields.count, count: openBlock.count)
      events.append(.headers(stream, block, openBlock.kind, endStream: endStream))
    }
    openBlock.slot = -1
  }

  private mutating func receivedEnd(_ number: Int32) {
    guard let slot = slot(of: number) else { return }
    let stream = StreamID(number: number, slot: slot)
    if let last = events.indices.last, case .data(stream, let range, _) = events[last] {
      events[last] = .data(stream, range, endStream: true)
    } else {
      events.append(.data(stream, 0..<0, endStream: true))
    }
  }

  private mutating func receivedGoAway(_ frame: nghttp2_goaway) {
    isGoingAway = true
    unsafe peerGoAwayText = Self.text(frame)
    events.append(
      .goAway(
        lastStream: unsafe frame.last_stream_id, ErrorCode(rawValue: unsafe frame.error_code)))
  }
}
