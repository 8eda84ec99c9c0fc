internal import ConformanceKit
internal import ConformanceWire

/// How streams and connections end.
enum StreamEndCases {
  static let all = [
    Case("http2/ends/goaway-of-the-node", "CONN-H2-GOAWAY", needs: [.restart]) { stage in
      let goAway = try lastWord(stage)
      try Deviation.unless(
        goAway.code == Frame.Fault.noError, "GOAWAY of NO_ERROR",
        "of \(Frame.Fault.name(goAway.code))")
    },
    Case("http2/ends/goaway-names-the-last", "CONN-H2-GOAWAY-LAST", needs: [.restart]) { stage in
      let goAway = try lastWord(stage)
      try Deviation.unless(
        goAway.last >= 1, "GOAWAY that names stream 1, which was answered, or a later one",
        "it names \(goAway.last)")
    },
    Case("http2/ends/goaway-lets-calls-go-on", "CONN-H2-GOAWAY", needs: [.restart]) { stage in
      let (connection, stream) = try stage.openCall()
      try connection.link.expectToGoOn()
      try stage.node().askToEnd()
      while connection.link.goAway == nil { try connection.link.pump() }
      try connection.finish(stream)
      try connection.link.expectAnswer(stream)
    },
    Case("http2/ends/goaway-of-the-client", "CONN-H2-GOAWAY-PEER") { stage in
      let (connection, stream) = try stage.openCall()
      try connection.link.write(.goAway(last: 0, Frame.Fault.noError, Array("bye".utf8)))
      try connection.finish(stream)
      try connection.link.expectAnswer(stream)
      try connection.expectOthers()
    },
    Case("http2/ends/reset-of-one", "CONN-H2-RESET") { stage in
      let connection = try stage.raw()
      let (first, second) = (try connection.open(), try connection.open())
      try connection.link.write(.resetStream(first, Frame.Fault.cancel))
      try connection.finish(second)
      try connection.expectAnswer(second)
      try Deviation.unless(
        connection.link.stream(first)?.headers.isEmpty == true,
        "nothing on a stream that was reset", "an answer")
    },
    Case("http2/ends/early-answer", "CONN-H2-EARLY-ANSWER", level: .should) { stage in
      let connection = try stage.raw()
      let stream = try connection.refused()
      guard let open = connection.link.stream(stream) else { return }
      // The client has a moment to end its request by itself.
      do {
        while open.resetCode == nil { try connection.link.pump() }
      } catch WireError.silence {
        // The node waits for the rest.
      }
      guard open.resetCode == Frame.Fault.noError else {
        let code = open.resetCode.map { "RST_STREAM of \(Frame.Fault.name($0))" }
        throw Deviation(expected: "RST_STREAM of NO_ERROR", observed: code ?? "no RST_STREAM")
      }
    },
    Case("http2/ends/late-frames", "CONN-H2-LATE") { stage in
      let connection = try stage.raw()
      let stream = try connection.refused()
      let late = [UInt8](repeating: 0, count: 10_000)
      try connection.link.write([
        .data(stream, late), .windowUpdate(stream, 1), .data(stream, late, end: true),
      ])
      try connection.expectAlive()
    },
    Case("http2/stream-number/lower", "CONN-H2-STREAM-NUMBER") { stage in
      let connection = try stage.raw()
      let lower = connection.newStream()
      let higher = connection.newStream()
      try connection.link.write(connection.headers(higher))
      try connection.link.write(
        connection.whole(lower) + [.ping(HTTP2Link.mark)],
        insteadOf: connection.whole(connection.newStream()) + [.ping(HTTP2Link.mark)])
      do {
        try connection.link.expectToGoOn()
        try connection.finish(higher)
        try connection.link.expectAnswer(higher)
      } catch is Deviation where connection.link.goAway != nil {
        // The connection may end by it.
      }
      try Deviation.unless(
        connection.link.streams.values.allSatisfy({ $0.id == higher || $0.blocks.isEmpty }),
        "no answer on a stream whose number is lower than one before", "an answer")
      try connection.expectOthers()
    },
  ]

  /// What a node that ends in order says on a connection that has nothing to do.
  private static func lastWord(_ stage: Stage) throws -> HTTP2Link.GoAway {
    let connection = try stage.raw()
    try connection.expectCall()
    try stage.node().askToEnd()
    try connection.waitForEnd()
    let goAway = try Deviation.unlessThere(
      connection.link.goAway, "GOAWAY before the node ends", "the end of the connection without it")
    return goAway
  }
}

extension RawConnection {
  /// A request that is answered before it is complete: HTTP would know it, gRPC does not.
  fileprivate func refused() throws -> UInt32 {
    let stream = newStream()
    try link.write(
      headers(
        stream,
        RawConnection.request.map {
          $0.name == "content-type" ? HeaderField($0.name, "text/plain") : $0
        }))
    try link.expectAnswer(stream, http: "415", status: nil)
    return stream
  }
}
