internal import ConformanceKit
internal import ConformanceWire

/// Which services are where.
enum ServiceCases {
  static let all =
    served + nodesAlone.map(refuseOnPort) + appsAlone.map(refuseOnSocket) + apps + others

  private static let served = ["Sync/Session", "Trust/Confirm", "Pairing/Pair"].map { method in
    let name = method.lowercased().replacing("/", with: "-")
    return Case("connection/service/nodes/\(name)-served", "CONN-SERVICE-NODES") { stage in
      let link = try stage.peer().device.link()
      let request = GRPCRequest(method: Schema.prefix + method, body: GRPCRequest.framed([]))
      let end = try request.made(on: link).end
      try Deviation.unless(end.code != 12, "the service of \(method)", "\(end)")
    }
  }

  private static let nodesAlone = [
    ("store", "Store"), ("operator", "Operator"), ("pairing-control", "PairingControl"),
  ]

  private static func refuseOnPort(_ item: (name: String, service: String)) -> Case {
    Case("connection/service/nodes/\(item.name)-not-served", "CONN-SERVICE-NODES") { stage in
      try expectNothing(of: item.service, on: stage.peer().device.link())
    }
  }

  private static let appsAlone = [
    ("sync", "Sync"), ("trust", "Trust"), ("pairing", "Pairing"), ("operator", "Operator"),
    ("pairing-control", "PairingControl"),
  ]

  private static func refuseOnSocket(_ item: (name: String, service: String)) -> Case {
    Case(
      "connection/service/apps/\(item.name)-not-served", "CONN-SERVICE-APPS", needs: [.app, .owner]
    ) { stage in
      let token = try stage.node().makeApp("org.example.judge")
      try expectNothing(of: item.service, on: appLink(stage), token: token)
    }
  }

  private static let apps = [
    Case("connection/service/apps/store-served", "CONN-SERVICE-APPS", needs: [.app, .owner]) {
      stage in
      let token = try stage.node().makeApp("org.example.judge")
      let method = Schema.prefix + "Store/GetAuthorization"
      let request = GRPCRequest(method: method, body: GRPCRequest.framed([]))
        .with("authorization", "Bearer \(token)")
      let end = try request.made(on: appLink(stage)).end
      try Deviation.unless(end.code != 12, "the service dyad.v1.Store", "\(end)")
    }
  ]

  private static let check = "grpc.health.v1.Health/Check"
  private static let watch = "grpc.health.v1.Health/Watch"

  private static let others = [
    Case("connection/service/health/on-the-port", "CONN-SERVICE-HEALTH", level: .should) { stage in
      try expectServing(on: stage.peer().device.link())
    },
    Case(
      "connection/service/health/on-the-socket", "CONN-SERVICE-HEALTH", level: .should,
      needs: [.app]
    ) { stage in
      try expectServing(on: appLink(stage))
    },
    Case("connection/service/health/check-unknown", "CONN-SERVICE-HEALTH-UNKNOWN") { stage in
      let link = try stage.peer().device.link()
      let body = GRPCRequest.framed(WireWriter.field(1, Array("nobody.knows.It".utf8)))
      let answer = try GRPCRequest(method: check, body: body).made(on: link)
      if answer.end.code == 12 { throw NotHere("the node serves no health") }
      try answer.expect(5)
    },
    Case("connection/service/health/watch-unknown", "CONN-SERVICE-HEALTH-UNKNOWN") { stage in
      let link = try stage.peer().device.link()
      let body = GRPCRequest.framed(WireWriter.field(1, Array("nobody.knows.It".utf8)))
      let call = try GRPCRequest(method: watch, body: body).sent(on: link)
      switch try call.receive() {
      case .message([8, 3]): break
      case .end(let end) where end.code == 12: throw NotHere("the node serves no health")
      case let other:
        throw Deviation(expected: "SERVICE_UNKNOWN", observed: "\(other)")
      }
      try link.ping()
      if call.stream.isEnded {
        throw Deviation(expected: "a Watch that goes on", observed: "its end")
      }
    },
    Case("connection/service/reflection/lists-trust", "CONN-SERVICE-REFLECTION", level: .should) {
      stage in
      let link = try stage.peer().device.link()
      let method = "grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
      // list_services is field 7, a text.
      let body = GRPCRequest.framed(WireWriter.field(7, []))
      let answer = try GRPCRequest(method: method, body: body).made(on: link)
      if answer.end.code == 12 { throw NotHere("the node serves no reflection") }
      let names = answer.messages.map { String(decoding: $0, as: UTF8.self) }.joined()
      try Deviation.unless(
        names.contains("dyad.v1.Trust"), "a list of services with dyad.v1.Trust",
        "a list without it, \(answer.end)")
    },
  ]

  private static func appLink(_ stage: Stage) throws -> HTTP2Link {
    guard let socket = try stage.node().appSocket else {
      throw NotHere("the node has no socket for apps")
    }
    let plain = try PlainLink(to: socket, scene: stage.scene, by: stage.scene.deadline)
    let link = HTTP2Link(plain, stage.scene)
    try link.start()
    return link
  }

  /// Calls every method that the text has of a service.
  private static func expectNothing(
    of service: String, on link: HTTP2Link, token: String? = nil
  ) throws {
    let prefix = Schema.prefix + service + "/"
    for method in Schema.shared.methods.keys.filter({ $0.hasPrefix(prefix) }).sorted() {
      let request = GRPCRequest(method: method, body: GRPCRequest.framed([]))
        .with("authorization", token.map { "Bearer \($0)" })
      try request.made(on: link).expect(12)
    }
  }

  private static func expectServing(on link: HTTP2Link) throws {
    let answer = try GRPCRequest(method: check, body: GRPCRequest.framed([])).made(on: link)
    try Deviation.unless(
      answer.messages == [[8, 1]] && answer.end.code == 0, "SERVING",
      "\(answer.messages.count) messages, \(answer.end)")
  }
}
