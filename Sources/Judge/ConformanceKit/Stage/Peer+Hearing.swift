package import ConformanceWire

extension Peer {
  /// Does what the text says with a message of the node, once the session is ready.
  package func take(_ message: Message, in session: Session) throws {
    switch SyncKind.of(message) {
    case "batch":
      noteHeard(message["batch"])
      try apply(message["batch"])
      heard += try Weight.message(message)
      try acknowledge(in: session)
    case "acknowledgement":
      acknowledged = max(acknowledged, Int(message["acknowledgement"]["received"].number))
    case "compared", "compare":
      compared = message[SyncKind.of(message)]
    case "compare_wanted", "settings", "questions":
      break
    case let kind:
      throw Deviation(
        expected: "batches, acknowledgements and comparisons once the session is ready",
        observed: "'\(kind)': \(message.text)")
    }
  }

  /// Tells what was processed.
  package func acknowledge(in session: Session) throws {
    try session.say(
      Message(
        "SyncMessage",
        [
          "acknowledgement": [
            "vector": ["whole": vector.value], "cursor": cursor, "received": .integer(Int64(heard)),
          ]
        ]))
  }

  /// Applies a batch by the rules of a receiver.
  package func apply(_ batch: Value) throws {
    for run in batch["runs"].items {
      for sample in try Run.samples(run) where deaths[sample.dot] == nil {
        guard batch["refill"].isPresent || !vector.covers(sample.dot) else { continue }
        vector.insert(sample.dot)
        if device.role == .phone || sample.end >= floor { rows[sample.dot] = sample }
      }
    }
    if batch["covers"].isPresent {
      vector = vector.union(try Vector(batch["covers"]))
    }
    for run in batch["deletions"].items {
      for death in try Deletions.deaths(run) {
        rows[death.dot] = nil
        vector.insert(death.dot)
        deaths[death.dot] = death
      }
    }
    let log = batch["log"]
    if log.isPresent, log["start"]["position"].number == cursor["position"].number,
      log["start"]["incarnation"].word == cursor["incarnation"].word
    {
      cursor = log["end"]
    }
  }
}
