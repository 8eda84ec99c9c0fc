internal import ConformanceKit
internal import ConformanceWire

/// What becomes of connections and of the pair when one side is no peer of the other any more.
enum PinPeerCases {
  static let all = unpaired + told

  private static let unpaired = [
    Case("connection/pin/unpaired/connections-end", "CONN-PIN-UNPAIRED", needs: [.window]) {
      stage in
      let device = try stage.peer().device
      let idle = try device.expectServed()
      try unpair(device)
      try device.expectEnd(of: idle, "the connections of the key")
    },
    Case("connection/pin/unpaired/calls-broken-off", "CONN-PIN-UNPAIRED", needs: [.window]) {
      stage in
      let (device, link) = try stage.linked()
      let body = GRPCRequest.framed(device.confirmation)
      var request = GRPCRequest(body: body)
      request.ends = false
      let call = try request.sent(on: link)
      try link.ping()
      try unpair(device)
      try device.expectEnd(of: link, "the connections of the key, and the calls on them")
      if let end = call.end, end.code == 0 {
        throw Deviation(expected: "a call that is broken off", observed: "one that ended with OK")
      }
    },
  ]

  private static func unpair(_ device: Device) throws {
    let stream = try device.beginUnpairing(on: try device.link())
    try stream.send([], end: true)
    try GRPCAnswer(to: Call.on(stream)).expect(0)
  }

  private static let told = [
    Case(
      "connection/pin/forgotten/told-by-status", "CONN-PIN-FORGOTTEN", of: .watch, needs: [.window]
    ) { stage in
      let device = try stage.peer().device
      // It may ask once more before it believes.
      try device.expectNoPair(answersNotPaired: true)
    },
    Case(
      "connection/pin/forgotten/told-by-alert", "CONN-PIN-FORGOTTEN", of: .watch, needs: [.window]
    ) { stage in
      let device = try stage.peer().device
      let plain = try device.listener.accept(by: stage.scene.deadline)
      var options = device.tlsOptions
      // Nobody has such a key, so that the node's is refused.
      let isBlind = stage.scene.interference.mends
      if !isBlind { options.trust = .fingerprint([UInt8](repeating: 0, count: 32)) }
      do throws(any Error) {
        _ = try TLSLink(server: plain, options, scene: stage.scene, by: stage.scene.deadline)
        if !isBlind { throw Doubt("the tool's TLS took a key that it should have refused") }
      } catch WireError.refused {
        plain.close()
      }
      try device.expectNoPair()
    },
    Case(
      "connection/pin/unproven/alert-in-the-open", "CONN-PIN-UNPROVEN", of: .watch, needs: [.clock]
    ) { stage in
      let device = try stage.peer().device
      let plain = try device.listener.accept(by: stage.scene.deadline)
      _ = try plain.receive(by: stage.scene.deadline)
      // certificate_revoked, by somebody who has shown no key.
      try plain.send([21, 3, 3, 0, 2, 2, 44], by: stage.scene.deadline)
      do throws(any Error) {
        while try plain.receive(by: stage.scene.deadline) != nil {}
      } catch WireError.closed {
        // A reset ends it as well.
      }
      plain.close()
      // It calls again, after the pause that the text has.
      try device.node.advanceClock(1.5)
      _ = try device.acceptCall(of: "dyad.v1.Sync/Session")
      try device.expectPair()
    },
  ]
}
