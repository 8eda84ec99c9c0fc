internal import ConformanceKit
internal import ConformanceWire

/// How long a watch acts on what the phone decided.
enum LeaseCases {
  private static let type = Sample.heartRateType
  private static let lease = 3600.0

  static let all = [
    lease("over-sharing-is-open") { app, _, _, node in
      try save(app)
      try node.advanceClock(lease + 60)
      try app.expect(.undetermined, of: "Store/Save", ["runs": .list(Run.savable([.news()]))])
    },
    lease("over-reading-is-open") { app, _, _, node in
      _ = try app.all("Store/Query", ["type": .text(type)])
      try node.advanceClock(lease + 60)
      try app.expect(.undetermined, of: "Store/Query", ["type": .text(type)])
    },
    lease("over-status-is-open") { app, _, _, node in
      try node.advanceClock(lease + 60)
      let told = try app.call("Store/GetAuthorization", ["share": [.text(type)]])["statuses"]
      try Deviation.unless(
        told.items.map(\.number) == [0], "an app that is told that nothing is decided",
        "\(told.items.map(\.number))")
    },
    lease("not-over-yet") { app, _, _, node in
      try node.advanceClock(lease - 600)
      try save(app)
    },
    lease("begins-anew-with-a-welcome") { app, peer, session, node in
      try session.end()
      try node.advanceClock(lease + 60)
      try peer.sync(try peer.ready())
      try save(app)
    },
    lease("begins-anew-with-an-acknowledgement") { app, peer, session, node in
      try node.advanceClock(lease / 2)
      try peer.acknowledge(in: session)
      try peer.sync(session)
      try node.advanceClock(lease * 0.6)
      try save(app)
    },
  ]

  /// A case with an app that may do all with a type, and the phone that decided so.
  private static func lease(
    _ path: String,
    _ body: @escaping @Sendable (LocalCaller, Peer, Session, Node) throws -> Void
  ) -> Case {
    Case(
      "settings/lease/\(path)", "SETTINGS-LEASE-OVER", of: .watch, needs: [.owner, .app, .clock]
    ) { stage in
      let peer = try stage.peer()
      peer.settings["accesses"] = Accesses.value([Accesses.Row("app.first", type)])
      peer.settings["lease"] = .double(lease)
      let app = try stage.node().app(token: try stage.node().makeApp("app.first"))
      let session = try peer.ready()
      try peer.sync(session)
      try body(app, peer, session, try stage.node())
    }
  }

  private static func save(_ app: LocalCaller) throws {
    _ = try app.call("Store/Save", ["runs": .list(Run.savable([.news()]))])
  }
}
