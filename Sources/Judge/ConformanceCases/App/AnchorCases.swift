internal import ConformanceKit
internal import ConformanceWire

/// Where readers stand, and what they are told from there on.
enum AnchorCases {
  private static let heart = AppCases.heart
  private static let types: Value = [.text(heart)]

  static let all = [
    granted("always-as-long", "STORE-ANCHOR-SEALED") { app, permissions, stage in
      let first = try anchor(app)
      try stage.node().save(Run.savable((0..<20).map { _ in .news() }))
      let second = try anchor(app)
      try Deviation.unless(
        first.count == 89 && second.count == 89, "89 bytes each",
        "\(first.count) and \(second.count)")
    },
    granted("never-the-same", "STORE-ANCHOR-SEALED") { app, _, _ in
      let anchors = try (0..<3).map { _ in try anchor(app) }
      try Deviation.unless(
        Set(anchors).count == 3, "three that differ", "\(Set(anchors).count)")
    },
    granted("of-another-app", "STORE-ANCHOR-START-OVER") { app, permissions, _ in
      try permissions.set([
        Accesses.Row("app.first", heart), Accesses.Row("app.second", heart),
      ])
      let foreign = try anchor(try permissions.app("app.second"))
      try expectStartOver(app, foreign)
    },
    granted("changed", "STORE-ANCHOR-START-OVER") { app, _, _ in
      var changed = try anchor(app)
      changed[40] ^= 1
      try expectStartOver(app, changed)
    },
    granted("cut", "STORE-ERROR-ARGUMENT") { app, _, _ in
      let cut = Array(try anchor(app).dropLast())
      try app.expect(
        .argument, of: "Store/Changes", ["types": types, "anchor": .bytes(cut)],
        insteadOf: ["types": types])
    },
    granted("of-the-owner", "STORE-ANCHOR-START-OVER") { app, _, stage in
      try stage.node().save(Run.savable([.news()]))
      let owner = try stage.node().owner("Store/Changes", ["types": types])["anchor"].data
      try expectStartOver(app, owner)
    },
    Case("app/anchor/of-the-owner-is-one", "STORE-ANCHOR-OWNER", needs: [.owner]) { stage in
      let node = try stage.node()
      try node.save(Run.savable([.news()]))
      let bytes = try node.judgedOwner().call("Store/Changes", ["types": types])["anchor"].data
      let anchor = try Message("Anchor", decoding: bytes)
      try Deviation.unless(
        anchor["position"].number > 0 && anchor["incarnation"].isPresent,
        "an Anchor with a position and who wrote it", anchor.text)
    },
    Case("app/anchor/beyond-the-log", "STORE-ANCHOR-START-OVER", needs: [.owner]) { stage in
      let owner = try stage.node().judgedOwner()
      let anchor = Message("Anchor", ["incarnation": 77, "position": 1000])
      try owner.expect(
        .startOver, of: "Store/Changes",
        ["types": types, "anchor": .bytes(anchor.encoded())], insteadOf: ["types": types])
    },
    granted("kept-over-a-restart", "STORE-ANCHOR-KEPT", needs: [.owner, .app, .restart]) {
      app, permissions, stage in
      _ = try app.call("Store/Save", AppCases.save([.news()]))
      let anchor = try anchor(app)
      try stage.node().restart(kill: true)
      let again = try stage.node().app(token: try permissions.token(of: "app.first"))
      let page = try again.call("Store/Changes", ["types": types, "anchor": .bytes(anchor)])
      try Deviation.unless(
        page["added"].items.isEmpty, "nothing that was told before", page.text)
    },
    granted("added", "STORE-CHANGES-ADDED") { app, _, stage in
      try stage.node().save(Run.savable([.news()]))
      let anchor = try anchor(app)
      let (own, foreign) = (Sample.news(), Sample.news())
      _ = try app.call("Store/Save", AppCases.save([own]))
      try stage.node().save(Run.savable([foreign]))
      let page = try app.call("Store/Changes", ["types": types, "anchor": .bytes(anchor)])
      try Deviation.unless(
        Set(try AppCases.uuids(page["added"].items)) == [own.uuid.bytes, foreign.uuid.bytes],
        "both samples that were saved since, and no other", page.text)
    },
    granted("deleted", "STORE-CHANGES-DELETED") { app, _, stage in
      let sample = Sample.news()
      try stage.node().save(Run.savable([sample]))
      let anchor = try anchor(app)
      try stage.node().owner("Store/Delete", SavingCases.object(sample))
      let page = try app.call("Store/Changes", ["types": types, "anchor": .bytes(anchor)])
      try Deviation.unless(
        page["deleted"].items.map { $0["uuids"].data } == [sample.uuid.bytes]
          && page["added"].items.isEmpty,
        "the sample among the deleted ones", page.text)
    },
    granted("page-by-page", "STORE-CHANGES-ADDED") { app, _, stage in
      let samples = (0..<5).map { _ in Sample.news() }
      for sample in samples { try stage.node().save(Run.savable([sample])) }
      var (told, anchor, hasMore) = ([[UInt8]](), [UInt8](), true)
      while hasMore, told.count <= samples.count {
        let page = try app.call(
          "Store/Changes", ["types": types, "anchor": .bytes(anchor), "limit": 2])
        told += try AppCases.uuids(page["added"].items)
        anchor = page["anchor"].data
        hasMore = page["has_more"].isTrue
      }
      try Deviation.unless(
        Set(told) == Set(samples.map(\.uuid.bytes)) && told.count == 5,
        "each of the five samples once", "\(told.count)")
    },
    granted("one-type-at-a-time", "STORE-CHANGES-ONE-TYPE") { app, permissions, _ in
      try permissions.set([
        Accesses.Row("app.first", heart), Accesses.Row("app.first", AppCases.sleep),
      ])
      try app.expect(
        .argument, of: "Store/Changes", ["types": [.text(heart), .text(AppCases.sleep)]],
        insteadOf: ["types": types])
    },
    Case("app/anchor/grant-tells-what-was-hidden", "STORE-CHANGES-GRANT", needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", heart, share: 2, read: 1)])
      let app = try permissions.app()
      let hidden = Sample.news()
      try stage.node().save(Run.savable([hidden]))
      let anchor = try anchor(app)
      try permissions.set([Accesses.Row("app.first", heart)])
      let page = try app.call("Store/Changes", ["types": types, "anchor": .bytes(anchor)])
      try Deviation.unless(
        try AppCases.uuids(page["added"].items) == [hidden.uuid.bytes],
        "the sample that came in sight", page.text)
    },
  ]

  private static func granted(
    _ path: String, _ clause: String, needs: Set<Need> = [.owner, .app],
    _ body: @escaping @Sendable (LocalCaller, Permissions, Stage) throws -> Void
  ) -> Case {
    AppCases.granted("app/anchor/\(path)", clause, needs: needs, body)
  }

  static func anchor(_ app: LocalCaller) throws -> [UInt8] {
    try app.call("Store/Changes", ["types": types])["anchor"].data
  }

  private static func expectStartOver(_ app: LocalCaller, _ anchor: [UInt8]) throws {
    try app.expect(
      .startOver, of: "Store/Changes", ["types": types, "anchor": .bytes(anchor)],
      insteadOf: ["types": types])
  }
}
