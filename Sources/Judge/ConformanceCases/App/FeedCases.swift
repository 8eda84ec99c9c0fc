internal import ConformanceKit
internal import ConformanceWire

/// Calls that go on.
enum FeedCases {
  private static let heart = AppCases.heart
  private static let types: Value = ["types": [.text(heart)]]

  static let all = [
    granted("first-page-in-any-case", "STORE-FOLLOW-FIRST") { app, _, _ in
      let page = try app.start("Store/Follow", types).following()
      try Deviation.unless(
        page["added"].items.isEmpty && !page["anchor"].data.isEmpty, "an empty page with an anchor",
        page.text)
    },
    granted("pages-that-tell-something", "STORE-FOLLOW-FIRST") { app, _, stage in
      let feed = try app.start("Store/Follow", types)
      _ = try feed.following()
      // Of another type nothing is told.
      try stage.node().save(Run.savable([.nap()]))
      try expect(feed, app, stage)
    },
    granted("silent-while-denied", "STORE-FOLLOW-SILENT") { app, permissions, stage in
      let feed = try app.start("Store/Follow", types)
      _ = try feed.following()
      try permissions.set([Accesses.Row("app.first", heart, share: 1, read: 1)])
      let hidden = Sample.news()
      try stage.node().save(Run.savable([hidden]))
      try permissions.set([Accesses.Row("app.first", heart)])
      let page = try feed.following()
      try Deviation.unless(
        try AppCases.uuids(page["added"].items) == [hidden.uuid.bytes],
        "the sample as soon as it may be seen again, and nothing before", page.text)
    },
    granted("statistics-follow", "STORE-STATISTICS") { app, _, stage in
      let feed = try app.start(
        "Store/FollowStatistics", ["type": .text(heart), "discrete_max": true])
      let first = try feed.following()
      try stage.node().save(Run.savable([.news(90)]))
      let second = try feed.following()
      let maximum = (second["statistics"][0]["values"]["maximum"].real * 60).rounded()
      try Deviation.unless(
        first["is_whole"].isTrue && first["statistics"].items.isEmpty && maximum == 90,
        "nothing, and then a maximum of 90", "\(first.text), and then \(maximum)")
    },
    granted("observed-at-once", "STORE-OBSERVE-FIRST") { app, _, _ in
      let first = try app.start("Store/Observe", types).following()
      try Deviation.unless(
        first["type"].string == heart, "the type that is being watched", first["type"].string)
    },
    granted("observed-later", "STORE-OBSERVE-FIRST") { app, _, stage in
      let feed = try app.start("Store/Observe", types)
      _ = try feed.following()
      try stage.node().save(Run.savable([.news()]))
      let next = try feed.following()
      try Deviation.unless(
        next["type"].string == heart, "the type to which something happened", next.text)
    },
    Case("app/feed/units-follow", "STORE-UNITS-FOLLOW", of: .phone, needs: [.owner]) { stage in
      let node = try stage.node()
      let mass: Value = "HKQuantityTypeIdentifierBodyMass"
      let feed = try node.judgedOwner().start("Store/FollowPreferredUnits", ["types": [mass]])
      let first = try feed.following()
      try node.owner("Operator/PreferUnit", ["type": mass, "unit": "lb"])
      let second = try feed.following()
      try Deviation.unless(
        first["preferences"].items.isEmpty
          && second["preferences"] == [["type": mass, "unit": "lb"]],
        "no unit, and then the one that was chosen", "\(first.text), and then \(second.text)")
    },
  ]

  private static func granted(
    _ path: String, _ clause: String, needs: Set<Need> = [.owner, .app],
    _ body: @escaping @Sendable (LocalCaller, Permissions, Stage) throws -> Void
  ) -> Case {
    AppCases.granted("app/feed/\(path)", clause, needs: needs, body)
  }

  /// Sees the next page tell what is saved now.
  private static func expect(_ feed: LocalCall, _ app: LocalCaller, _ stage: Stage) throws {
    let sample = Sample.news()
    try stage.node().save(Run.savable([sample]))
    let page = try feed.following()
    try Deviation.unless(
      try AppCases.uuids(page["added"].items) == [sample.uuid.bytes],
      "the sample that was saved, and nothing before", page.text)
  }
}
