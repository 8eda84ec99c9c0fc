internal import ConformanceKit
internal import ConformanceWire

/// What survives the end of a node, and what is new after it.
enum DurableCases {
  static let all = [
    Case("sharing/durable/kept-in-order", "SYNC-DURABLE-FIRST", of: .watch, needs: [.restart]) {
      stage in
      let (peer, samples) = try LogCases.filled(stage, count: 3)
      try peer.tell { [peer.burial([samples[0]])] }
      try stage.node().restart(kill: false)
      let held = try peer.look()
      try held.expect(Array(samples[1...]), "what was held before the node was ended")
      try held.expectDeaths(of: [samples[0]], "the death that was told before")
    },
    Case("sharing/durable/what-was-told", "SYNC-DURABLE-FIRST", needs: [.restart, .owner]) {
      stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      try stage.node().save(sample)
      while try peer.heardSamples.isEmpty {
        try peer.take(try session.hear("the sample that was saved"), in: session)
      }
      // What it told would survive a power cut.
      try stage.node().restart(kill: true)
      let held = try peer.look()
      try Deviation.unless(
        held.rows.values.map(\.uuid) == [sample.uuid], "the sample that the node told before",
        "\(held.rows.count) samples")
    },
    Case("sharing/durable/deaths-that-were-told", "SYNC-DURABLE-FIRST", needs: [.restart, .owner]) {
      stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      let session = try peer.ready()
      try stage.node().delete(samples[0])
      while try peer.heardDeaths.isEmpty {
        try peer.take(try session.hear("the death"), in: session)
      }
      try stage.node().restart(kill: true)
      let held = try peer.look()
      try held.expect([samples[1]], "what did not die before the kill")
      try held.expectDeaths(of: [samples[0]], "the death that the node told before")
    },
    Case(
      "sharing/durable/floor-and-claim", "SYNC-DURABLE-FIRST", of: .watch,
      needs: [.restart, .owner]
    ) { stage in
      let peer = try stage.peer()
      try peer.tell { [peer.refill([], claiming: peer.vector)] }
      let floor = try stage.node().setWindow(86_400)
      try stage.node().restart(kill: true)
      let hello = try peer.begin().introduction
      let known = try KnownFrom(hello["known"])
      try Deviation.unless(
        hello["floor"].real >= floor && hello["floor"].real < floor + 60
          && known.others == hello["floor"].real,
        "the floor and the known-from of before, or where time moved them", "others")
    },
    Case("sharing/durable/settings", "SYNC-DURABLE-FIRST", of: .watch, needs: [.restart]) { stage in
      let peer = try stage.peer()
      peer.decide(["types": [.text(Sample.heartRateType)]])
      try peer.tell { [] }
      try stage.node().restart(kill: true)
      let hello = try peer.begin().introduction
      try Deviation.unless(
        hello["settings"]["version"] == peer.settings["version"],
        "the record that was taken before the kill", "another one")
    },
    incarnation("dot", isDeath: false), incarnation("log-entry", isDeath: true),
    Case("sharing/durable/one-moment", "SYNC-ONE-MOMENT") { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 1)
      let session = try peer.ready()
      let new = peer.heartRate()
      var both = peer.batch([new])
      let burial = peer.burial([samples[0], peer.sleep()])["batch"]
      for field in ["deletions", "log"] { both.value["batch"][field] = burial[field] }
      try session.say(both)
      let acknowledgement = try session.expect(
        "acknowledgement", passing: ["batch", "questions", "compare"])
      let vector = try peer.vector(of: acknowledgement)
      try Deviation.unless(
        vector.covers(peer.vector) && acknowledgement["cursor"] == peer.headPlace,
        "a vector and a cursor of the moment after the batch", "one from before it")
    },
  ]

  /// What a node writes first after it was opened again.
  private static func incarnation(_ word: String, isDeath: Bool) -> Case {
    Case(
      "sharing/durable/new-incarnation/\(word)", "SYNC-INCARNATION-NEW", needs: [.restart, .owner]
    ) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      var incarnations: [UInt64] = []
      for sample in samples {
        if !incarnations.isEmpty { try stage.node().restart(kill: true) }
        if isDeath {
          try stage.node().delete(sample)
        } else {
          try stage.node().save(peer.sleep(Int64(incarnations.count)))
        }
        let held = try peer.look()
        if isDeath {
          incarnations.append(peer.cursor["incarnation"].word)
        } else {
          let own = held.rows.keys.filter { $0.type == Sample.sleepType }.map(\.incarnation)
          incarnations.append(own.first { !incarnations.contains($0) } ?? 0)
        }
      }
      try Deviation.unless(
        incarnations[0] != incarnations[1] && !incarnations.contains(0),
        "another incarnation after the node was opened again", "the same one")
    }
  }
}
