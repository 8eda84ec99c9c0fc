package import ConformanceWire

extension Peer {
  /// One part with all that it has to tell: its claim, its tombstones and all that it holds.
  ///
  /// - Parameter content: `lists`, or `missing` where a phone answers that nothing is missing.
  /// - Returns: The message.
  package func part(content: String) -> Message {
    Message(
      "SyncMessage",
      [
        "reconcile": [
          "claim": [
            "vector": ["whole": news.value], "known": known,
            "scope": ["is_exclusion": true], "floor": .double(Instant.beginning),
            "head": headPlace,
          ],
          "deletions": .list(tellsDeaths ? Self.runs(of: Array(deaths.values)) : []),
          content: DayLists(of: rows.values).value,
          "is_last": true,
        ]
      ])
  }

  /// The end of its own log.
  package var headPlace: Value {
    head == 0
      ? ["position": 0]
      : [
        "position": .integer(head), "incarnation": .unsigned(headIncarnation ?? incarnation),
      ]
  }

  /// What it covers of the case: of what was before, it claims nothing, so that no case can make the node
  /// delete that.
  package var news: Vector { vector.subtracting(past.vector) }

  /// Takes over what the other side told in a part; whether that was the last.
  package func applyAnswer(_ part: Value) throws -> Bool {
    for run in part["deletions"].items {
      for death in try Deletions.deaths(run) {
        rows[death.dot] = nil
        vector.insert(death.dot)
        deaths[death.dot] = death
      }
    }
    if part["claim"].isPresent { claim = part["claim"] }
    if part["missing"].isPresent {
      for dot in try DayLists(part["missing"]).days.values.flatMap(\.dots) { rows[dot] = nil }
    }
    if part["lists"].isPresent {
      listed.formUnion(try DayLists(part["lists"]).days.values.flatMap(\.dots))
    }
    guard part["is_last"].isTrue else { return false }
    if part["lists"].isPresent, claim["vector"]["whole"].isPresent {
      let covered = try Vector(claim["vector"]["whole"])
      for dot in rows.keys where covered.covers(dot) && !listed.contains(dot) { rows[dot] = nil }
    }
    cursor = claim["head"]
    claim = .absent
    listed = []
    return true
  }
}
