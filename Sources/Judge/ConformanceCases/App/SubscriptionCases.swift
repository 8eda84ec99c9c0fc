internal import ConformanceKit
internal import ConformanceWire

/// Changes that wait for a reader.
enum SubscriptionCases {
  private static let heart = AppCases.heart
  private static let news: Value = [
    "subscription": ["name": "news", "types": [.text(heart)]]
  ]

  private static let both: Value = [
    "subscription": ["name": "news", "types": [.text(heart), .text(Sample.sleepType)]]
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
    AppCases.owned("app/subscription/each-type-by-itself", "STORE-SUBSCRIBE-PLACES") {
      owner, node in
      _ = try owner.call("Store/Subscribe", both)
      let nap = Sample.nap()
      try node.save(Run.savable([.news()]) + Run.savable([nap]))
      let anchor = try page(owner)["anchor"]
      _ = try owner.call(
        "Store/Acknowledge", ["name": "news", "anchor": anchor, "types": [.text(heart)]])
      try expect([], owner)
      try expect([nap], owner, of: nap.type)
    },
    AppCases.owned("app/subscription/acknowledged-without-types", "STORE-ACKNOWLEDGE-TYPES") {
      owner, _ in
      let anchor = try owner.call("Store/Subscribe", both)["anchor"]
      let named: Value = ["name": "news", "anchor": anchor, "types": [.text(heart)]]
      try owner.expect(
        .invalid, of: "Store/Acknowledge", ["name": "news", "anchor": anchor], insteadOf: named)
    },
    AppCases.owned("app/subscription/acknowledged-of-another-type", "STORE-ACKNOWLEDGE-TYPES") {
      owner, _ in
      let anchor = try owner.call("Store/Subscribe", both)["anchor"]
      let named = { (type: String) -> Value in
        ["name": "news", "anchor": anchor, "types": [.text(type)]]
      }
      try owner.expect(
        .invalid, of: "Store/Acknowledge", named(AppCases.steps), insteadOf: named(heart))
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

  private static func page(_ owner: LocalCaller, of type: String = heart) throws -> Message {
    try owner.call("Store/Changes", ["types": [.text(type)], "subscriber": "news"])
  }

  private static func expect(
    _ samples: [Sample], _ owner: LocalCaller, of type: String = heart
  ) throws {
    let told = try AppCases.uuids(try page(owner, of: type)["added"].items)
    try Deviation.unless(
      told == samples.map(\.uuid.bytes), "\(samples.count) samples that wait", "\(told.count)")
  }
}
