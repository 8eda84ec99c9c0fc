internal import ConformanceKit
internal import ConformanceWire

/// How messages stand in the bytes of a call.
enum GRPCMessageCases {
  static let all = taken + refused.map(refuse) + encodings

  private static let taken = [
    Case("connection/grpc/framing/byte-by-byte", "CONN-GRPC-FRAMING") { stage in
      let (device, link) = try stage.linked()
      let stream = try link.open(GRPCRequest().fields(on: link))
      let bytes = GRPCRequest.framed(device.confirmation)
      for (place, byte) in bytes.enumerated() {
        try stream.send([byte], end: place == bytes.count - 1)
      }
      try GRPCAnswer(to: Call.on(stream)).expect(0)
    },
    Case("connection/grpc/framing/no-bytes", "CONN-GRPC-FRAMING") { stage in
      // A message of which every field has its default.
      let link = try stage.peer().device.link()
      try GRPCRequest(body: GRPCRequest.framed([])).made(on: link).expect(0)
    },
    Case("connection/grpc/empty-data/at-the-end", "CONN-GRPC-EMPTY-DATA") { stage in
      let (device, link) = try stage.linked()
      let stream = try link.open(GRPCRequest().fields(on: link))
      try stream.send(GRPCRequest.framed(device.confirmation))
      try link.ping()
      try stream.send([], end: true)
      try GRPCAnswer(to: Call.on(stream)).expect(0)
    },
    Case("connection/grpc/empty-data/between", "CONN-GRPC-EMPTY-DATA") { stage in
      let (device, link) = try stage.linked()
      let stream = try link.open(GRPCRequest().fields(on: link))
      let bytes = GRPCRequest.framed(device.confirmation)
      try stream.send(Array(bytes.prefix(3)))
      try link.write(.data(stream.id, []))
      try stream.send(Array(bytes.dropFirst(3)), end: true)
      try GRPCAnswer(to: Call.on(stream)).expect(0)
    },
    Case("connection/grpc/length/four-mebibytes-taken", "CONN-GRPC-LENGTH-TAKEN") { stage in
      let device = try stage.peer().device
      // The rest is a field that nobody knows, with 6 bytes of its own.
      let rest = (4 << 20) - device.confirmation.count - 6
      let message =
        device.confirmation + WireWriter.field(1_000, [UInt8](repeating: 0, count: rest))
      try GRPCRequest(body: GRPCRequest.framed(message)).made(on: device.link()).expect(0)
    },
  ]

  /// A body that breaks a rule, and the codes that it may get.
  private typealias Wrong = (
    path: String, clause: String, codes: [Int], ends: Bool, body: @Sendable ([UInt8]) -> [UInt8]
  )

  private static let refused: [Wrong] = [
    ("flag/two", "CONN-GRPC-FLAG", [13], true, { GRPCRequest.framed($0, flag: 2) }),
    ("flag/all-bits", "CONN-GRPC-FLAG", [13], true, { GRPCRequest.framed($0, flag: 255) }),
    ("cut/in-the-prefix", "CONN-GRPC-CUT", [13], true, { Array(GRPCRequest.framed($0).prefix(3)) }),
    ("cut/in-the-message", "CONN-GRPC-CUT", [13], true, { GRPCRequest.framed($0, count: 1_000) }),
    (
      "length/one-more", "CONN-GRPC-LENGTH", [8], false,
      { GRPCRequest.framed($0, count: (4 << 20) + 1) }
    ),
    (
      "length/the-most", "CONN-GRPC-LENGTH", [8], false,
      { GRPCRequest.framed($0, count: 0xffff_ffff) }
    ),
    ("count/none", "CONN-GRPC-COUNT", [12], true, { _ in [] }),
    (
      "count/two", "CONN-GRPC-COUNT", [12], true,
      { GRPCRequest.framed($0) + GRPCRequest.framed($0) }
    ),
    (
      "malformed/cut-field", "CONN-GRPC-MALFORMED", [13, 3], true,
      { _ in GRPCRequest.framed([0x09, 1, 2]) }
    ),
    (
      "malformed/no-protobuf", "CONN-GRPC-MALFORMED", [13, 3], true,
      { _ in GRPCRequest.framed([0xff, 0xff, 0xff, 0xff]) }
    ),
    (
      "compressed/no-encoding", "CONN-GRPC-COMPRESSED", [13], true,
      { GRPCRequest.framed($0, flag: 1) }
    ),
  ]

  private static func refuse(_ item: Wrong) -> Case {
    Case("connection/grpc/\(item.path)", item.clause) { stage in
      let (device, link) = try stage.linked()
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      var broken = valid
      broken.body = item.body(device.confirmation)
      broken.ends = item.ends
      let end = try broken.made(on: link, insteadOf: valid).end
      try Deviation.unless(
        item.codes.contains(end.code), "a call that ends with \(CallEnd(code: item.codes[0]))",
        "\(end)")
      try device.expectAnswer(on: link)
    }
  }

  private static let encodings = [
    Case("connection/grpc/encoding/unknown", "CONN-GRPC-ENCODING") { stage in
      let device = try stage.peer().device
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      let answer = try valid.with("grpc-encoding", "nobody-knows-it")
        .made(on: device.link(), insteadOf: valid)
      try answer.expect(12)
      try Deviation.unless(
        (answer.first + answer.last).value("grpc-accept-encoding") != nil,
        "a grpc-accept-encoding that says which encodings it knows", "none")
    },
    Case("connection/grpc/compressed/identity", "CONN-GRPC-COMPRESSED") { stage in
      let device = try stage.peer().device
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      var broken = valid.with("grpc-encoding", "identity")
      broken.body = GRPCRequest.framed(device.confirmation, flag: 1)
      try broken.made(on: device.link(), insteadOf: valid).expect(13)
    },
    Case("connection/grpc/compressed-length/five-mebibytes", "CONN-GRPC-COMPRESSED-LENGTH") {
      stage in
      let device = try stage.peer().device
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      var broken = valid.with("grpc-encoding", "gzip")
      broken.body = GRPCRequest.framed(GzipZeros.bytes(count: 5 << 20), flag: 1)
      let answer = try broken.made(on: device.link(), insteadOf: valid)
      if answer.end.code == 12 { throw NotHere("the node does not know gzip") }
      try answer.expect(8)
    },
    Case("connection/grpc/accepted/nothing-compressed", "CONN-GRPC-ACCEPTED") { stage in
      let device = try stage.peer().device
      let answer = try GRPCRequest(body: GRPCRequest.framed(device.confirmation))
        .made(on: device.link())
      let encoding = answer.first.value("grpc-encoding") ?? "identity"
      try Deviation.unless(
        encoding == "identity" && !answer.wasCompressed,
        "an answer that is not compressed, because the call accepts no encoding",
        "grpc-encoding: \(encoding)")
    },
  ]
}
