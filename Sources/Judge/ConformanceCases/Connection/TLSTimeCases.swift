internal import ConformanceKit
internal import ConformanceWire

/// Connections that come to nothing: how long a node waits for them.
enum TLSTimeCases {
  /// How far somebody has come who says no more.
  private enum Progress: String, CaseIterable {
    case hello = "half-a-hello"
    case settings = "no-settings"
  }

  static let all =
    Progress.allCases.flatMap { progress in
      [
        Case(
          "connection/tls/time/\(progress.rawValue)", "CONN-TLS-HANDSHAKE-TIME",
          needs: [.owner, .clock]
        ) { stage in
          try Deviation.unless(
            isEnded(stage, progress, after: 3_600, within: .seconds(2)),
            "the end of a connection that has come to nothing for an hour", "it goes on")
        },
        Case(
          "connection/tls/time/\(progress.rawValue)-for-10-seconds", "CONN-TLS-HANDSHAKE-TIME",
          level: .should, needs: [.owner, .clock]
        ) { stage in
          let device = try stage.peer().device
          if try isEnded(stage, progress, after: 8, within: .zero, of: device) {
            throw Deviation(
              expected: "a connection to have 10 seconds", observed: "it is ended after 8")
          }
          try Deviation.unless(
            isEnded(stage, progress, after: 11, within: .seconds(2), of: device),
            "the end of a connection that has come to nothing for 11 seconds", "it goes on")
        },
      ]
    }

  /// Whether the node ends a connection that says no more, soon after its clock went on by some seconds; a
  /// byte after that time lets it look.
  private static func isEnded(
    _ stage: Stage, _ progress: Progress, after seconds: Double, within patience: Duration,
    of device: Device? = nil
  ) throws -> Bool {
    let device = try device ?? stage.peer().device
    switch progress {
    case .hello:
      let hello = TLSNegotiationCases.oldHello(minor: 3)
      let plain = try PlainLink(
        to: device.node.address, scene: stage.scene, by: stage.scene.deadline)
      defer { plain.close() }
      try plain.send(Array(hello.prefix(20)), by: stage.scene.deadline)
      try device.expectServed().close()
      try stage.node().advanceClock(seconds)
      return try isEnded(plain, device, within: patience) {
        try plain.send([hello[20]], by: stage.scene.deadline)
      }
    case .settings:
      let link = try device.silentLink()
      defer { link.close() }
      try link.writeBytes(Array(Frame.preface.prefix(5)))
      try device.expectServed().close()
      try stage.node().advanceClock(seconds)
      return try isEnded(link.bytes, device, within: patience) {
        try link.writeBytes([Frame.preface[5]])
      }
    }
  }

  /// Whether the node has ended a connection soon after it has answered two calls elsewhere.
  private static func isEnded(
    _ bytes: any ByteLink, _ device: Device, within patience: Duration,
    poking poke: () throws -> Void
  ) throws -> Bool {
    do throws(any Error) {
      try poke()
      for _ in 0..<2 { try device.expectServed().close() }
      let deadline = Deadline(after: patience)
      while try bytes.receive(by: deadline) != nil {}
      return true
    } catch WireError.silence {
      return false
    } catch WireError.closed, WireError.refused {
      return true
    }
  }
}
