internal import ConformanceKit
internal import ConformanceWire

/// Fields of a later time, which a receiver that does not know them ignores.
enum EvolutionCases {
  private struct Place: Sendable {
    let name: String
    let change: @Sendable (inout Message) -> Void

    init(_ name: String, _ change: @escaping @Sendable (inout Message) -> Void) {
      self.name = name
      self.change = change
    }
  }

  private static let later =
    WireWriter.field(1000, Array("later".utf8)) + WireWriter.field(1001, 7)

  private static let ofBatches = [
    Place("batch") { $0["batch"].extra = later },
    Place("run") { $0["batch"]["runs"][0].extra = later },
    Place("column") { $0["batch"]["runs"][0]["starts"].extra = later },
    Place("source") { $0["batch"]["runs"][0]["sources"][0].extra = later },
    Place("covers") { $0["batch"]["covers"].extra = later },
  ]

  static let all = inBatches + others

  private static let inBatches = ofBatches.map { place in
    Case("flow/evolution/field-of-\(place.name)", "SYNC-EVOLVE-FIELD") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      var message = peer.batch([sample])
      place.change(&message)
      try peer.deliver(message, in: session)
      try session.end()
      let (held, _) = try peer.observe()
      try Deviation.unless(
        held.rows[sample.dot] == sample, "the sample, with a field ignored that nobody knows",
        "it is not held, or is another")
    }
  }

  private static let others = [
    Case("flow/evolution/field-of-deletions", "SYNC-EVOLVE-FIELD") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      var burial = peer.burial([sample])
      burial["batch"]["deletions"][0].extra = later
      burial["batch"]["log"].extra = later
      burial["batch"]["log"]["end"].extra = later
      try peer.deliver(burial, in: session)
      try session.end()
      let (held, _) = try peer.observe()
      try Deviation.unless(held.rows.isEmpty, "a death, with fields ignored", "the sample lives")
    },
    Case("flow/evolution/field-of-settings", "SYNC-EVOLVE-FIELD", of: .watch) { stage in
      let peer = try stage.peer()
      peer.settings["scope"].extra = later
      peer.settings["version"].extra = later
      peer.settings.extra = later
      try peer.ask(try peer.ready())
    },
    Case("flow/evolution/field-of-compare", "SYNC-EVOLVE-FIELD", of: .phone) { stage in
      let session = try stage.peer().ready()
      var message = Message("SyncMessage", ["compare": Root().value])
      message["compare"].extra = later
      try session.say(message)
      try Deviation.unless(
        session.expect("compared")["verdict"].number == 1, "EQUAL", "another verdict")
    },
    Case("flow/evolution/field-of-compared", "SYNC-EVOLVE-FIELD", of: .watch) { stage in
      let session = try stage.ready().session
      _ = try session.expect("compare")
      var message = Message("SyncMessage", ["compared": ["verdict": 2]])
      message["compared"].extra = later
      try session.say(message)
      _ = try session.expect("reconcile")
    },
  ]
}
