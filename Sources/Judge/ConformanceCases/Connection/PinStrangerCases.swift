internal import ConformanceKit
internal import ConformanceWire

/// Those who are no peers, while nothing is open for them.
enum PinStrangerCases {
  static let all = strangers + keys + former

  /// What a node serves to others of its kind.
  private static let methods = [
    "dyad.v1.Pairing/Pair", "dyad.v1.Trust/Confirm", "dyad.v1.Trust/Unpair",
    "dyad.v1.Trust/Rotate", "dyad.v1.Sync/Session", "grpc.health.v1.Health/Check",
  ]

  private static let strangers =
    methods.map { method in
      let name = method.split(separator: ".").last?.lowercased() ?? ""
      return Case(
        "connection/pin/stranger/\(name.replacing("/", with: "-"))", "CONN-PIN-STRANGER"
      ) { stage in
        try stage.stranger().expectUnbelieved(calling: method)
      }
    } + [
      Case("connection/pin/stranger/beside-a-peer", "CONN-PIN-STRANGER") { stage in
        try stage.peer().device.expectServed()
        try stage.stranger().expectUnbelieved(calling: "dyad.v1.Sync/Session")
      }
    ]

  private static let keys = [
    Case("connection/pin/key/another-certificate", "CONN-PIN-KEY") { stage in
      let device = try stage.peer().device
      var look = Identity.Look()
      look.commonName = "another one"
      look.serial = 7
      let identity = try Identity(with: device.identity, as: look)
      try device.expectServed { $0.identity = identity }
    },
    Case("connection/pin/key/another-key", "CONN-PIN-KEY") { stage in
      let device = try stage.peer().device
      let identity = try Identity()
      try device.expectUnbelieved { $0.identity = identity }
    },
    Case("connection/pin/key/another-curve", "CONN-PIN-KEY") { stage in
      let device = try stage.peer().device
      let identity = try Identity(curve: "P-384")
      try device.expectAlert { $0.identity = identity }
    },
  ]

  private static let former = [
    Case("connection/pin/former/after-unpairing", "CONN-PIN-FORMER", needs: [.window]) { stage in
      let (device, link) = try stage.linked()
      let stream = try device.beginUnpairing(on: link)
      try stream.send([], end: true)
      try GRPCAnswer(to: Call.on(stream)).expect(0)
      try device.expectAlert("certificate revoked")
    },
    Case("connection/pin/former/after-removal", "CONN-PIN-FORMER", needs: [.owner, .window]) {
      stage in
      let device = try stage.peer().device
      let removal = try device.removeFromNode()
      // The node tells it before it answers its owner.
      let (call, link) = try device.acceptCall(of: "dyad.v1.Trust/Unpair")
      try call.send([])
      try call.end(0)
      _ = try removal.next(by: stage.scene.deadline)
      link.close()
      try device.expectAlert("certificate revoked")
    },
  ]
}
