internal import ConformanceKit
internal import ConformanceWire

/// What a watch lets its apps do, by what the phone decided.
enum AccessCases {
  static let all = table + others

  private static let words = ["open", "denied", "authorized"]
  private static let type = Sample.heartRateType

  /// Each decision about sharing with each about reading.
  private static let table = (0...2).flatMap { share in
    (0...2).map { read in
      Case(
        "settings/access/share-\(words[share])-read-\(words[read])", "ACCESS-HOLDS", of: .watch,
        needs: [.owner, .app]
      ) { stage in
        let permissions = Permissions(stage)
        try permissions.set([
          Accesses.Row("app.first", type, share: Int64(share), read: Int64(read))
        ])
        try check(try permissions.app(), share, read, on: stage)
      }
    }
  }

  private static let others = [
    Case(
      "settings/access/not-named-is-open", "ACCESS-HOLDS", of: .watch, needs: [.owner, .app]
    ) { stage in
      let permissions = Permissions(stage)
      try permissions.set([
        Accesses.Row("app.second", type), Accesses.Row("app.first", Sample.sleepType),
      ])
      try check(try permissions.app(), 0, 0, on: stage)
    },
    Case(
      "settings/access/left-out-is-open-again", "ACCESS-HOLDS", of: .watch, needs: [.owner, .app]
    ) { stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", type)])
      let app = try permissions.app()
      try permissions.set([])
      try check(app, 0, 0, on: stage)
    },
    Case(
      "settings/access/revoked", "SYNC-SETTINGS-APPLY", of: .watch, needs: [.owner, .app]
    ) { stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", type)])
      let app = try permissions.app()
      _ = try app.call("Store/Save", ["runs": .list(Run.savable([.news()]))])
      try permissions.set([Accesses.Row("app.first", type, share: 1, read: 1)])
      try app.expect(.denied, of: "Store/Save", ["runs": .list(Run.savable([.news()]))])
      let left = try ScopeSettingCases.held(app, type).count
      try Deviation.unless(left == 0, "an app that sees nothing any more", "\(left) samples")
    },
    Case(
      "settings/access/lower-number-gives-nothing", "SYNC-SETTINGS-APPLY", of: .watch,
      needs: [.owner, .app]
    ) { stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", type, share: 1, read: 1)])
      guard let peer = permissions.peer, let session = permissions.session else { return }
      try permissions.set([Accesses.Row("app.first", type, share: 1, read: 1)])
      var old = peer.settings
      old["version"]["number"] = 1
      old["accesses"] = Accesses.value([Accesses.Row("app.first", type)])
      try session.say(Message("SyncMessage", ["settings": old]))
      peer.note(try peer.hearUntil("hello", in: session))
      try session.say(peer.welcomeMessage())
      try peer.sync(session)
      try check(try permissions.app(), 1, 1, on: stage)
    },
    Case(
      "settings/access/of-types-nobody-knows", "ACCESS-HOLDS", of: .watch, needs: [.owner, .app]
    ) { stage in
      let permissions = Permissions(stage)
      try permissions.set([
        Accesses.Row("app.first", "HKQuantityTypeIdentifierOfTomorrow"),
        Accesses.Row("app.first", type),
      ])
      try check(try permissions.app(), 2, 2, on: stage)
    },
  ]

  /// Sees what an app of the type may do.
  private static func check(
    _ app: LocalCaller, _ share: Int, _ read: Int, on stage: Stage
  ) throws {
    let (own, foreign) = (Sample.news(71), Sample.news(72))
    try stage.node().save(Run.savable([foreign]))
    let save: Value = ["runs": .list(Run.savable([own]))]
    switch share {
    case 0: try app.expect(.undetermined, of: "Store/Save", save)
    case 1: try app.expect(.denied, of: "Store/Save", save)
    default: _ = try app.call("Store/Save", save)
    }
    let status = try app.call("Store/GetAuthorization", ["share": [.text(type)]])["statuses"]
    try Deviation.unless(
      status.items.map(\.number) == [Int64(share)],
      "an app that is told that sharing is \(words[share])", "\(status.items.map(\.number))")
    guard share + read > 0 else {
      try app.expect(.undetermined, of: "Store/Query", ["type": .text(type)])
      return
    }
    var seen = share == 2 ? [own] : []
    if read == 2 { seen.append(foreign) }
    let held = try ScopeSettingCases.held(app, type)
    try Deviation.unless(
      Set(held) == Set(seen.map(\.uuid.bytes)) && held.count == seen.count,
      "\(seen.count) samples in the app's sight", "\(held.count), or others")
  }
}
