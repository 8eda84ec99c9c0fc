internal import ConformanceKit
internal import ConformanceWire

/// What a watch does with a record of its phone.
enum WatchRecordCases {
  static let all = [
    Case("settings/record/none-at-first", "SETTINGS-NUMBER-ZERO", of: .watch) { stage in
      let hello = try stage.peer().open().expect("hello")
      let version = hello["settings"]["version"]
      try Deviation.unless(
        version["number"].number == 0 && !version["incarnation"].isPresent,
        "a record of number 0 that nobody decided", "number \(version["number"].number)")
    },
    Case("settings/record/higher-is-taken", "SYNC-SETTINGS-APPLY", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let hello = try peer.decide(in: session) {
        $0["scope"] = ["types": [.text(Sample.sleepType)]]
      }
      try expect(hello, version: peer.settings["version"])
      try Deviation.unless(
        try TypeScope(hello["settings"]["scope"]) == TypeScope([Sample.sleepType]),
        "the scope that was decided", "\(hello["settings"]["scope"])")
    },
    Case("settings/record/of-another-writer", "SYNC-SETTINGS-APPLY", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let hello = try peer.decide(in: session) {
        $0["version"]["incarnation"] = .unsigned(peer.incarnation ^ 1)
      }
      try expect(hello, version: peer.settings["version"])
    },
    Case("settings/record/equal-number-is-ignored", "SYNC-SETTINGS-APPLY", of: .watch) { stage in
      try expectIgnored(on: stage, number: 3)
    },
    Case("settings/record/lower-number-is-ignored", "SYNC-SETTINGS-APPLY", of: .watch) { stage in
      try expectIgnored(on: stage, number: 2)
    },
    Case("settings/record/kept-over-sessions", "HELLO-SETTINGS", of: .watch, needs: [.restart]) {
      stage in
      let (peer, session) = try stage.ready()
      try peer.decide(in: session) { _ in }
      try stage.node().restart(kill: true)
      let again: Session
      do {
        again = try peer.open()
      } catch WireError.refused {
        // What the node began before it was killed has to be over first.
        again = try peer.open()
      }
      let hello = try again.expect("hello")
      try expect(hello, version: peer.settings["version"])
    },
    Case("settings/record/hello-is-without-records", "HELLO-SETTINGS-RECORDS", of: .watch) {
      stage in
      let (peer, session) = try stage.ready()
      let hello = try peer.decide(in: session) {
        $0["records"] = [OwnedRecordCases.bloodType(3)]
      }
      let count = hello["settings"]["records"].items.count
      try Deviation.unless(count == 0, "a hello without the records of the phone", "\(count)")
    },
    Case("settings/record/hello-after-it", "SYNC-HELLO-AGAIN", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      // Nothing is decided but the number, so that no view changes: the watch says hello all the same.
      try session.say(Message("SyncMessage", ["settings": peer.settings]))
      _ = try peer.hearUntil("hello", in: session)
    },
  ]

  private static func expect(_ hello: Value, version: Value) throws {
    let told = hello["settings"]["version"]
    try Deviation.unless(
      told["number"].word == version["number"].word
        && told["incarnation"].word == version["incarnation"].word,
      "a hello with the record of number \(version["number"].number) that was decided",
      "number \(told["number"].number), or another writer")
  }

  /// Decides up to number 3, and then tells another record of a number that is not higher.
  private static func expectIgnored(on stage: Stage, number: Int64) throws {
    let peer = try stage.peer()
    peer.settings["version"]["number"] = 2
    let session = try peer.ready()
    try peer.decide(in: session) { _ in }
    let inForce = peer.settings["version"]
    var other = peer.settings
    other["version"] = [
      "number": .integer(number), "incarnation": .unsigned(peer.incarnation ^ 1),
    ]
    other["scope"] = ["types": [.text(Sample.sleepType)]]
    try session.say(Message("SyncMessage", ["settings": other]))
    let hello = try peer.hearUntil("hello", in: session)
    try expect(hello, version: inForce)
    try Deviation.unless(
      try TypeScope(hello["settings"]["scope"]) == .all, "the scope of the record in force",
      "\(hello["settings"]["scope"])")
  }
}
