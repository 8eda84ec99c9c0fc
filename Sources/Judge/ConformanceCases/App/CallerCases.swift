internal import ConformanceKit
internal import ConformanceWire

/// Who calls.
enum CallerCases {
  static let all =
    strangers + [
      owned("owner-needs-none", "STORE-OWNER") { owner, node in
        let sample = Sample.news()
        try node.save(Run.savable([sample]))
        let held = try ScopeSettingCases.held(owner, sample.type)
        try Deviation.unless(held == [sample.uuid.bytes], "the sample", "\(held.count) samples")
      },
      owned("owner-saves-what-it-says", "STORE-OWNER") { owner, _ in
        let sample = Sample.news()
        _ = try owner.call("Store/Save", AppCases.save([sample]))
        let sources = try owner.call("Store/ListSources", ["type": .text(sample.type)])["sources"]
        try Deviation.unless(
          sources.items.map { $0["bundle_identifier"].string } == ["app.conformance"],
          "the source that the run says", "\(sources)")
      },
      Case("app/caller/token-in-force", "STORE-TOKEN", needs: [.owner, .app]) { stage in
        let node = try stage.node()
        _ = try node.app(token: try node.makeApp("app.first")).call("Store/GetCoverage")
      },
      Case("app/caller/same-words", "STORE-TOKEN-UNKNOWN", needs: [.owner, .app]) { stage in
        let node = try stage.node()
        _ = try node.makeApp("app.first")
        let wrong = String(repeating: "0", count: 64)
        let words = try [nil, wrong, "x"].map {
          try node.app(token: $0).expect(.unauthenticated, of: "Store/GetCoverage", [:]).message
        }
        try Deviation.unless(
          Set(words).count == 1, "the same words for every reason", "\(Set(words).sorted())")
      },
      Case("app/caller/removed", "STORE-TOKEN-UNKNOWN", needs: [.owner, .app]) { stage in
        let node = try stage.node()
        let app = try node.app(token: try node.makeApp("app.first"))
        try node.owner("Operator/RemoveApp", ["bundle_identifier": "app.first"])
        try app.expect(.unauthenticated, of: "Store/GetCoverage", [:])
      },
      Case("app/caller/earlier-token", "STORE-TOKEN-UNKNOWN", needs: [.owner, .app]) { stage in
        let node = try stage.node()
        let app = try node.app(token: try node.makeApp("app.first"))
        _ = try node.makeApp("app.first")
        try app.expect(.unauthenticated, of: "Store/GetCoverage", [:])
      },
      gone("removed-while-it-follows") {
        try $0.owner("Operator/RemoveApp", ["bundle_identifier": "app.first"])
      },
      gone("another-token-while-it-follows") { _ = try $0.makeApp("app.first") },
      Case("app/caller/version-longest", "STORE-VERSION", needs: [.owner, .app]) { stage in
        let node = try stage.node()
        let version = String(repeating: "1", count: 128)
        _ = try node.app(token: try node.makeApp("app.first"), version: version)
          .call("Store/GetCoverage")
      },
      Case("app/caller/version-too-long", "STORE-VERSION", needs: [.owner, .app]) { stage in
        let node = try stage.node()
        let version = String(repeating: "1", count: 129)
        try node.app(token: try node.makeApp("app.first"), version: version)
          .expect(.invalid, of: "Store/GetCoverage", [:])
      },
    ]

  /// A call of each kind from who shows nothing that is in force.
  private static let strangers =
    [
      ("none", nil), ("short", "x"), ("wrong", String(repeating: "a", count: 64)),
    ].map { name, token in
      Case("app/caller/token-\(name)", "STORE-TOKEN-UNKNOWN", needs: [.owner, .app]) { stage in
        let node = try stage.node()
        _ = try node.makeApp("app.first")
        let stranger = try node.app(token: token)
        let type: Value = .text(AppCases.heart)
        for (method, request) in [
          ("Store/GetCoverage", [:]), ("Store/Save", AppCases.save([.news()])),
          ("Store/Query", ["type": type]), ("Store/Follow", ["types": [type]]),
          ("Store/ListSubscriptions", [:]),
        ] as [(String, Value)] {
          try stranger.expect(.unauthenticated, of: method, request)
        }
      }
    }

  /// What becomes of a call that goes on.
  private static func gone(
    _ path: String, _ end: @escaping @Sendable (Node) throws -> Void
  ) -> Case {
    AppCases.granted("app/caller/\(path)", "STORE-TOKEN-GONE") { app, _, stage in
      let call = try app.start("Store/Follow", ["types": [.text(AppCases.heart)]])
      _ = try call.following()
      try end(try stage.node())
      try call.expect(.unauthenticated)
    }
  }

  private static func owned(
    _ path: String, _ clause: String,
    _ body: @escaping @Sendable (LocalCaller, Node) throws -> Void
  ) -> Case {
    AppCases.owned("app/caller/\(path)", clause, body)
  }
}
