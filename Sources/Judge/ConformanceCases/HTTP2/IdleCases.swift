internal import ConformanceKit
internal import ConformanceWire

/// Connections that nobody uses, and the time that they have.
enum IdleCases {
  private static let minute = 60.0

  static let all = [
    Case("http2/idle-end/not-before-its-time", "CONN-H2-IDLE-END", needs: [.owner, .clock]) {
      stage in
      let connection = try stage.raw()
      try connection.expectCall()
      try stage.node().advanceClock(29 * minute)
      try connection.expectAlive()
    },
    Case("http2/idle-end/in-order", "CONN-H2-IDLE-END", needs: [.owner, .clock]) { stage in
      let connection = try stage.raw()
      try connection.expectCall()
      try stage.node().advanceClock(31 * minute)
      guard try connection.isAsked(times: 3) else {
        let goAway = try Deviation.unlessThere(
          connection.link.goAway, "GOAWAY before the end of a connection that is idle",
          "the end of the connection without it")
        try Deviation.unless(
          goAway.code == Frame.Fault.noError, "GOAWAY of NO_ERROR",
          "of \(Frame.Fault.name(goAway.code))")
        return try connection.expectOthers()
      }
      // It may as well let the connection be.
      try connection.expectAlive()
    },
    Case("http2/idle-end/not-with-a-call", "CONN-H2-IDLE-END", needs: [.owner, .clock]) { stage in
      let (connection, stream) = try stage.openCall()
      try connection.link.expectToGoOn()
      try stage.node().advanceClock(31 * minute)
      try connection.link.expectToGoOn()
      try connection.finish(stream)
      try connection.link.expectAnswer(stream)
    },
  ]
}

extension RawConnection {
  /// Asks the node whether it is there, which lets it look at its clock; whether it goes on each time.
  fileprivate func isAsked(times: Int) throws -> Bool {
    for number in 0..<times {
      let question = Array("time? ".utf8) + [0, UInt8(number)]
      do {
        try link.write(.ping(question))
        while link.goAway == nil, !link.answeredPings.contains(question) { try link.pump() }
      } catch WireError.closed {
        return false
      }
      guard link.goAway == nil else { return false }
    }
    return true
  }
}
