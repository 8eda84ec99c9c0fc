internal import ConformanceKit
internal import ConformanceWire

/// How a pair ends, and who is told.
enum TrustCases {
  static let all = [
    Case("pairing/unpair/outlives-the-node", "PAIR-UNPAIR-KEPT", needs: [.restart]) { stage in
      let device = try stage.pairedDevice()
      try device.connect().unpair()
      try stage.node().restart(kill: true)
      try device.expectAlert("certificate revoked")
    },
    Case("pairing/unpair/ends-the-connections", "PAIR-UNPAIR-CUT") { stage in
      let device = try stage.pairedDevice()
      let other = try device.connect()
      _ = try other.confirm(incarnation: device.incarnation)
      try device.connect().unpair()
      while !other.link.hasEnded {
        do {
          try other.link.pump()
        } catch WireError.closed {
          return
        }
      }
    },
    Case("pairing/confirm/former-peer-at-an-open-window", "PAIR-CONFIRM-UNKNOWN", needs: [.owner]) {
      stage in
      let device = try stage.pairedDevice()
      try device.connect().unpair()
      _ = try stage.node().pairingCode()
      try CallRefused.expect(.notPaired) { try device.expectPeer() }
    },
    Case("pairing/confirm/listens-nowhere", "PAIR-CONFIRM-PORT", needs: [.owner]) { stage in
      let device = try stage.pairedDevice()
      _ = try device.connect().confirm(incarnation: device.incarnation, port: 0)
      let address = try device.knownAddress()
      try Deviation.unless(address.isEmpty, "a peer of which no address is known", "an address")
    },
    Case("pairing/confirm/listens-again", "PAIR-CONFIRM-PORT", needs: [.owner]) { stage in
      let device = try stage.pairedDevice()
      for port in [0, UInt16(device.listener.port)] {
        _ = try device.connect().confirm(incarnation: device.incarnation, port: port)
      }
      let address = try device.knownAddress()
      try Deviation.unless(
        address.hasSuffix(":\(device.listener.port)"), "an address with the port that was told",
        address.isEmpty ? "none" : "another one")
    },
    Case("pairing/unpair/told-by-the-node", "PAIR-UNPAIR-KEPT", needs: [.owner]) { stage in
      let device = try stage.pairedDevice()
      let removal = try device.removeFromNode()
      try device.accept("dyad.v1.Trust/Unpair") { _ in Message("UnpairResponse") }
      _ = try removal.next(by: stage.scene.deadline)
      try device.expectAlert("certificate revoked")
    },
    Case("pairing/confirm/told-that-it-is-forgotten", "PAIR-CONFIRM-UNKNOWN", needs: [.owner]) {
      stage in
      let device = try stage.halfPair()
      let call = try Call.accept(device.acceptLink())
      try Deviation.unless(
        call.method == "dyad.v1.Trust/Confirm", "a call of Trust/Confirm", call.method)
      try call.end(
        stage.mends ? 14 : 7, "cannot answer",
        trailers: stage.mends ? [] : [HeaderField(PairingRefusal.trailer, "not-paired")])
      let owner = try stage.node().judgedOwner()
      let deadline = stage.scene.deadline
      while !(try owner.call("PairingControl/ListPeers")["peers"].items.isEmpty) {
        try Deviation.unless(!deadline.isOver, "the end of the pair", "a peer")
      }
    },
  ]
}

extension Device {
  /// Where the node calls it, as the node's owner is told; empty where it does not.
  fileprivate func knownAddress() throws -> String {
    let id = try description().id
    let peers = try node.judgedOwner().call("PairingControl/ListPeers")["peers"].items
    let peer = try Deviation.unlessThere(
      peers.first(where: { $0["id"].string == id }), "the device among the peers",
      "\(peers.count) others")
    return peer["address"].string
  }

  /// Answers the node's next call of a method, and other calls of trust on the way.
  func accept(_ method: String, _ body: (Message) throws -> Message) throws {
    while true {
      let call: Call
      do {
        call = try Call.accept(acceptLink())
        guard call.method == method else {
          try Deviation.unless(
            call.method.hasPrefix("dyad.v1.Trust/") || call.method.hasPrefix("dyad.v1.Sync/"),
            "a call of \(method)", call.method)
          try answer(call)
          continue
        }
      } catch WireError.refused, WireError.closed {
        // The node gives up what it had begun as one of a pair.
        continue
      }
      guard let layout = Schema.shared.methods[method] else {
        preconditionFailure("the text has no method \(method)")
      }
      guard case .message(let bytes) = try call.receive() else {
        throw Deviation(expected: "a request of \(method)", observed: "none")
      }
      try call.send(body(Message(layout.input, decoding: bytes)).encoded())
      try call.end(0)
      return
    }
  }
}
