extension HTTP2Link {
  /// Takes one frame in and does what it asks for.
  ///
  /// - Throws: `closed` at the end; `malformed` for a frame that breaks a rule, then and ever after.
  package func pump(by deadline: Deadline? = nil) throws(WireError) {
    if let failure { throw failure }
    do throws(WireError) {
      guard let frame = try readFrame(by: deadline) else {
        throw .closed("the other side ended the connection")
      }
      try take(frame)
    } catch {
      if case .silence = error { throw error }
      failure = error
      throw error
    }
  }

  /// Asks whether the other side is there and has seen all that was sent before.
  ///
  /// - Throws: `silence` if no answer comes.
  package func ping(by deadline: Deadline? = nil) throws(WireError) {
    pingCount += 1
    let payload = [0, 0, 0, 0] + UInt32(truncatingIfNeeded: pingCount).bigEndianBytes
    try write(.ping(payload))
    let deadline = deadline ?? scene.deadline
    while answeredPings.remove(payload) == nil {
      do throws(WireError) {
        try pump(by: deadline)
      } catch {
        throw error.waiting(for: "the answer to a PING")
      }
    }
  }

  /// The next stream that the other side opens.
  package func acceptStream(by deadline: Deadline? = nil) throws(WireError) -> HTTP2Stream {
    let deadline = deadline ?? scene.deadline
    while offered.isEmpty {
      do throws(WireError) {
        try pump(by: deadline)
      } catch {
        throw error.waiting(for: "a stream that the node opens")
      }
    }
    return HTTP2Stream(self, offered.removeFirst())
  }

  /// A stream that was opened by either side, with raw frames too.
  package func stream(_ id: UInt32) -> HTTP2Stream? {
    streams[id].map { HTTP2Stream(self, $0) }
  }

  /// Answers a frame; whoever is gone needs no answer, and reading says what became of it.
  package func answer(_ frame: Frame) throws(WireError) {
    do throws(WireError) {
      try write(frame)
    } catch {
      guard case .closed = error else { throw error }
    }
  }

  private func take(_ frame: Frame) throws(WireError) {
    let most = max(16_384, Int(settings[Frame.Setting.maxFrameSize] ?? 0))
    guard frame.payload.count <= most else {
      throw .malformed(
        "a frame of \(frame.payload.count) bytes is larger than SETTINGS_MAX_FRAME_SIZE "
          + "(RFC 9113 §4.2)")
    }
    guard hasSettings || isFirstSettings(frame) else {
      throw .malformed("the first frame is SETTINGS (RFC 9113 §3.4)")
    }
    if let block {
      guard frame.type == Frame.Kind.continuation, frame.stream == block.stream else {
        throw .malformed("nothing stands between HEADERS and its CONTINUATION (RFC 9113 §6.10)")
      }
      return try takeContinuation(frame, of: block)
    }
    switch frame.type {
    case Frame.Kind.data: try takeData(frame)
    case Frame.Kind.headers: try takeHeaders(frame)
    case Frame.Kind.priority: try takePriority(frame)
    case Frame.Kind.resetStream: try takeReset(frame)
    case Frame.Kind.settings: try takeSettings(frame)
    case Frame.Kind.pushPromise:
      throw .malformed("nobody asked for PUSH_PROMISE (RFC 9113 §8.4)")
    case Frame.Kind.ping: try takePing(frame)
    case Frame.Kind.goAway: try takeGoAway(frame)
    case Frame.Kind.windowUpdate: try takeWindowUpdate(frame)
    case Frame.Kind.continuation:
      throw .malformed("CONTINUATION follows HEADERS that have not ended (RFC 9113 §6.10)")
    default: break  // RFC 9113 §4.1: frames of unknown types are passed over.
    }
  }

  private func isFirstSettings(_ frame: Frame) -> Bool {
    frame.type == Frame.Kind.settings && !frame.has(Frame.Flag.acknowledgement)
  }

  private func takePriority(_ frame: Frame) throws(WireError) {
    guard frame.stream != 0 else { throw .malformed("PRIORITY is of a stream (RFC 9113 §6.3)") }
    guard frame.payload.count == 5 else {
      throw .malformed("PRIORITY has 5 bytes (RFC 9113 §6.3)")
    }
  }

  private func takePing(_ frame: Frame) throws(WireError) {
    guard frame.stream == 0 else {
      throw .malformed("PING is of the connection (RFC 9113 §6.7)")
    }
    guard frame.payload.count == 8 else { throw .malformed("PING has 8 bytes (RFC 9113 §6.7)") }
    if frame.has(Frame.Flag.acknowledgement) {
      answeredPings.insert(frame.payload)
    } else {
      try answer(.ping(frame.payload, isAnswer: true))
    }
  }

