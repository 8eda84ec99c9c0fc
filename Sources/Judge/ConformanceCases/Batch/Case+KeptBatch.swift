internal import ConformanceKit
internal import ConformanceWire

extension Case {
  /// A batch of samples that breaks no rule, and has to come back as it was told; `shape` tells its plain forms
  /// in other ones.
  static func kept(
    _ path: String, _ clause: String, of target: Role? = nil,
    _ samples: @escaping @Sendable (Peer) -> [Sample],
    as shape: @escaping @Sendable (inout Value, [Sample]) throws -> Void = { _, _ in }
  ) -> Case {
    Case("batch/" + path, clause, of: target) { stage in
      let (peer, session) = try stage.ready()
      let samples = samples(peer)
      var message = peer.batch(samples)
      try shape(&message.value["batch"], samples)
      try peer.deliver(message, in: session)
      try session.end()
      try peer.expect(samples)
    }
  }
}

extension Peer {
  /// Sees that the node holds samples, as they were told, and nothing else.
  func expect(_ samples: [Sample]) throws {
    let (held, _) = try observe()
    for sample in samples {
      let found = try Deviation.unlessThere(
        held.rows[sample.dot], "all \(samples.count) samples back",
        "\(held.rows.count) samples, without \(sample.type)")
      if let difference = try found.difference(from: sample) {
        throw Deviation(expected: "the samples as they were told", observed: difference)
      }
    }
    try Deviation.unless(
      held.rows.count == samples.count, "\(samples.count) samples", "\(held.rows.count) samples")
  }
}

extension Sample {
  /// What is not as in another one, in words; `nil` where all is.
  ///
  /// Columns within bodies may be told in other forms.
  func difference(from told: Self) throws -> String? {
    if uuid != told.uuid { return "another UUID" }
    if start.bitPattern != told.start.bitPattern { return "another start" }
    if end.bitPattern != told.end.bitPattern { return "another end" }
    if source != told.source { return "another source" }
    if device != told.device { return "another device" }
    if metadata != told.metadata { return "other metadata" }
    switch (payload, told.payload) {
    case (.body(let own), .body(let other)):
      return try Body.facts(own) == Body.facts(other) ? nil : "another body"
    case (.quantity(let own, let unit), .quantity(let other, let otherUnit)):
      return own.bitPattern == other.bitPattern && unit.utf8.elementsEqual(otherUnit.utf8)
        ? nil : "another value or unit"
    default:
      return payload == told.payload ? nil : "another value"
    }
  }
}

extension Body {
  /// What a body says, whatever forms its columns have.
  static func facts(_ body: Value) throws -> Value {
    var found = body
    if body["correlation"].isPresent {
      found["correlation"] = try pairs(body["correlation"])
    } else if body["association"].isPresent {
      found["association"] = [
        "container": body["association"]["container"],
        "members": try pairs(body["association"]["members"]),
      ]
    } else if body["workout"].isPresent {
      found["workout"] = try workout(body["workout"])
    } else if body["details"].isPresent {
      found["details"] = try named(body["details"])
    } else if body["document"].isPresent {
      found["document"] = .list(
        [.unsigned(body["document"]["byte_count"].word)]
          + ["title", "patient_name", "author_name", "custodian_name"].map {
            .text(body["document"][$0].string)
          })
    }
    return found
  }

  private static func named(_ details: Value) throws -> Value {
    let (values, series) = try Body.details(details)
    return [
      "values": list(values),
      "series": .list(
        series.sorted { $0.name < $1.name }.map { .list([.text($0.name), Value($0.numbers)]) }),
    ]
  }

  private static func pairs(_ members: Value) throws -> Value {
    .list(try self.members(members).map { .list([.text($0.type), .bytes($0.uuid.bytes)]) })
  }

  private static func list(_ metadata: [String: Sample.Metadatum]) -> Value {
    .list(
      metadata.sorted { $0.key < $1.key }.map {
        .list([
          .text($0.key), .integer($0.value.kind.rawValue), $0.value.value, .text($0.value.unit),
        ])
      })
  }

  private static func workout(_ workout: Value) throws -> Value {
    let count = Int(workout["event_count"].number)
    var budget = Budget()
    let metadata = try Metadata.read(
      workout["event_metadata"].items, rows: count, budget: &budget.entries)
    let legs = try workout["legs"].items.map { leg -> Value in
      .list([
        leg["uuid"], .integer(leg["activity"].number), .double(leg["start"].real),
        .double(leg["end"].real), list(try entries(leg, "metadata", &budget)),
      ])
    }
    let totals = ["total_energy_burned", "total_distance", "total_swimming_stroke_count"].map {
      name -> Value in
      let total = workout[name]
      return total.isPresent ? [.double(total["value"].real), .text(total["unit"].string)] : []
    }
    return [
      "activity": .integer(workout["activity"].number),
      "duration": .double(workout["duration"].real), "totals": .list(totals),
      "kinds": Value(try Column.ints(workout, "event_kinds", rows: count)),
      "dates": Value(try Column.times(workout, "event_dates", rows: count)),
      "metadata": .list(metadata.map(list)), "legs": .list(legs),
    ]
  }
}
