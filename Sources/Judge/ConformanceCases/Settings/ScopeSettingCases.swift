internal import ConformanceKit
internal import ConformanceWire

/// Types that leave and enter the scope.
enum ScopeSettingCases {
  static let all = [
    Case("settings/scope/type-that-leaves-is-unknown", "SYNC-SETTINGS-APPLY", of: .watch) { stage in
      let (peer, session, _) = try filled(on: stage, TypeScope.all.value)
      let hello = try peer.decide(in: session) {
        $0["scope"] = ["is_exclusion": true, "types": [.text(Sample.heartRateType)]]
      }
      try expectUnknown(Sample.heartRateType, butNot: Sample.sleepType, in: hello)
    },
    Case("settings/scope/type-that-enters-is-unknown", "SYNC-SETTINGS-APPLY", of: .watch) { stage in
      let (peer, session, _) = try filled(on: stage, TypeScope([Sample.sleepType]).value)
      let hello = try peer.decide(in: session) {
        $0["scope"] = TypeScope([Sample.sleepType, Sample.heartRateType]).value
      }
      try expectUnknown(Sample.heartRateType, butNot: Sample.sleepType, in: hello)
    },
    Case("settings/scope/new-view", "SYNC-VIEW-NEW", of: .watch) { stage in
      let (peer, session, view) = try filled(on: stage, TypeScope.all.value)
      let hello = try peer.decide(in: session) {
        $0["scope"] = ["is_exclusion": true, "types": [.text(Sample.heartRateType)]]
      }
      try expectNew(hello["view"].word, after: view)
    },
    Case("settings/scope/new-view-when-told-again", "SYNC-VIEW-NEW", of: .watch) { stage in
      let (peer, session, view) = try filled(on: stage, TypeScope.all.value)
      try session.say(Message("SyncMessage", ["settings": peer.settings]))
      let hello = try peer.hearUntil("hello", in: session)
      try expectNew(hello["view"].word, after: view)
    },
    Case("settings/scope/left-out-has-no-types", "SETTINGS-SCOPE-NONE", of: .watch) { stage in
      let (peer, session, _) = try filled(on: stage, TypeScope.all.value)
      let hello = try peer.decide(in: session) { $0["scope"] = .absent }
      try Deviation.unless(
        try TypeScope(hello["settings"]["scope"]) == TypeScope(isExclusion: false, []),
        "a scope without types",
        "\(hello["settings"]["scope"])")
      try Deviation.unless(
        try KnownFrom(hello["known"])[Sample.sleepType] == .infinity,
        "a watch that knows nothing of types out of its scope", "it claims to know some")
    },
    Case(
      "settings/scope/what-left-is-dropped", "SYNC-PRUNE-COVERED", of: .watch, needs: [.owner]
    ) { stage in
      let (peer, session, _) = try filled(on: stage, TypeScope.all.value)
      let (gone, kept) = (peer.heartRate(), Sample.nap())
      try peer.deliver(peer.batch([gone, kept]), in: session)
      try peer.decide(in: session) {
        $0["scope"] = ["is_exclusion": true, "types": [.text(Sample.heartRateType)]]
      }
      let owner = try stage.node().judgedOwner()
      let left = try held(owner, gone.type) + held(owner, kept.type)
      try Deviation.unless(
        left == [kept.uuid.bytes], "the sample of the type that stayed, and no other",
        "\(left.count) samples")
    },
    Case(
      "settings/scope/last-copy-is-kept", "SYNC-PRUNE-COVERED", of: .watch, needs: [.owner]
    ) { stage in
      let (peer, session, _) = try filled(on: stage, TypeScope.all.value)
      let sample = Sample.news()
      try stage.node().save(Run.savable([sample]))
      // The phone has not processed the batch of the watch, and says so by its vector.
      peer.settings["version"]["number"] = 2
      peer.settings["scope"] = ["is_exclusion": true, "types": [.text(Sample.heartRateType)]]
      try session.say(Message("SyncMessage", ["settings": peer.settings]))
      var said = try session.hear("the hello of the watch")
      while SyncKind.of(said) != "hello" { said = try session.hear("the hello of the watch") }
      peer.note(said["hello"])
      try session.say(peer.welcomeMessage())
      let batch = peer.batch(of: [])
      try session.say(batch)
      try peer.noteTold(batch)
      while try session.hear("an acknowledgement")["acknowledgement"]["received"].number
        < peer.told
      {}
      let owner = try stage.node().judgedOwner()
      try Deviation.unless(
        try held(owner, sample.type) == [sample.uuid.bytes],
        "the sample that the phone does not have", "it is gone")
    },
  ]

  /// A watch with a scope, which knows everything in it; and its view.
  private static func filled(on stage: Stage, _ scope: Value) throws -> (Peer, Session, UInt64) {
    let peer = try stage.peer()
    peer.settings["scope"] = scope
    let session = try peer.ready()
    try peer.fill(scope, in: session)
    return (peer, session, peer.view)
  }

  private static func expectNew(_ view: UInt64, after before: UInt64) throws {
    try Deviation.unless(
      view != before && view != 0, "a new view that is not 0",
      view == before ? "the view from before" : "the view 0")
  }

  private static func expectUnknown(
    _ type: String, butNot other: String, in hello: Value
  ) throws {
    let known = try KnownFrom(hello["known"])
    try Deviation.unless(
      known[type] == .infinity, "a watch that claims to know nothing of the type",
      "it claims to know all from an instant on")
    try Deviation.unless(
      known[other] < .infinity, "a watch that goes on knowing the types that stayed in scope",
      "it claims to know nothing of one")
  }

  /// The UUIDs of what the node holds of a type.
  static func held(_ caller: LocalCaller, _ type: String) throws -> [[UInt8]] {
    try caller.all("Store/Query", ["type": .text(type)]).flatMap { $0["runs"].items }
      .flatMap { try Column.uuids($0, "uuids", rows: Int($0["count"].number)) }.map(\.bytes)
  }
}
