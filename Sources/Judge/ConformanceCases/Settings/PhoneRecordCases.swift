internal import ConformanceKit
internal import ConformanceWire

/// How a phone tells a watch the record in force.
enum PhoneRecordCases {
  private static let watch: Value = "Judge's watch"

  static let all = [
    Case("settings/telling/instead-of-a-welcome", "SYNC-SETTINGS-PHONE", of: .phone) { stage in
      let (peer, session) = try stage.open()
      try session.say(peer.hello())
      let number = try session.expect("settings")["version"]["number"].number
      try Deviation.unless(number > 0, "a record with a number", "number \(number)")
    },
    Case("settings/telling/no-documents-at-first", "SETTINGS-SCOPE-FIRST", of: .phone) { stage in
      let (peer, session) = try stage.open()
      try session.say(peer.hello())
      let scope = try session.expect("settings")["scope"]
      try Deviation.unless(
        try TypeScope(scope)
          == TypeScope(isExclusion: true, Set([Sample.documentType] + Sample.clinicalTypes)),
        "all types but documents and records of clinics", "\(scope)")
    },
    Case("settings/telling/who-decided", "SETTINGS-WRITER", of: .phone, needs: [.owner]) { stage in
      let (peer, session) = try stage.ready()
      try setScope([Sample.sleepType], stage.node())
      let record = try peer.hearUntil("settings", in: session)
      try Deviation.unless(
        record["version"]["incarnation"].isPresent, "the incarnation of who decided",
        "a record without one")
    },
    Case("settings/telling/not-again", "SYNC-SETTINGS-PHONE", of: .phone) { stage in
      let peer = try stage.peer()
      try peer.ready().end()
      let session = try peer.open()
      try session.say(peer.hello())
      _ = try session.expect("welcome")
    },
    Case("settings/telling/when-it-changes", "SYNC-SETTINGS-PHONE", of: .phone, needs: [.owner]) {
      stage in
      let (peer, session) = try stage.ready()
      try setScope([Sample.sleepType], stage.node())
      let record = try peer.hearUntil("settings", in: session)
      try Deviation.unless(
        try TypeScope(record["scope"]) == TypeScope([Sample.sleepType]),
        "the scope that was chosen", "\(record["scope"])")
    },
    Case(
      "settings/telling/no-data-before-the-hello", "SYNC-SETTINGS-PHONE", of: .phone,
      needs: [.owner]
    ) { stage in
      let (peer, session) = try stage.ready()
      try peer.sync(session)
      try setScope([Sample.sleepType], stage.node())
      peer.settings = try peer.hearUntil("settings", in: session)
      let sample = Sample.nap()
      try stage.node().save(Run.savable([sample]))
      // What comes before the welcome would be for a view that is over.
      peer.view ^= 2
      try peer.greet(session)
      try peer.settleEither(session)
      try Deviation.unless(
        Set(peer.rows.values.map(\.uuid)) == [sample.uuid], "the sample after the hello",
        "\(peer.rows.count) samples")
    },
    Case("settings/telling/higher-each-time", "SETTINGS-NUMBER-UP", of: .phone, needs: [.owner]) {
      stage in
      let (peer, session) = try stage.ready()
      var last = peer.settings["version"]["number"].number
      for type in [Sample.sleepType, Sample.heartRateType] {
        try setScope([type], stage.node())
        peer.settings = try peer.hearUntil("settings", in: session)
        let number = peer.settings["version"]["number"].number
        try Deviation.unless(number > last, "a number above \(last)", "\(number)")
        last = number
        try peer.greet(session)
      }
    },
    Case(
      "settings/telling/not-beyond-the-last-number", "SYNC-SETTINGS-LAST", of: .phone,
      needs: [.owner]
    ) { stage in
      let peer = try stage.peer()
      try peer.ready().end()
      try ReissueCases.present(peer, to: stage.node()) {
        $0["version"]["number"] = .integer(ReissueCases.last - 1)
      }
      let session = try peer.ready()
      try setScope([Sample.sleepType], stage.node())
      try session.expectEnd(.violation, not: ["settings"])
      // Nor is anything else told instead, however often the watch comes.
      let another = try peer.open()
      try another.say(peer.hello())
      try another.expectEnd(.violation, not: ["settings", "welcome"])
    },
    Case(
      "settings/telling/nothing-after-the-last-number", "SYNC-SETTINGS-LAST", of: .phone,
      needs: [.owner]
    ) { stage in
      let peer = try stage.peer()
      try peer.ready().end()
      peer.settings["version"] = [
        "number": .integer(ReissueCases.last), "incarnation": .unsigned(peer.incarnation),
      ]
      peer.settings["seal"] = .absent
      let asked = try peer.open()
      try asked.say(peer.hello())
      _ = try asked.expectEnd(.brake, not: ["settings", "welcome"])
      try ReissueCases.answer(peer, accept: true, stage.node())
      let session = try peer.open()
      try session.say(peer.hello())
      try session.expectEnd(.violation, not: ["settings", "welcome"])
    },
    Case("settings/telling/by-its-own-scope", "SYNC-SCOPE-OWN", of: .phone, needs: [.owner]) {
      stage in
      let (peer, session) = try stage.ready()
      try setScope([Sample.sleepType], stage.node())
      peer.settings = try peer.hearUntil("settings", in: session)
      // The watch presents the record's number, with another scope.
      peer.settings["scope"] = TypeScope.all.value
      try peer.greet(session)
      let (outside, inside) = (Sample.news(), Sample.nap())
      try stage.node().save(Run.savable([outside, inside]))
      try peer.settleEither(session)
      try Deviation.unless(
        Set(peer.rows.values.map(\.uuid)) == [inside.uuid], "what is in the phone's own scope",
        "\(peer.rows.count) samples, or others")
    },
  ]

  /// Chooses which types the watch gets.
  static func setScope(_ types: [String], isExclusion: Bool = false, _ node: Node) throws {
    try node.owner(
      "Operator/SetScope",
      ["peer": watch, "is_exclusion": .flag(isExclusion), "types": Value(types)])
  }
}
