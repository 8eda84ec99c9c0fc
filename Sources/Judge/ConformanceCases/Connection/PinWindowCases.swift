internal import ConformanceKit
internal import ConformanceWire

/// What strangers reach while a pairing window is open, and peers while none is.
enum PinWindowCases {
  static let all = strangers.map(refuse) + others

  private static let strangers = [
    ("trust-confirm", "dyad.v1.Trust/Confirm"), ("trust-unpair", "dyad.v1.Trust/Unpair"),
    ("trust-rotate", "dyad.v1.Trust/Rotate"), ("sync-session", "dyad.v1.Sync/Session"),
    ("health-check", "grpc.health.v1.Health/Check"), ("store-query", "dyad.v1.Store/Query"),
    ("operator-get-status", "dyad.v1.Operator/GetStatus"),
    ("unknown-service", "nobody.knows.It/Call"),
  ]

  private static func refuse(_ item: (name: String, method: String)) -> Case {
    Case("connection/pin/window/\(item.name)-refused", "CONN-PIN-WINDOW", needs: [.window]) {
      stage in
      _ = try stage.node().pairingCode()
      let link = try stage.stranger().link()
      let request = GRPCRequest(method: item.method, body: GRPCRequest.framed([]))
      let end = try request.made(on: link).end
      try Deviation.unless(
        end.code == 7 && end.trailer(PairingRefusal.trailer) == "not-paired",
        "PERMISSION_DENIED with the trailer dyad-refusal: not-paired",
        "\(end), dyad-refusal: \(end.trailer(PairingRefusal.trailer) ?? "none")")
    }
  }

  private static let others = [
    Case("connection/pin/window/pairing-reached", "CONN-PIN-WINDOW", needs: [.window]) { stage in
      let code = try stage.node().pairingCode()
      let device = try stage.stranger()
      let connection = try NodeConnection(to: device.node.address, as: device.identity, stage.scene)
      try connection.pair(try device.description(), code: code).run(until: 2)
      connection.close()
    },
    Case("connection/pin/window/another-curve", "PAIR-TLS-KEYS") { stage in
      _ = try stage.node().pairingCode()
      let identity = try Identity(curve: "P-384")
      try stage.stranger().expectUnbelieved(calling: PairingCall.method) { $0.identity = identity }
    },
    Case("connection/pin/window/another-curve-when-joining", "PAIR-TLS-KEYS", needs: [.owner]) {
      stage in
      let device = try stage.stranger()
      let joining = try stage.node().ownerStream(
        "PairingControl/Join", ["start": ["address": .text("127.0.0.1:\(device.listener.port)")]])
      try device.expectSilentCaller(seeing: Identity(curve: "P-384"))
      try joining.cancel()
    },
    Case("connection/pin/window-closed/peer-refused", "CONN-PIN-WINDOW-CLOSED") { stage in
      let link = try stage.peer().device.link()
      let request = GRPCRequest(method: PairingCall.method, body: GRPCRequest.framed([]))
      let end = try request.made(on: link).end
      try Deviation.unless(
        end.code == 9 && end.trailer(PairingRefusal.trailer) == "window-closed",
        "FAILED_PRECONDITION with the trailer dyad-refusal: window-closed",
        "\(end), dyad-refusal: \(end.trailer(PairingRefusal.trailer) ?? "none")")
    },
    Case("connection/pin/window-end/strangers-go", "CONN-PIN-WINDOW-END", needs: [.owner, .window])
    {
      stage in
      _ = try goneWithTheWindow(stage)
    },
    Case(
      "connection/pin/window-end/stranger-after-it", "CONN-PIN-STRANGER", needs: [.owner, .window]
    ) { stage in
      try goneWithTheWindow(stage).expectUnbelieved(calling: PairingCall.method)
    },
  ]

  /// A stranger whose connection ends with the window, which says that the node has closed it.
  private static func goneWithTheWindow(_ stage: Stage) throws -> Device {
    let node = try stage.node()
    _ = try node.pairingCode()
    let device = try stage.stranger()
    let link = try device.link()
    try link.ping()
    try node.closeWindow()
    try device.expectEnd(of: link, "the connections of strangers with the window")
    return device
  }
}
