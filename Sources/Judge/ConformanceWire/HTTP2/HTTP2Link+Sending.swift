extension HTTP2Link {
  /// The largest payload that the other side takes.
  var peerFrameSize: Int {
    min(Int(peerSettings[Frame.Setting.maxFrameSize] ?? 16_384), FrameBuffer.mostPayload)
  }

  /// Opens a stream.
  ///
  /// Waits while the other side has as many as it wants.
  ///
  /// - Parameters:
  ///   - fields: The request, right or wrong.
  ///   - end: Whether nothing follows.
  /// - Returns: The stream, of which the request is sent.
  /// - Throws: `silence`, `closed`.
  package func open(_ fields: [HeaderField], end: Bool = false) throws(WireError) -> HTTP2Stream {
    try checkNotGone()
    let deadline = scene.deadline
    while streams.values.count(where: { !$0.isClosed && isOwn($0.id) }) >= mostStreams {
      do throws(WireError) {
        try pump(by: deadline)
      } catch {
        throw error.waiting(for: "room for one more stream (SETTINGS_MAX_CONCURRENT_STREAMS)")
      }
      try checkNotGone()
    }
    let id = nextStream
    let state = add(id, path: fields.value(":path"))
    try writeHeaders(fields, on: id, end: end)
    return HTTP2Stream(self, state)
  }

  /// Writes a block of header fields, in as many frames as it needs.
  func writeHeaders(_ fields: [HeaderField], on id: UInt32, end: Bool) throws(WireError) {
    let block = encode(fields)
    var start = 0
    repeat {
      let isFirst = start == 0
      let piece = Array(block[start..<min(block.count, start + peerFrameSize)])
      start += piece.count
      var flags = start == block.count ? Frame.Flag.endHeaders : 0
      if isFirst, end { flags |= Frame.Flag.endStream }
      let kind = isFirst ? Frame.Kind.headers : Frame.Kind.continuation
      try write(Frame(kind, flags: flags, stream: id, piece))
    } while start < block.count
  }

  /// Whether this side opens streams of the number.
  func isOwn(_ id: UInt32) -> Bool { id % 2 == (isServer ? 0 : 1) }

  /// Knows the stream from now on.
  package func add(_ id: UInt32, path: String?) -> StreamState {
    let state = StreamState(
      id: id, path: path,
      sendWindow: Int(peerSettings[Frame.Setting.initialWindowSize] ?? 65_535),
      receiveWindow: Int(settings[Frame.Setting.initialWindowSize] ?? 65_535))
    streams[id] = state
    if isOwn(id), id >= nextStream { nextStream = id &+ 2 }
    return state
  }

  /// Keeps up with what this side sends, also where a case writes the frames.
  func remember(_ frame: Frame) {
    switch frame.type {
    case Frame.Kind.settings where !frame.has(Frame.Flag.acknowledgement):
      var sent: [(id: UInt16, value: UInt32)] = []
      for place in stride(from: 0, to: frame.payload.count - 5, by: 6) {
        let id = UInt16(frame.payload[place]) << 8 | UInt16(frame.payload[place + 1])
        sent.append((id, frame.number(at: place + 2) ?? 0))
      }
      for (id, value) in sent {
        if id == Frame.Setting.initialWindowSize { resizeReceiveWindows(to: value) }
        settings[id] = value
      }
      unacknowledged.append(sent)
    case Frame.Kind.headers where frame.stream != 0:
      let state =
        streams[frame.stream] ?? (isOwn(frame.stream) ? add(frame.stream, path: nil) : nil)
      if frame.has(Frame.Flag.endStream) { state?.isFinished = true }
    case Frame.Kind.data:
      sendWindow -= frame.payload.count
      streams[frame.stream]?.sendWindow -= frame.payload.count
      if frame.has(Frame.Flag.endStream) { streams[frame.stream]?.isFinished = true }
    case Frame.Kind.resetStream:
      streams[frame.stream]?.isResetHere = true
    case Frame.Kind.windowUpdate:
      let increment = Int(frame.number(at: 0) ?? 0) & 0x7fff_ffff
      if frame.stream == 0 {
        receiveWindow += increment
      } else {
        streams[frame.stream]?.receiveWindow += increment
      }
    default: break
    }
  }

  private func resizeReceiveWindows(to value: UInt32) {
    let change = Int(value) - Int(settings[Frame.Setting.initialWindowSize] ?? 65_535)
    for state in streams.values { state.receiveWindow += change }
  }

  private var mostStreams: Int {
    Int(peerSettings[Frame.Setting.maxConcurrentStreams] ?? .max)
  }

  private func checkNotGone() throws(WireError) {
    if let failure { throw failure }
    if let goAway {
      throw .closed("the other side said GOAWAY, \(Frame.Fault.name(goAway.code))")
    }
  }
}
