internal import ConformanceKit
internal import ConformanceWire

/// Nodes that call: whom they believe.
enum PinCallerCases {
  static let all = calling + telling

  /// The watch calls for its session as soon as it is paired.
  private static let calling = [
    Case("connection/pin/caller/session-to-another-key", "CONN-PIN-CALLER", of: .watch) { stage in
      try stage.peer().device.expectSilentCaller(seeing: Identity())
    },
    Case("connection/pin/caller/session-to-a-claimed-key", "CONN-PIN-CALLER", of: .watch) { stage in
      let device = try stage.peer().device
      try device.expectSilentCaller(seeing: Identity(claiming: device.identity.publicKey))
    },
    Case("connection/pin/both/session", "CONN-PIN-BOTH", of: .watch) { stage in
      let peer = try stage.peer()
      let tls = try peer.open().link.bytes as? TLSLink
      try Deviation.unless(
        tls?.peerFingerprint == peer.device.nodeFingerprint, "the same key as in the pairing",
        tls?.peerFingerprint == nil ? "no certificate" : "another key")
    },
  ]

  /// What a node tells a peer that its owner has removed.
  private static let telling = [
    Case(
      "connection/pin/caller/errand-to-another-key", "CONN-PIN-CALLER", needs: [.owner, .window]
    ) { stage in
      let device = try stage.peer().device
      try device.settleSession()
      let removal = try device.removeFromNode()
      try device.expectSilentCaller(seeing: Identity())
      try removal.cancel()
    },
    Case("connection/pin/both/errand", "CONN-PIN-BOTH", needs: [.owner, .window]) { stage in
      let device = try stage.peer().device
      try device.settleSession()
      let removal = try device.removeFromNode()
      let (_, link) = try device.acceptCall(of: "dyad.v1.Trust/Unpair")
      let tls = link.bytes as? TLSLink
      try Deviation.unless(
        tls?.peerFingerprint == device.nodeFingerprint, "the same key as in the pairing",
        tls?.peerFingerprint == nil ? "no certificate" : "another key")
      try removal.cancel()
    },
  ]
}

extension Device {
  /// Takes the session that a watch calls for, so that its next connection is for something else.
  func settleSession() throws {
    guard role == .phone else { return }
    _ = try acceptCall(of: "dyad.v1.Sync/Session")
  }
}
