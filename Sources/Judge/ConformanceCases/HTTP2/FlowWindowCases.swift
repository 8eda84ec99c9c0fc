internal import ConformanceKit
internal import ConformanceWire

/// Windows, which a node keeps to and opens.
enum FlowWindowCases {
  private static let initial = Frame.Setting.initialWindowSize

  static let all = [
    Case("http2/window/of-a-stream", "CONN-H2-WINDOW") { stage in
      let connection = try stage.raw(settings: [(initial, 3)])
      let stream = try connection.begin()
      try connection.expectData(stream, count: 3)
      try connection.link.expectToGoOn()
      try connection.link.write(.windowUpdate(stream, 1))
      try connection.expectData(stream, count: 4)
      try connection.link.write(.windowUpdate(stream, 1_000))
      try connection.link.expectAnswer(stream)
    },
    Case("http2/window/shut", "CONN-H2-WINDOW") { stage in
      let connection = try stage.raw(settings: [(initial, 0)])
      let shut = try connection.begin()
      // What was asked for later is answered, so this would have been too.
      let other = try connection.begin()
      try connection.link.write(.windowUpdate(other, 1_000))
      try connection.link.expectAnswer(other)
      try connection.link.expectToGoOn()
      try connection.link.write(.windowUpdate(shut, 1_000))
      try connection.link.expectAnswer(shut)
    },
    Case("http2/window/of-the-connection", "CONN-H2-WINDOW") { stage in
      // Its window is a sixteenth of what comes, and those of the streams are larger.
      try longAnswer(stage, settings: [(initial, 1_048_576)])
    },
    Case("http2/window/piece-by-piece", "CONN-H2-WINDOW") { stage in
      try longAnswer(stage, settings: [(initial, 5_000)])
    },
    Case("http2/window/opened-by-a-setting", "CONN-H2-WINDOW-SETTING") { stage in
      let connection = try stage.raw(settings: [(initial, 0)])
      let stream = try connection.begin()
      try connection.link.expectToGoOn()
      try connection.link.write(.setting(initial, 3))
      try connection.expectData(stream, count: 3)
      try connection.link.write(.setting(initial, 1_000))
      try connection.link.expectAnswer(stream)
    },
    Case("http2/window/below-zero", "CONN-H2-WINDOW-SETTING") { stage in
      let connection = try stage.raw(settings: [(initial, 5)])
      let stream = try connection.begin()
      try connection.expectData(stream, count: 5)
      // It is at -3 then, and comes to 0 with what is given.
      try connection.link.write(.setting(initial, 2))
      while !connection.link.isAcknowledged { try connection.link.pump() }
      try connection.link.write(.windowUpdate(stream, 3))
      try connection.link.expectToGoOn()
      try connection.link.expectToGoOn()
      let received = connection.received(stream)
      try Deviation.unless(
        received == 5, "no data beyond 5 bytes while the window is 0", "\(received) bytes")
      try connection.link.write(.windowUpdate(stream, 1))
      try connection.expectData(stream, count: 6)
      try connection.link.write(.windowUpdate(stream, 1_000))
      try connection.link.expectAnswer(stream)
    },
    Case("http2/window/given-for-what-was-taken", "CONN-H2-WINDOW-GIVEN") { stage in
      let connection = try stage.raw()
      let window = connection.link.peerSettings[initial] ?? 65_535
      guard window < 3 << 20 else { throw NotHere("the window of a stream is \(window) bytes") }
      let stream = try connection.open()
      guard let open = connection.link.stream(stream) else { return }
      do {
        try open.send(connection.longMessage(3 << 20), end: true)
      } catch let error as WireError {
        throw Deviation(expected: "credit for a message of 3 MiB", observed: "\(error)")
      }
      try connection.expectAnswer(stream)
    },
    Case("http2/window/one-shut-others-open", "CONN-H2-WINDOW-FAIR") { stage in
      let connection = try stage.raw(settings: [(initial, 0)])
      let shut = try connection.begin()
      for _ in 0..<3 {
        let stream = try connection.begin()
        try connection.link.write(.windowUpdate(stream, 1_000))
        try connection.link.expectAnswer(stream)
      }
      try connection.link.write(.windowUpdate(shut, 1_000))
      try connection.link.expectAnswer(shut)
    },
  ]

  /// Lets the node tell a sample that is longer than any window.
  private static func longAnswer(
    _ stage: Stage, settings: [(id: UInt16, value: UInt32)]
  ) throws {
    let (peer, session) = try stage.ready()
    var sample = peer.heartRate()
    for number in 0..<20 {
      sample.metadata["judge\(number)"] = Sample.Metadatum(
        .string, .text(String(repeating: "\(number)", count: 5_000)))
    }
    try peer.deliver(peer.batch([sample]), in: session)
    try session.end()
    peer.device.http2Settings = settings
    let (held, _) = try peer.observe()
    try Deviation.unless(
      held.rows[sample.dot] == sample, "the sample that was sent", "\(held.rows.count) others")
  }
}

extension RawConnection {
  /// Makes a call, of which the answer is not waited for.
  fileprivate func begin() throws -> UInt32 {
    let stream = newStream()
    try link.write(whole(stream))
    return stream
  }
}
