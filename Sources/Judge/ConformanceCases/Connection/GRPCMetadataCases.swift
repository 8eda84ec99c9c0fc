internal import ConformanceKit
internal import ConformanceWire

/// Metadata, and calls that are given up.
enum GRPCMetadataCases {
  static let all = taken.map(take) + refused.map(refuse) + given

  private typealias Field = (path: String, clause: String, name: String, value: String)

  private static let taken: [Field] = [
    ("metadata-binary/with-padding", "CONN-GRPC-METADATA-BINARY", "thing-bin", "AAEC/w=="),
    ("metadata-binary/without-padding", "CONN-GRPC-METADATA-BINARY", "thing-bin", "AAEC/w"),
    ("metadata-unknown/any", "CONN-GRPC-METADATA-UNKNOWN", "nobody-knows-it", "yes"),
    ("metadata-unknown/of-grpc", "CONN-GRPC-METADATA-UNKNOWN", "grpc-nobody-knows-it", "yes"),
  ]

  private static func take(_ item: Field) -> Case {
    Case("connection/grpc/\(item.path)", item.clause) { stage in
      let device = try stage.peer().device
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      try valid.with(item.name, item.value).made(on: device.link()).expect(0)
    }
  }

  private static let refused: [Field] = [
    ("metadata-binary/no-base64", "CONN-GRPC-METADATA-BINARY", "thing-bin", "!not base64!"),
    ("metadata-binary/cut", "CONN-GRPC-METADATA-BINARY", "thing-bin", "AAECA"),
  ]

  private static func refuse(_ item: Field) -> Case {
    Case("connection/grpc/\(item.path)", item.clause) { stage in
      let (device, link) = try stage.linked()
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      try valid.with(item.name, item.value).made(on: link, insteadOf: valid).expect(13)
      try device.expectAnswer(on: link)
    }
  }

  private static let given = [
    Case("connection/grpc/cancel/before-its-end", "CONN-GRPC-CANCEL") { stage in
      let (device, link) = try stage.linked()
      let stream = try device.beginUnpairing(on: link)
      if stage.scene.interference.mends {
        try stream.send([], end: true)
        _ = try GRPCAnswer(to: Call.on(stream))
      } else {
        try stream.reset()
      }
      try device.expectPair()
      try device.expectAnswer(on: link)
    },
    Case("connection/grpc/order/calls-apart", "CONN-GRPC-ORDER") { stage in
      let (device, link) = try stage.linked()
      let whole = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      var half = whole
      half.ends = false
      let waiting = try half.sent(on: link)
      try whole.made(on: link).expect(0)
      try waiting.finish()
      try GRPCAnswer(to: waiting).expect(0)
    },
  ]
}
