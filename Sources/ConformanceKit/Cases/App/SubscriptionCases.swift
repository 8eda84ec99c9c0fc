/// Changes that wait for a reader.
enum SubscriptionCases {
  private static let heart = AppCases.heart
  private static let news: Value = [
    "subscription": ["name": "news", "types": [.text(heart)]]
  ]

  static let all = [
    AppCases.owned("app/subscription/one-too-many", "STORE-SUBSCRIBE-MOST") { owner, node in
      for number in 1...32 { try node.owner("Store/Subscribe", named("n\(number)")) }
      try owner.expect(
        .exhausted, of: "Store/Subscribe", named("n33"), insteadOf: named("n32"))
    },
    AppCases.owned("app/subscription/reads-from-where-it-stands", "STORE-SUBSCRIBE-AGAIN") {
      owner, node in
      _ = try owner.call("Store/Subscribe", news)
      let sample = Sample.news()
      try node.save(Run.savable([sample]))
      // Another frequency: what waits stays.
      var again = news
      again["subscription"]["frequency"] = 2
      _ = try owner.call("Store/Subscribe", again)
      try expect([sample], owner)
    },
    AppCases.owned("app/subscription/acknowledged", "STORE-SUBSCRIBE-AGAIN") { owner, node in
      _ = try owner.call("Store/Subscribe", news)
      try node.save(Run.savable([.news()]))
      let anchor = try page(owner)["anchor"]
      _ = try owner.call("Store/Acknowledge", ["name": "news", "anchor": anchor])
      _ = try owner.call("Store/Subscribe", news)
      try expect([], owner)
    },
    AppCases.owned("app/subscription/not-moved-back", "STORE-ACKNOWLEDGE-BACK") { owner, node in
      let first = try owner.call("Store/Subscribe", news)["anchor"]
      try node.save(Run.savable([.news()]))
      let anchor = try page(owner)["anchor"]
      for anchor in [anchor, first] {
        _ = try owner.call("Store/Acknowledge", ["name": "news", "anchor": anchor])
      }
      try expect([], owner)
    },
    AppCases.owned("app/subscription/acknowledged-unknown", "STORE-ACKNOWLEDGE-UNKNOWN") {
      owner, node in
      let anchor = try node.owner("Store/Subscribe", news)["anchor"]
      try owner.expect(
        .notFound, of: "Store/Acknowledge", ["name": "other", "anchor": anchor],
        insteadOf: ["name": "news", "anchor": anchor])
    },
    AppCases.owned("app/subscription/read-unknown", "STORE-ACKNOWLEDGE-UNKNOWN") { owner, _ in
      try owner.expect(
        .notFound, of: "Store/Changes", ["types": [.text(heart)], "subscriber": "other"],
        insteadOf: ["types": [.text(heart)]])
    },
    AppCases.owned("app/subscription/ended-unknown", "STORE-UNSUBSCRIBE-UNKNOWN") { owner, _ in
      _ = try owner.call("Store/Unsubscribe", ["name": "other"])
    },
    AppCases.granted("app/subscription/own-names", "STORE-SUBSCRIBE-OWN") {
      app, permissions, _ in
      try permissions.set([
        Accesses.Row("app.first", heart), Accesses.Row("app.second", heart),
      ])
      let other = try permissions.app("app.second")
      _ = try app.call("Store/Subscribe", news)
      let seen = try other.call("Store/ListSubscriptions")["subscriptions"].items.count
      try Deviation.unless(seen == 0, "no subscription of another app", "\(seen)")
    },
    AppCases.granted("app/subscription/ends-its-own-alone", "STORE-SUBSCRIBE-OWN") {
      app, permissions, _ in
      try permissions.set([
        Accesses.Row("app.first", heart), Accesses.Row("app.second", heart),
      ])
      let other = try permissions.app("app.second")
      for caller in [app, other] { _ = try caller.call("Store/Subscribe", news) }
      _ = try other.call("Store/Unsubscribe", ["name": "news"])
      let left = try app.call("Store/ListSubscriptions")["subscriptions"].items
      try Deviation.unless(
        left.map { $0["name"].string } == ["news"], "the app's own subscription", "\(left.count)")
    },
  ]

  private static func named(_ name: String) -> Value {
    ["subscription": ["name": .text(name), "types": [.text(heart)]]]
  }

  private static func page(_ owner: LocalCaller) throws -> Message {
    try owner.call("Store/Changes", ["types": [.text(heart)], "subscriber": "news"])
  }

  private static func expect(_ samples: [Sample], _ owner: LocalCaller) throws {
    let told = try AppCases.uuids(try page(owner)["added"].items)
    try Deviation.unless(
      told == samples.map(\.uuid.bytes), "\(samples.count) samples that wait", "\(told.count)")
  }
}
