internal import ConformanceKit
internal import ConformanceWire

/// Frames that a node answers, and those that it reads past.
enum FrameCases {
  private typealias Kind = Frame.Kind
  private typealias Flag = Frame.Flag

  static let all = [
    Case("http2/ping/answered", "CONN-H2-PING") { stage in
      let link = try stage.raw().link
      let bytes: [UInt8] = [0, 1, 2, 3, 0xfc, 0xfd, 0xfe, 0xff]
      try link.write(.ping(bytes))
      while true {
        let frame = try Deviation.unlessThere(
          link.readFrame(), "the answer to a PING", "the end of the connection")
        guard frame.type == Kind.ping else { continue }
        try Deviation.unless(
          frame == .ping(bytes, isAnswer: true), "a PING with ACK and the eight bytes",
          "another: \(frame)")
        return
      }
    },
    Case("http2/ping/answer-not-answered", "CONN-H2-PING") { stage in
      let link = try stage.raw().link
      let bytes = Array("unasked!".utf8)
      try link.write([.ping(bytes, isAnswer: true), .ping(HTTP2Link.mark)])
      while !link.answeredPings.contains(HTTP2Link.mark) { try link.pump() }
      try Deviation.unless(
        !link.answeredPings.contains(bytes), "no answer to a PING that is one", "an answer")
    },
    ignored("unknown/on-the-connection", "CONN-H2-UNKNOWN") { _, _ in
      [Frame(0x50, flags: 0xff, Array("what?".utf8)), Frame(0x0a), Frame(0xff, [1])]
    },
    ignored("unknown/on-a-stream", "CONN-H2-UNKNOWN") { _, stream in
      [Frame(0x50, flags: 0xff, stream: stream, [1, 2, 3]), Frame(0x0b, stream: stream + 100)]
    },
    Case("http2/unknown/in-a-header-block", "CONN-H2-UNKNOWN") { stage in
      let connection = try stage.raw()
      let start = FieldBlock.literals(RawConnection.request)
      try connection.expectConnectionError(
        [Frame.Fault.protocolError],
        of: [Frame(Kind.headers, stream: connection.newStream(), start), Frame(0x50)])
    },
    ignored("flags/without-meaning", "CONN-H2-FLAGS") { _, stream in
      [
        Frame(Kind.settings, flags: 0xfe), Frame(Kind.ping, flags: 0xfe, HTTP2Link.mark),
        Frame(Kind.windowUpdate, flags: 0xff, stream: stream, [0, 0, 0, 1]),
        Frame(Kind.priority, flags: 0xff, stream: stream, [0, 0, 0, 0, 1]),
      ]
    },
    Case("http2/flags/of-a-call", "CONN-H2-FLAGS") { stage in
      let (connection, stream) = try stage.newCall()
      var frames = connection.whole(stream)
      frames[0].flags |= 0xc2
      frames[1].flags |= 0xf6
      try connection.link.write(frames)
      try connection.expectAnswer(stream)
    },
    Case("http2/flags/reserved-bit", "CONN-H2-FLAGS") { stage in
      let (connection, stream) = try stage.newCall()
      var frames = connection.whole(stream)
      frames[1].stream |= 1 << 31
      let ping = Frame(Kind.ping, stream: 1 << 31, HTTP2Link.mark)
      try connection.link.write(frames[0])
      try connection.link.write([ping, frames[1]])
      try connection.expectAnswer(stream)
    },
    Case("http2/padding/taken", "CONN-H2-PADDING") { stage in
      let (connection, stream) = try stage.newCall()
      try connection.link.write(
        connection.whole(stream).map { frame in
          var padded = frame
          padded.flags |= Flag.padded
          padded.payload = [200] + frame.payload + [UInt8](repeating: 0, count: 200)
          return padded
        })
      try connection.expectAnswer(stream)
    },
    Case("http2/padding/counted", "CONN-H2-PADDING") { stage in
      // The padding alone is more than the window, so credit has to come for it.
      let connection = try stage.raw()
      let window = connection.link.peerSettings[Frame.Setting.initialWindowSize] ?? 65_535
      guard window <= 2 << 20 else { throw NotHere("the window of a stream is \(window) bytes") }
      let stream = try connection.open()
      try connection.sendPadded(connection.longMessage(Int(window) / 256 + 512), on: stream)
      try connection.link.expectAnswer(stream)
    },
    Case("http2/padding/none-of-the-node", "CONN-H2-PADDING", level: .should) { stage in
      let (connection, stream) = try stage.newCall()
      try connection.link.write(connection.whole(stream))
      var hasEnded = false
      while !hasEnded {
        let frame = try Deviation.unlessThere(
          connection.link.readFrame(), "an answer", "the end of the connection")
        guard frame.stream == stream else { continue }
        let mayBePadded = frame.type == Kind.data || frame.type == Kind.headers
        if mayBePadded, frame.has(Flag.padded) {
          throw Deviation(expected: "an answer without padding", observed: "\(frame)")
        }
        hasEnded = mayBePadded && frame.has(Flag.endStream)
      }
    },
    ignored("priority/read-past", "CONN-H2-PRIORITY") { _, stream in
      [stream, stream + 20, stream + 1].map {
        Frame(Kind.priority, stream: $0, [0, 0, 0, UInt8(truncatingIfNeeded: $0 + 2), 255])
      }
    },
    Case("http2/priority/in-headers", "CONN-H2-PRIORITY") { stage in
      let (connection, stream) = try stage.newCall()
      var frames = connection.whole(stream)
      frames[0].flags |= Flag.priority
      frames[0].payload.insert(contentsOf: [0x80, 0, 0, 0, 16], at: 0)
      try connection.link.write(frames)
      try connection.expectAnswer(stream)
    },
    Case("http2/trailers/ignored", "CONN-H2-TRAILERS") { stage in
      let (connection, stream) = try stage.newCall()
      try connection.link.write([
        connection.headers(stream), .data(stream, connection.message),
        connection.headers(stream, [HeaderField("judge", "1")], end: true),
      ])
      try connection.expectAnswer(stream)
    },
    Case("http2/value/control-character", "CONN-H2-VALUE") { stage in
      // With the type that it has beside the control character, the call would be answered.
      let (connection, stream) = try stage.newCall()
      let spoilt = RawConnection.request.map {
        $0.name == "content-type" ? HeaderField($0.name, "application/grpc;\u{0}\r\n") : $0
      }
      try connection.link.write(
        connection.whole(stream, spoilt), insteadOf: connection.whole(stream))
      guard let state = connection.link.stream(stream) else { return }
      while !state.isEnded, state.resetCode == nil { try connection.link.pump() }
      if state.headers.last?.value("grpc-status") == "0" {
        throw Deviation(
          expected: "the stream to end, or the field to be left out",
          observed: "the call was answered as if the value were right")
      }
      try connection.expectAlive()
    },
  ]

