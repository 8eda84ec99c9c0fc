internal import ConformanceKit
internal import ConformanceWire

/// What goes ahead of what, and how much more than a stream ends by a mistake.
enum TurnCases {
  private static let initial = Frame.Setting.initialWindowSize
  /// As many calls as every node takes at once.
  private static let callCount = 60

  static let all = ping + effects

  private static let ping = [
    Case("http2/ping/ahead-of-answers", "CONN-H2-PING-FIRST", level: .should) { stage in
      let connection = try stage.raw(settings: [(initial, 0)])
      let streams = (0..<callCount).map { _ in connection.newStream() }
      for stream in streams { try connection.link.write(connection.whole(stream)) }
      // The first fields of all are there, so that the data of all waits for a window.
      while !streams.allSatisfy(connection.hasBegun) { try connection.link.pump() }
      try connection.link.expectToGoOn()
      let question = Array("ahead???".utf8)
      try connection.link.write([.setting(initial, 1_000), .ping(question)])
      while !connection.link.answeredPings.contains(question) { try connection.link.pump() }
      let early = streams.count { connection.link.streams[$0]?.hasEnded ?? false }
      for stream in streams { try connection.link.expectAnswer(stream) }
      try Deviation.unless(
        early < callCount,
        "the answer to a PING ahead of some of \(callCount) answers that could be sent",
        "it came behind all of them")
    }
  ]

  private static let effects = [
    Case("http2/effect/a-stream-or-all-of-it", "CONN-H2-STREAM-OR-CONNECTION") { stage in
      let connection = try stage.raw()
      let other = try connection.open()
      let broken = connection.newStream()
      // Names of fields are in lower case.
      let fields = RawConnection.request + [HeaderField("Judge", "1")]
      try connection.link.write(
        connection.whole(broken, fields), insteadOf: connection.whole(broken))
      guard try connection.link.expectStreamError(broken, [Frame.Fault.protocolError]) else {
        // With the same code, which was looked at.
        return try connection.expectOthers()
      }
      // A stream that ends takes no other with it.
      try connection.finish(other)
      try connection.expectAnswer(other)
    },
    Case("http2/effect/nothing-less-than-all", "CONN-H2-STREAM-OR-CONNECTION") { stage in
      let connection = try stage.raw()
      let (broken, other) = (try connection.open(), try connection.open())
      // A block that cannot be decoded leaves both sides with different tables.
      let block = Frame(
        Frame.Kind.headers, flags: Frame.Flag.endHeaders, stream: connection.newStream(), [0x80])
      try connection.link.write(
        [block, .data(other, connection.message, end: true)],
        insteadOf: [
          .data(broken, connection.message, end: true),
          .data(other, connection.message, end: true),
        ])
      try connection.link.write(.ping(HTTP2Link.mark))
      try connection.link.expectConnectionError([Frame.Fault.compressionError])
      try Deviation.unless(
        connection.received(other) == 0, "nothing heard after the frame that ends the connection",
        "an answer to what came after it")
      try connection.expectOthers()
    },
  ]
}

extension RawConnection {
  /// Whether the first fields of an answer came.
  fileprivate func hasBegun(_ stream: UInt32) -> Bool {
    link.streams[stream].map { !$0.blocks.isEmpty } ?? false
  }
}