  private func takeGoAway(_ frame: Frame) throws(WireError) {
    guard frame.stream == 0 else {
      throw .malformed("GOAWAY is of the connection (RFC 9113 §6.8)")
    }
    guard let last = frame.number(at: 0), let code = frame.number(at: 4) else {
      throw .malformed("GOAWAY has at least 8 bytes (RFC 9113 §6.8)")
    }
    let id = last & 0x7fff_ffff
    guard id <= goAway?.last ?? .max else {
      throw .malformed("a later GOAWAY does not name a higher stream (RFC 9113 §6.8)")
    }
    goAway = GoAway(code: code, last: id, detail: Array(frame.payload.dropFirst(8)))
    for state in streams.values where isOwn(state.id) && state.id > id {
      state.isPassedOver = true
    }
  }

  private func takeSettings(_ frame: Frame) throws(WireError) {
    guard frame.stream == 0 else {
      throw .malformed("SETTINGS are of the connection (RFC 9113 §6.5)")
    }
    if frame.has(Frame.Flag.acknowledgement) {
      guard frame.payload.isEmpty else {
        throw .malformed("SETTINGS that acknowledge are empty (RFC 9113 §6.5)")
      }
      return applyAcknowledged()
    }
    guard frame.payload.count % 6 == 0 else {
      throw .malformed("SETTINGS have 6 bytes each (RFC 9113 §6.5)")
    }
    for place in stride(from: 0, to: frame.payload.count, by: 6) {
      let id = UInt16(frame.payload[place]) << 8 | UInt16(frame.payload[place + 1])
      try apply(id, frame.number(at: place + 2) ?? 0)
    }
    hasSettings = true
    try answer(.settingsAcknowledgement)
  }

  private func apply(_ id: UInt16, _ value: UInt32) throws(WireError) {
    switch id {
    case Frame.Setting.headerTableSize:
      encoder.setTableSize(Int(value))
    case Frame.Setting.enablePush:
      guard value == 0 || (value == 1 && isServer) else {
        throw .malformed("SETTINGS_ENABLE_PUSH is 0, or a client's 1 (RFC 9113 §6.5.2)")
      }
    case Frame.Setting.initialWindowSize:
      guard value <= 0x7fff_ffff else {
        throw .malformed("SETTINGS_INITIAL_WINDOW_SIZE is below 2^31 (RFC 9113 §6.5.2)")
      }
      let change = Int(value) - Int(peerSettings[id] ?? 65_535)
      for state in streams.values {
        state.sendWindow += change
        guard state.sendWindow <= 0x7fff_ffff else {
          throw .malformed("SETTINGS_INITIAL_WINDOW_SIZE opens a window too far (RFC 9113 §6.9.2)")
        }
      }
    case Frame.Setting.maxFrameSize:
      guard (16_384...16_777_215).contains(value) else {
        throw .malformed("SETTINGS_MAX_FRAME_SIZE is from 2^14 to 2^24-1 (RFC 9113 §6.5.2)")
      }
    default: break
    }
    // There is room for the settings that have a name; the others mean nothing here.
    if id <= 16 || peerSettings.count < 64 { peerSettings[id] = value }
  }

  private func applyAcknowledged() {
    guard !unacknowledged.isEmpty else { return }
    for (id, value) in unacknowledged.removeFirst() where id == Frame.Setting.headerTableSize {
      decoder.setTableSize(Int(value))
    }
  }

  private func takeWindowUpdate(_ frame: Frame) throws(WireError) {
    guard frame.payload.count == 4, let number = frame.number(at: 0) else {
      throw .malformed("WINDOW_UPDATE has 4 bytes (RFC 9113 §6.9)")
    }
    let increment = Int(number & 0x7fff_ffff)
    guard increment > 0 else {
      throw .malformed("WINDOW_UPDATE opens a window by more than 0 (RFC 9113 §6.9)")
    }
    if frame.stream == 0 {
      sendWindow += increment
      guard sendWindow <= 0x7fff_ffff else {
        throw .malformed("a window is below 2^31 (RFC 9113 §6.9.1)")
      }
    } else if let state = try known(frame) {
      state.sendWindow += increment
      guard state.sendWindow <= 0x7fff_ffff else {
        throw .malformed("a window is below 2^31 (RFC 9113 §6.9.1)")
      }
    }
  }

  private func takeReset(_ frame: Frame) throws(WireError) {
    guard frame.stream != 0 else { throw .malformed("RST_STREAM is of a stream (RFC 9113 §6.4)") }
    guard frame.payload.count == 4, let code = frame.number(at: 0) else {
      throw .malformed("RST_STREAM has 4 bytes (RFC 9113 §6.4)")
    }
    guard let state = try known(frame) else { return }
    if state.resetCode == nil { state.resetCode = code }
  }

  /// The stream of a frame; `nil` for one that was never opened because a later one was.
  ///
  /// - Throws: `malformed` for one that is idle.
  package func known(_ frame: Frame) throws(WireError) -> StreamState? {
    if let state = streams[frame.stream] { return state }
    let isIdle = isOwn(frame.stream) ? frame.stream >= nextStream : frame.stream > lastOffered
    guard !isIdle else {
      throw .malformed("\(frame) is of a stream that nobody opened (RFC 9113 §5.1)")
    }
    return nil
  }
}
