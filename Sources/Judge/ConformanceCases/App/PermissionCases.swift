internal import ConformanceKit
internal import ConformanceWire

/// What apps ask for, and what they are told of it.
enum PermissionCases {
  private static let heart = AppCases.heart

  static let all = [
    fresh("left-with-the-user", "STORE-ACCESS-ASKED") { app, node in
      let answer = try app.call("Store/RequestAuthorization", request)
      let waiting = try node.requests(of: "app.first").count
      try Deviation.unless(
        !answer["is_decided"].isTrue && waiting == 1, "a request that waits",
        "\(waiting) requests, decided: \(answer["is_decided"].isTrue)")
    },
    fresh("asked-once", "STORE-ACCESS-ASKED") { app, node in
      for _ in 0..<2 { _ = try app.call("Store/RequestAuthorization", request) }
      let waiting = try node.requests(of: "app.first").count
      try Deviation.unless(waiting == 1, "one request", "\(waiting)")
    },
    fresh("should-request", "STORE-ACCESS-STATUS") { app, _ in
      let told = try app.call("Store/GetAuthorization", asking)
      try Deviation.unless(
        told["should_request"].isTrue && told["statuses"].items.map(\.number) == [0],
        "0 for what nobody decided, and that it would be asked", told.text)
    },
    Case("app/permission/statuses", "STORE-ACCESS-STATUS", needs: [.owner, .app]) { stage in
      let permissions = Permissions(stage)
      try permissions.set([
        Accesses.Row("app.first", heart, share: 2, read: 0),
        Accesses.Row("app.first", AppCases.sleep, share: 1, read: 2),
      ])
      let told = try permissions.app().call(
        "Store/GetAuthorization",
        ["share": [.text(AppCases.sleep), .text(AppCases.steps), .text(heart)]])["statuses"]
      try Deviation.unless(
        told.items.map(\.number) == [1, 0, 2], "1, 0 and 2", "\(told.items.map(\.number))")
    },
    Case("app/permission/correlation-is-open", "STORE-ACCESS-STATUS", needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      try permissions.set(
        [Sample.systolicType, Sample.diastolicType].map { Accesses.Row("app.first", $0) })
      let told = try permissions.app().call(
        "Store/GetAuthorization", ["share": [.text(Sample.pressureType)]])["statuses"]
      try Deviation.unless(
        told.items.map(\.number) == [0], "0 for a correlation", "\(told.items.map(\.number))")
    },
    Case("app/permission/reading-is-not-told", "STORE-ACCESS-STATUS", needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      var told: [Message] = []
      for read in [1, 2] as [Int64] {
        try permissions.set([Accesses.Row("app.first", heart, share: 1, read: read)])
        told.append(try permissions.app().call("Store/GetAuthorization", asking))
      }
      try Deviation.unless(
        told[0] == told[1], "the same, whatever was decided of reading",
        "\(told.map(\.text))")
    },
    fresh("no-reason-to-share", "STORE-ACCESS-REASON", share: "") { app, _ in
      try app.expect(
        .argument, of: "Store/RequestAuthorization",
        ["share": [.text(heart)], "no_wait": true],
        insteadOf: ["read": [.text(heart)], "no_wait": true])
    },
    fresh("no-reason-to-read", "STORE-ACCESS-REASON", read: "") { app, _ in
      try app.expect(
        .argument, of: "Store/RequestAuthorization",
        ["read": [.text(heart)], "no_wait": true],
        insteadOf: ["share": [.text(heart)], "no_wait": true])
    },
    Case("app/permission/decided-once", "STORE-ACCESS-ONCE", needs: [.owner, .app]) { stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", heart, share: 1, read: 1)])
      let answer = try permissions.app().call("Store/RequestAuthorization", request)
      let waiting = try stage.node().requests(of: "app.first").count
      try Deviation.unless(
        answer["is_decided"].isTrue && waiting == 0, "no request, as all is decided",
        "\(waiting) requests")
    },
    Case("app/permission/waits", "STORE-ACCESS-ASKED", of: .phone, needs: [.owner, .app]) { stage in
      let node = try stage.node()
      let app = try node.app(token: try node.makeApp("app.first"))
      // One that is left with the user is there when the other begins to wait for it.
      _ = try app.call("Store/RequestAuthorization", request)
      let call = try app.start("Store/RequestAuthorization", asking)
      try node.decide("app.first", approving: false)
      let answer = try call.following()
      try Deviation.unless(
        answer["is_decided"].isTrue, "the end of the wait", answer.text)
    },
  ]

  private static let asking: Value = ["share": [.text(heart)], "read": [.text(heart)]]
  private static let request: Value = [
    "share": [.text(heart)], "read": [.text(heart)], "no_wait": true,
  ]

  /// A case with an app of which nothing was decided.
  private static func fresh(
    _ path: String, _ clause: String, share: String = "To keep it.", read: String = "To show it.",
    _ body: @escaping @Sendable (LocalCaller, Node) throws -> Void
  ) -> Case {
    Case("app/permission/\(path)", clause, needs: [.owner, .app]) { stage in
      let node = try stage.node()
      let token = try node.makeApp("app.first", readReason: read, shareReason: share)
      try body(try node.app(token: token), node)
    }
  }
}
