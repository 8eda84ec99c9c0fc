package import ConformanceWire

extension SessionRules {
  package mutating func take(batch: Value, _ role: Role) -> [Breach] {
    var found = weigh(Result { try Weight.batch(batch) }, role)
    if !isWelcomed {
      found.append(
        Breach(clause: "SYNC-HELLO-FIRST", observed: "a batch before the session was welcomed"))
    }
    if role == .watch, isReconciling {
      found.append(
        Breach(
          clause: "SYNC-RECONCILE-WHEN", observed: "a batch before the phone's answer was applied"))
    }
    found += view(of: batch, role) + covers(of: batch, role) + log(of: batch, role)
    return found + pieces(of: batch, role)
  }

  /// Counts a weighty message of a side, and looks whether it might begin it.
  package mutating func weigh(_ weight: Result<Int, any Error>, _ role: Role) -> [Breach] {
    var found: [Breach] = []
    let credit = limit("credit")
    let waiting = UInt64(self[role].told) - min(self[role.other].received, UInt64(self[role].told))
    if waiting >= credit {
      found.append(
        Breach(
          clause: "SYNC-CREDIT-STOP",
          observed: "\(waiting) bytes not acknowledged, and the credit is \(credit)"))
    }
    switch weight {
    case .success(let weight): self[role].told += weight
    case .failure(let error): found.append(Breach(clause: "SYNC-MALFORMED", observed: "\(error)"))
    }
    return found
  }

  private func view(of batch: Value, _ role: Role) -> [Breach] {
    let view = batch["view"].word
    guard role == .phone else {
      return view == 0
        ? [] : [Breach(clause: "SYNC-VIEW-NAMED", observed: "a watch's batch with a view")]
    }
    let isNamed =
      !batch["runs"].items.isEmpty || batch["covers"]["stream_count"].number > 0
      || batch["refill"].isPresent
    let isRight = isNamed ? views.contains(view) : view == 0
    return isRight
      ? []
      : [
        Breach(
          clause: "SYNC-VIEW-NAMED",
          observed: isNamed ? "a view that no hello has" : "a view where there is nothing to name")
      ]
  }

  private func covers(of batch: Value, _ role: Role) -> [Breach] {
    do {
      let covers = try Vector(batch["covers"])
      var dots = Vector()
      for run in batch["runs"].items {
        for sample in try Run.samples(run) { dots.insert(sample.dot) }
      }
      if !batch["refill"].isPresent, !covers.covers(dots) {
        return [Breach(clause: "SYNC-BATCH-COVERS", observed: "rows that 'covers' does not have")]
      }
      if role == .watch, !dots.covers(covers) {
        return [
          Breach(clause: "SYNC-SKIP-WATCH", observed: "a watch's batch covers more than it has")
        ]
      }
      return []
    } catch {
      return [Breach(clause: "SYNC-MALFORMED", observed: "\(error)")]
    }
  }

  private mutating func log(of batch: Value, _ role: Role) -> [Breach] {
    let log = batch["log"]
    guard log.isPresent else { return [] }
    let isKnown = self[role].logStarts.contains(Self.place(log["start"]))
    self[role].logStarts.insert(Self.place(log["end"]))
    return isKnown
      ? []
      : [
        Breach(
          clause: "SYNC-LOG-RANGE",
          observed: "a stretch from \(log["start"]["position"].number), where none has ended")
      ]
  }

  private mutating func pieces(of batch: Value, _ role: Role) -> [Breach] {
    var found: [Breach] = []
    for piece in batch["documents"].items {
      let (uuid, ordinal) = (piece["uuid"].data, piece["ordinal"].number)
      // A document may be begun again.
      if ordinal != 0, ordinal != self[role].pieces[uuid, default: 0] {
        found.append(
          Breach(
            clause: "SYNC-DOCUMENT-FIRST", observed: "piece \(ordinal) of a document, out of turn"))
      }
      self[role].pieces[uuid] = ordinal + 1
      if !(1...65_536).contains(piece["bytes"].data.count) {
        found.append(
          Breach(
            clause: "SYNC-DOCUMENT-PIECE",
            observed: "a piece of \(piece["bytes"].data.count) bytes"))
      }
    }
    return found
  }

  package mutating func take(acknowledgement: Value, _ role: Role) -> [Breach] {
    let received = acknowledgement["received"].word
    var found: [Breach] = []
    if received > UInt64(self[role.other].told) {
      found.append(
        Breach(
          clause: "SYNC-ACK-OWED",
          observed: "\(received) acknowledged, and \(self[role.other].told) said"))
    } else if received < self[role].received {
      found.append(
        Breach(
          clause: "SYNC-ACK-OWED",
          observed: "\(received) acknowledged, after \(self[role].received) before"))
    } else {
      self[role].received = received
    }
    self[role.other].logStarts.insert(Self.place(acknowledgement["cursor"]))
    return found
  }

  mutating func takeCompare() -> [Breach] {
    openRoots += 1
    guard phone.received >= UInt64(watch.told) else {
      return [
        Breach(clause: "SYNC-COMPARE-ASK", observed: "a root while something is not acknowledged")
      ]
    }
    return []
  }

  mutating func takeCompared() -> [Breach] {
    guard openRoots > 0 else {
      return [Breach(clause: "SYNC-COMPARE-ANSWER", observed: "a verdict that nobody asked for")]
    }
    openRoots -= 1
    return []
  }
}
