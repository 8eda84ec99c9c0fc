internal import ConformanceKit
internal import ConformanceWire

/// Nodes that take samples in, or tell them, otherwise than they should.
enum InsertSaboteurs {
  static let all: [Saboteur] =
    [
      Saboteur("sharing/insert/both-ways", "loses what it gets", Meddling.loses()),
      Saboteur(
        "sharing/insert/again-with-another-type", "takes one number of two types for one sample",
        Meddling.loses { $0.type == Sample.sleepType }),
      Saboteur(
        "sharing/insert/many-incarnations", "keeps nothing of incarnation 0",
        Meddling.loses { $0.dot.incarnation == 0 }),
      Saboteur(
        "sharing/insert/highest-numbers", "loses the highest numbers",
        Meddling.said { batch, _ in
          try Meddling.rows(&batch) {
            if $0.dot.number > UInt64(Int64.max) { $0.dot = Dot($0.dot.stream, 77) }
          }
        }),
      Saboteur(
        "sharing/insert/of-any-origin", "tells nothing of third nodes",
        Meddling.hides { $0.dot.incarnation < 100 }),
      Saboteur(
        "sharing/insert/what-the-vector-lacks", "sends what the peer covers",
        Meddling.introduces { $0["vector"] = ["whole": [:]] }),
      Saboteur(
        "sharing/insert/nothing-that-is-covered", "sends what the peer covers",
        Meddling.introduces { $0["vector"] = ["whole": [:]] }),
      Saboteur("sharing/insert/nothing-back", "says again what it hears") { interference in
        let memory = Meddling.Memory()
        interference.says = { _, bytes in
          if let message = try? Message("SyncMessage", decoding: bytes),
            !message["batch"]["runs"].items.isEmpty
          {
            memory.kept.append(bytes)
          }
          return [bytes]
        }
        interference.hears = { _, bytes in
          defer { memory.kept = [] }
          return memory.kept + [bytes]
        }
      },
      Saboteur("sharing/insert/newest-first", "tells the second batch first") { interference in
        let memory = Meddling.Memory()
        interference.hears = { _, bytes in
          guard let message = try? Message("SyncMessage", decoding: bytes),
            !message["batch"]["runs"].items.isEmpty
          else { return [bytes] }
          memory.count += 1
          guard memory.count == 1 else {
            defer { memory.kept = [] }
            return [bytes] + memory.kept
          }
          memory.kept = [bytes]
          return []
        }
      },
      Saboteur(
        "sharing/insert/saved-while-connected", "tells another object",
        Meddling.heard { batch, _ in
          try Meddling.rows(&batch) { $0.uuid = Meddling.other($0.uuid) }
        }),
      Saboteur("sharing/insert/saved-while-others-wait", "tells those alone that waited") {
        $0.hears = { method, bytes in
          let runs = Saboteur.content(bytes, of: "batch", method)?["runs"].items ?? []
          let isOfSaved = runs.contains { run in
            let samples = (try? Run.samples(run)) ?? []
            return samples.contains { $0.payload == .quantity(72, unit: "count/min") }
          }
          return isOfSaved ? [] : [bytes]
        }
      },
    ]
    + [
      "insert/again-at-once", "insert/again-in-one-batch-with-another",
      "insert/again-in-the-next-session", "two-watches/relayed-twice",
    ].map { path in
      Saboteur("sharing/" + path, "keeps the later of two rows", laterRow)
    }
    + ["insert/in-any-order", "insert/into-a-gap"].map { path in
      Saboteur("sharing/" + path, "goes by the highest number", goesByHighest)
    }
    + sharingPaths("order/").map { Saboteur($0, "forgets a death", Meddling.forgetsDeaths()) }
    + sharingPaths("random/").map { Saboteur($0, "forgets a death", Meddling.forgetsDeaths()) }
    + sharingPaths("object/", "/told").map { Saboteur($0, "tells another source", otherSource) }
    + sharingPaths("object/", "/saved-and-deleted").filter { !$0.contains("document") }.map {
      Saboteur($0, "tells another source", otherSource)
    }
    + sharingPaths("object/", "/deleted").map {
      Saboteur($0, "forgets a death", Meddling.forgetsDeaths())
    }

  private static let laterRow = Meddling.said { batch, place in
    guard place == 0 else { return }
    try Meddling.rows(&batch) { $0.payload = .quantity(73, unit: "count/min") }
  }

  private static let goesByHighest = Meddling.session(said: { message, memory in
    guard message["batch"].isPresent else { return }
    let before = memory.highest
    try Meddling.rows(&message.value["batch"]) { sample in
      let stream = sample.dot.stream
      let number = sample.dot.number
      memory.highest[stream] = max(memory.highest[stream] ?? 0, number)
      if number < before[stream] ?? 0 { sample.dot = Meddling.elsewhere(sample.dot) }
    }
  })

  private static let otherSource = Meddling.heard { batch, _ in
    try Meddling.rows(&batch) { $0.source = .init("app.nobody", "Nobody") }
  }
}
