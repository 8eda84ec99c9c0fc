internal import ConformanceKit
internal import ConformanceWire

/// Requests: paths, methods, content types, and what of them a node does not insist on.
enum GRPCRequestCases {
  static let all =
    wrong.map(refuse) + right.map(take) + timeouts.map(refuseTimeout)
    + goodTimeouts.map(takeTimeout)
    + deadlines + host

  /// A request that breaks a rule, and what it gets: a status of HTTP, or a code of gRPC.
  private typealias Wrong = (
    path: String, clause: String, answer: Int, field: String, value: String?
  )

  private static let wrong: [Wrong] = [
    ("method/get", "CONN-GRPC-METHOD", 405, ":method", "GET"),
    ("method/put", "CONN-GRPC-METHOD", 405, ":method", "PUT"),
    ("content-type/none", "CONN-GRPC-CONTENT-TYPE", 415, "content-type", nil),
    ("content-type/json", "CONN-GRPC-CONTENT-TYPE", 415, "content-type", "application/json"),
    ("content-type/longer", "CONN-GRPC-CONTENT-TYPE", 415, "content-type", "application/grpcx"),
    ("content-type/web", "CONN-GRPC-CONTENT-TYPE", 415, "content-type", "application/grpc-web"),
    ("unknown/service", "CONN-GRPC-UNKNOWN", 12, ":path", "/dyad.v1.Nothing/Confirm"),
    ("unknown/package", "CONN-GRPC-UNKNOWN", 12, ":path", "/dyad.v2.Trust/Confirm"),
    ("unknown/method", "CONN-GRPC-UNKNOWN", 12, ":path", "/dyad.v1.Trust/Nothing"),
    ("unknown/other-case", "CONN-GRPC-UNKNOWN", 12, ":path", "/dyad.v1.Trust/confirm"),
    ("path/one-more-part", "CONN-GRPC-PATH", 12, ":path", "/dyad.v1.Trust/Confirm/"),
    ("path/one-more-slash", "CONN-GRPC-PATH", 12, ":path", "//dyad.v1.Trust/Confirm"),
    ("path/with-a-question", "CONN-GRPC-PATH", 12, ":path", "/dyad.v1.Trust/Confirm?x=1"),
    ("path/service-alone", "CONN-GRPC-PATH", 12, ":path", "/dyad.v1.Trust"),
  ]

  private static func refuse(_ item: Wrong) -> Case {
    Case("connection/grpc/\(item.path)", item.clause) { stage in
      let (device, link) = try stage.linked()
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      let answer = try valid.with(item.field, item.value).made(on: link, insteadOf: valid)
      if item.answer >= 100 {
        try answer.expectStatus("\(item.answer)")
      } else {
        try answer.expect(item.answer)
      }
      try device.expectAnswer(on: link)
    }
  }

  /// A request that is unusual and as good as any.
  private typealias Right = (path: String, clause: String, field: String, value: String?)

  private static let right: [Right] = [
    (
      "content-type/with-a-plus", "CONN-GRPC-CONTENT-TYPE", "content-type", "application/grpc+proto"
    ),
    (
      "content-type/with-a-semicolon", "CONN-GRPC-CONTENT-TYPE", "content-type",
      "application/grpc;charset=utf-8"
    ),
    ("te/none", "CONN-GRPC-TE", "te", nil),
    ("authority/another", "CONN-GRPC-AUTHORITY", ":authority", "nobody.example:1"),
  ]

  private static func take(_ item: Right) -> Case {
    Case("connection/grpc/\(item.path)", item.clause) { stage in
      let device = try stage.peer().device
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      try valid.with(item.field, item.value).made(on: device.link()).expect(0)
    }
  }

  private static let host = [
    Case("connection/grpc/authority/host-in-its-place", "CONN-GRPC-AUTHORITY") { stage in
      let device = try stage.peer().device
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      try valid.with(":authority", nil).with("host", "nobody.example").made(on: device.link())
        .expect(0)
    }
  ]

  private static let timeouts = [
    ("without-a-unit", "5"), ("without-a-number", "S"), ("nine-digits", "123456789S"),
    ("a-fraction", "1.5S"), ("below-zero", "-1S"), ("another-unit", "5s"),
  ]

  private static func refuseTimeout(_ item: (name: String, value: String)) -> Case {
    Case("connection/grpc/timeout/\(item.name)", "CONN-GRPC-TIMEOUT") { stage in
      let device = try stage.peer().device
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      try valid.with("grpc-timeout", item.value).made(on: device.link(), insteadOf: valid)
        .expect(13)
    }
  }

  private static let goodTimeouts = [
    ("the-longest", "99999999H"), ("minutes", "1M"), ("with-zeros", "00000030S"),
    ("microseconds", "30000000u"),
  ]

  private static func takeTimeout(_ item: (name: String, value: String)) -> Case {
    Case("connection/grpc/timeout/\(item.name)", "CONN-GRPC-TIMEOUT") { stage in
      let device = try stage.peer().device
      let valid = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
      try valid.with("grpc-timeout", item.value).made(on: device.link()).expect(0)
    }
  }

  private static let deadlines = [("milliseconds", "20m"), ("nanoseconds", "1n")].map {
    name, value in
    Case("connection/grpc/deadline/\(name)", "CONN-GRPC-DEADLINE") { stage in
      let (device, link) = try stage.linked()
      var request = GRPCRequest(body: GRPCRequest.framed(device.confirmation))
        .with("grpc-timeout", value)
      request.ends = false
      let call = try request.sent(on: link)
      do {
        try GRPCAnswer(to: call).expect(4)
      } catch WireError.closed where ![nil, Frame.Fault.noError].contains(call.stream.resetCode) {
        // The other way to say it.
      }
      try device.expectAnswer(on: link)
    }
  }
}
