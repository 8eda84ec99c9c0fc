extension HTTP2Link {
  /// How much the headers of a block may be before they are decoded.
  private static let mostBlock = 65_536

  package func takeData(_ frame: Frame) throws(WireError) {
    guard frame.stream != 0 else { throw .malformed("DATA is of a stream (RFC 9113 §6.1)") }
    let content = try HTTP2Link.withoutPadding(frame)
    let state = try known(frame)
    try countData(frame.payload.count, of: state)
    guard let state, !state.isResetHere else { return }
    try checkOpen(state, frame)
    guard !state.blocks.isEmpty else {
      throw .malformed("DATA comes after HEADERS (RFC 9113 §8.1)")
    }
    state.data += content
    state.receivedCount += content.count
    if frame.has(Frame.Flag.endStream) { try end(state) }
  }

  func takeHeaders(_ frame: Frame) throws(WireError) {
    guard frame.stream != 0 else { throw .malformed("HEADERS are of a stream (RFC 9113 §6.2)") }
    var content = try HTTP2Link.withoutPadding(frame)
    if frame.has(Frame.Flag.priority) {
      guard content.count >= 5 else {
        throw .malformed("HEADERS with a priority have 5 bytes of it (RFC 9113 §6.2)")
      }
      content.removeFirst(5)
    }
    if let state = streams[frame.stream] {
      if !state.isResetHere { try checkOpen(state, frame) }
    } else {
      guard isServer, !isOwn(frame.stream) else {
        throw .malformed("\(frame) is of a stream that nobody opened (RFC 9113 §5.1)")
      }
      guard frame.stream > lastOffered else {
        throw .malformed("the numbers of streams grow (RFC 9113 §5.1.1)")
      }
      lastOffered = frame.stream
    }
    let block = PartialBlock(
      stream: frame.stream, endsStream: frame.has(Frame.Flag.endStream), bytes: content)
    try take(block, isComplete: frame.has(Frame.Flag.endHeaders))
  }

  func takeContinuation(_ frame: Frame, of block: PartialBlock) throws(WireError) {
    var block = block
    block.bytes += frame.payload
    try take(block, isComplete: frame.has(Frame.Flag.endHeaders))
  }

  private func take(_ block: PartialBlock, isComplete: Bool) throws(WireError) {
    guard block.bytes.count <= HTTP2Link.mostBlock else {
      throw .malformed("a block of header fields has more than \(HTTP2Link.mostBlock) bytes")
    }
    self.block = isComplete ? nil : block
    guard isComplete else { return }
    // Also where nobody wants the fields: the table of the connection depends on them.
    let decoded = try decoder.decode(block.bytes)
    if let state = streams[block.stream] {
      guard !state.isResetHere else { return }
      let fields = scene.interference.fields(state.method, decoded)
      try take(fields, of: state, endsStream: block.endsStream)
    } else {
      try offer(block, decoded)
    }
  }

  private func offer(_ block: PartialBlock, _ decoded: [HeaderField]) throws(WireError) {
    let path = decoded.value(":path") ?? ""
    let method = path.hasPrefix("/") ? String(path.dropFirst()) : path
    let fields = scene.interference.fields(method, decoded)
    try HeaderRules.check(fields, as: .request)
    let state = add(block.stream, path: fields.value(":path"))
    state.blocks = [fields]
    if block.endsStream { try end(state, withFields: true) }
    offered.append(state)
  }

  private func take(
    _ fields: [HeaderField], of state: StreamState, endsStream: Bool
  ) throws(WireError) {
    if state.blocks.isEmpty {
      try HeaderRules.check(fields, as: .response)
      if fields.value(":status")?.hasPrefix("1") == true {
        guard !endsStream else {
          throw .malformed("an informational response does not end the stream (RFC 9113 §8.1)")
        }
        return state.informational.append(fields)
      }
    } else {
      try HeaderRules.check(fields, as: .trailers)
      guard endsStream else {
        throw .malformed("trailers end the stream (RFC 9113 §8.1)")
      }
    }
    state.blocks.append(fields)
    if endsStream { try end(state, withFields: true) }
  }

  private func end(_ state: StreamState, withFields: Bool = false) throws(WireError) {
    state.hasEnded = true
    state.endsWithFields = withFields
    try state.checkLength()
  }

  private func checkOpen(_ state: StreamState, _ frame: Frame) throws(WireError) {
    guard !state.hasEnded else {
      throw .malformed("\(frame) comes after END_STREAM (RFC 9113 §5.1)")
    }
    guard state.resetCode == nil else {
      throw .malformed("\(frame) comes after RST_STREAM (RFC 9113 §5.1)")
    }
  }

  /// Counts what came against the windows, and opens them again.
  private func countData(_ count: Int, of state: StreamState?) throws(WireError) {
    // As long as the settings are not acknowledged, the other side may not know of a smaller window.
    let tolerance = isAcknowledged ? 0 : HTTP2Link.firstWindow
    receiveWindow -= count
    consumed += count
    guard receiveWindow >= 0 else {
      throw .malformed("more DATA came than the connection's window (RFC 9113 §6.9.1)")
    }
    if opensWindows, consumed * 2 >= receiveTarget, consumed > 0 {
      let increment = UInt32(clamping: consumed)
      consumed = 0
      try answer(.windowUpdate(0, increment))
    }
    guard let state else { return }
    state.receiveWindow -= count
    state.consumed += count
    guard state.receiveWindow >= -tolerance else {
      throw .malformed("more DATA came than the stream's window (RFC 9113 §6.9.1)")
    }
    let target = Int(settings[Frame.Setting.initialWindowSize] ?? 65_535)
    let isWanted = !state.hasEnded && !state.isClosed
    if opensWindows, isWanted, state.consumed * 2 >= target, state.consumed > 0 {
      let increment = UInt32(clamping: state.consumed)
      state.consumed = 0
      try answer(.windowUpdate(state.id, increment))
    }
  }

  package static func withoutPadding(_ frame: Frame) throws(WireError) -> [UInt8] {
    guard frame.has(Frame.Flag.padded) else { return frame.payload }
    guard let count = frame.payload.first, Int(count) < frame.payload.count else {
      throw .malformed("padding is shorter than its frame (RFC 9113 §6.1)")
    }
    return Array(frame.payload.dropFirst().dropLast(Int(count)))
  }
}
