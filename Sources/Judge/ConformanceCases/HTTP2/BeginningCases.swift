internal import ConformanceKit
internal import ConformanceWire

/// Prefaces and SETTINGS.
enum BeginningCases {
  static let all =
    [
      Case("http2/preface/settings-of-the-node", "CONN-H2-PREFACE") { stage in
        let link = try stage.peer().device.silentLink()
        try link.start(settings: [])
        let first = try Deviation.unlessThere(
          link.readFrame(), "SETTINGS", "the end of the connection")
        try Deviation.unless(
          first.type == Frame.Kind.settings && !first.has(Frame.Flag.acknowledgement),
          "SETTINGS as the first frame", "\(first)")
      },
      wrongBeginning("missing", Array("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8)),
      wrongBeginning("cut", Array(Frame.preface.dropLast()) + Frame.settings([]).encoded),
      wrongBeginning("ping-before-settings", Frame.preface + Frame.ping(HTTP2Link.mark).encoded),
      Case("http2/settings/each-acknowledged", "CONN-H2-SETTINGS-ACK") { stage in
        let connection = try stage.raw()
        try connection.link.write([.settings([(0x4a55, 1)]), .settings([]), .settings([])])
        // The answers to two PINGs come after what the first was behind.
        try connection.link.ping()
        try connection.link.ping()
        let missing = connection.link.unacknowledged.count
        try Deviation.unless(
          missing == 0, "an acknowledgement for each of 3 SETTINGS", "\(missing) missing")
      },
      Case("http2/settings/unknown", "CONN-H2-SETTINGS-UNKNOWN") { stage in
        let connection = try stage.raw(settings: [(0x0a0a, 7), (0xfa, 0xffff_ffff), (0, 1)])
        try connection.expectAlive()
      },
      Case("http2/settings/no-table", "CONN-H2-SETTINGS-ACK") { stage in
        // What the node encodes with a table cannot be decoded then.
        let connection = try stage.raw(settings: [(Frame.Setting.headerTableSize, 0)])
        try connection.expectCall()
        try connection.expectCall()
      },
      Case("http2/push/none-of-the-node", "CONN-H2-PUSH") { stage in
        let connection = try stage.raw(settings: [(Frame.Setting.enablePush, 1)])
        try connection.expectCall()
        try connection.expectAlive()
      },
    ]

  /// What a client says instead of the preface and SETTINGS.
  private static func wrongBeginning(_ name: String, _ bytes: [UInt8]) -> Case {
    Case("http2/preface/\(name)", "CONN-H2-PREFACE") { stage in
      let device = try stage.peer().device
      let link = try device.silentLink()
      let valid = Frame.preface + Frame.settings([]).encoded
      try link.writeBytes(
        (stage.scene.interference.mends ? valid : bytes) + Frame.ping(HTTP2Link.mark).encoded)
      try link.expectConnectionError([Frame.Fault.protocolError], isWordless: true)
      try RawConnection(device).expectCall()
    }
  }
}