  /// Frames in the middle of a call that change nothing.
  private static func ignored(
    _ path: String, _ clause: String,
    _ frames: @escaping @Sendable (RawConnection, UInt32) -> [Frame]
  ) -> Case {
    Case("http2/\(path)", clause) { stage in
      let (connection, stream) = try stage.openCall()
      try connection.link.write(frames(connection, stream))
      try connection.link.expectToGoOn()
      try connection.finish(stream)
      try connection.expectAnswer(stream)
    }
  }
}

extension RawConnection {
  /// Says a message a byte a frame, each with as much padding as there may be, within the windows.
  fileprivate func sendPadded(_ bytes: [UInt8], on stream: UInt32) throws {
    let padding = [UInt8](repeating: 0, count: 255)
    var start = 0
    while start < bytes.count {
      let room = min(link.sendWindow, link.streams[stream]?.sendWindow ?? 0) / 257
      guard room > 0 else {
        try link.pump()
        continue
      }
      let end = min(bytes.count, start + min(room, 200))
      try link.write(
        (start..<end).map { place in
          let flags = Frame.Flag.padded | (place == bytes.count - 1 ? Frame.Flag.endStream : 0)
          return Frame(
            Frame.Kind.data, flags: flags, stream: stream, [255, bytes[place]] + padding)
        })
      start = end
    }
  }
}
