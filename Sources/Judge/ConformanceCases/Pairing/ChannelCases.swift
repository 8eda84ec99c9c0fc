internal import ConformanceKit
internal import ConformanceWire

/// What an exchange is bound to: with anything else in between, the proof is wrong.
enum ChannelCases {
  /// What both ends of a connection have.
  private struct Ends {
    var own: [UInt8]
    var other: [UInt8]
    var exported: [UInt8]

    init(_ connection: NodeConnection) throws {
      own = connection.identity?.fingerprint ?? []
      other = connection.tls.peerFingerprint ?? []
      exported = try connection.tls.exported(
        label: PairingChannel.exporterLabel, context: [], count: PairingChannel.exporterCount)
    }
  }

  private static func bound(
    _ name: String, _ clause: String = "PAIR-SHARE-CHANNEL",
    _ channel: @escaping @Sendable (Ends, NodeConnection, Device) throws -> PairingChannel
  ) -> Case {
    Case("pairing/refuses/channel/\(name)", clause) { stage in
      let (device, code) = try stage.window()
      let connection = try device.connect()
      let bound =
        try stage.mends ? connection.channel() : channel(Ends(connection), connection, device)
      let call = PairingCall(
        try Call.start(connection.link, PairingCall.method),
        PairingExchange(as: .guest, try device.description(), code: code, over: bound))
      try call.run(until: 5)
      try call.expectRefusal(.wrongCode)
    }
  }

  static let all = [
    bound("relayed-by-another-connection") { _, _, device in try device.connect().channel() },
    bound("other-key-of-a") { ends, _, _ in
      PairingChannel(
        keyOfA: try Identity().fingerprint, keyOfB: ends.other, exported: ends.exported)
    },
    bound("other-key-of-b") { ends, _, _ in
      PairingChannel(keyOfA: ends.own, keyOfB: try Identity().fingerprint, exported: ends.exported)
    },
    bound("sides-swapped") { ends, _, _ in
      PairingChannel(keyOfA: ends.other, keyOfB: ends.own, exported: ends.exported)
    },
    bound("other-label") { ends, connection, _ in
      PairingChannel(
        keyOfA: ends.own, keyOfB: ends.other,
        exported: try connection.tls.exported(
          label: "EXPORTER-dyad-pairing-v2", context: [], count: PairingChannel.exporterCount))
    },
    bound("not-bound-at-all") { ends, _, _ in
      PairingChannel(keyOfA: ends.own, keyOfB: ends.other, exported: [])
    },
  ]
}
