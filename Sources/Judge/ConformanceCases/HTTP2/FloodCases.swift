internal import ConformanceKit
internal import ConformanceWire

/// Much of what costs a client little, and a node more.
enum FloodCases {
  typealias Frames = @Sendable (_ connection: RawConnection, _ stream: UInt32) -> [Frame]

  static let all =
    kinds.map(\.flood) + kinds.compactMap(\.fair) + [
      Case("http2/flood/ping-for-each-frame", "CONN-H2-FLOOD-FAIR") { stage in
        let (connection, stream) = try stage.openCall()
        let message = connection.longMessage(400)
        for start in stride(from: 0, to: message.count, by: 50) {
          let places = start..<min(message.count, start + 50)
          let answered = Array("batch".utf8) + [0, UInt8(start >> 8), UInt8(start & 0xff)]
          let pairs = places.flatMap { place -> [Frame] in
            let isLast = place == message.count - 1
            return [.data(stream, [message[place]], end: isLast), .ping(answered)]
          }
          try connection.link.write(pairs)
          while !connection.link.answeredPings.contains(answered) { try connection.link.pump() }
        }
        try connection.expectAnswer(stream)
      },
      Case("http2/flood/continuation-without-end", "CONN-H2-FLOOD-CONTINUATION") { stage in
        let (connection, stream) = try stage.newCall()
        let piece = FieldBlock.literals([HeaderField("judge", "1")])
        let start = [
          Frame(Frame.Kind.headers, stream: stream, FieldBlock.literals(RawConnection.request))
        ]
        let flood = (0..<2_000).map { _ in
          Frame(Frame.Kind.continuation, stream: stream, piece)
        }
        try connection.flood(start + flood, isCalm: false)
      },
      Case("http2/flood/calls-that-are-reset", "CONN-H2-FLOOD-RESET") { stage in
        let connection = try stage.raw()
        let frames = (0..<2_000).flatMap { _ -> [Frame] in
          let stream = connection.newStream()
          return [connection.headers(stream), .resetStream(stream, Frame.Fault.cancel)]
        }
        connection.pour(frames)
        try connection.expectOthers()
      },
      Case("http2/flood/unread-answers", "CONN-H2-FLOOD-UNREAD") { stage in
        let connection = try stage.raw(settings: [(Frame.Setting.initialWindowSize, 0)])
        let frames = (0..<90).flatMap { _ in connection.whole(connection.newStream()) }
        connection.pour(frames + (0..<2_000).map { _ in .ping(HTTP2Link.mark) })
        try connection.expectOthers()
      },
      Case("http2/flood/others-go-on", "CONN-H2-FLOOD-OTHERS") { stage in
        let (connection, stream) = try stage.openCall()
        connection.pour(
          kinds.flatMap { kind in (0..<300).flatMap { _ in kind.frames(connection, stream) } })
        try connection.expectOthers()
      },
    ]

  /// One kind of frame.
  private struct Kind: Sendable {
    let name: String
    /// Whether 100 at once are permitted.
    var isFair = false
    let frames: Frames

    var flood: Case {
      Case("http2/flood/\(name)", "CONN-H2-FLOOD", level: .should) { stage in
        let (connection, stream) = try stage.openCall()
        try connection.flood(
          (0..<5_000).flatMap { _ in frames(connection, stream) }, isCalm: true)
      }
    }

    var fair: Case? {
      guard isFair else { return nil }
      return Case("http2/flood/100-\(name)", "CONN-H2-FLOOD-FAIR") { stage in
        let (connection, stream) = try stage.openCall()
        // The first SETTINGS are one of the hundred.
        let count = name == "settings" ? 99 : 100
        try connection.link.write((0..<count).flatMap { _ in frames(connection, stream) })
        try connection.finish(stream)
        try connection.expectAnswer(stream)
      }
    }
  }

  private static let kinds = [
    Kind(name: "pings", isFair: true) { _, _ in [.ping(Array("flooding".utf8))] },
    Kind(name: "settings", isFair: true) { _, _ in [.settings([])] },
    Kind(name: "priorities") { _, stream in
      [Frame(Frame.Kind.priority, stream: stream, [0, 0, 0, 0, 1])]
    },
    Kind(name: "resets", isFair: true) { connection, _ in
      let stream = connection.newStream()
      return [connection.headers(stream), .resetStream(stream, Frame.Fault.cancel)]
    },
    Kind(name: "window-updates") { _, _ in [.windowUpdate(0, 1)] },
    Kind(name: "empty-data", isFair: true) { _, stream in [.data(stream, [])] },
    Kind(name: "unknown-frames") { _, stream in [Frame(0x50, stream: stream)] },
  ]
}

extension RawConnection {
  /// Writes frames until there are no more, or the node has had enough.
  func pour(_ frames: [Frame]) {
    for start in stride(from: 0, to: frames.count, by: 200) {
      do {
        try link.write(Array(frames[start..<min(frames.count, start + 200)]))
        // Reading what is there keeps the node's words from being lost when it ends the connection.
        while true { try link.pump(by: Deadline(after: .zero)) }
      } catch WireError.silence {
        continue
      } catch {
        return
      }
    }
  }

  /// Floods the node, and sees it end the connection.
  ///
  /// - Parameters:
  ///   - frames: The flood.
  ///   - isCalm: Whether it should say ENHANCE_YOUR_CALM, if it can still say anything.
  /// - Throws: ``Deviation``.
  func flood(_ frames: [Frame], isCalm: Bool) throws {
    if !link.scene.interference.mends { pour(frames) }
    let expected = "the connection to end" + (isCalm ? " by GOAWAY of ENHANCE_YOUR_CALM" : "")
    var answered = false
    do {
      try link.write(.ping(HTTP2Link.mark))
      while !answered {
        try link.pump()
        answered = link.answeredPings.contains(HTTP2Link.mark)
      }
    } catch WireError.closed {
      // What it said last may be lost where it had not read everything.
    } catch {
      throw Deviation(expected: expected, observed: "\(error)")
    }
    try Deviation.unless(!answered, expected, "it goes on, and answers a PING")
    if isCalm, let goAway = link.goAway, goAway.code != Frame.Fault.enhanceYourCalm {
      throw Deviation(expected: expected, observed: "GOAWAY of \(Frame.Fault.name(goAway.code))")
    }
    try expectOthers()
  }
}
