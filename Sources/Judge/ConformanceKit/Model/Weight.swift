package import ConformanceWire

/// What messages weigh, by [SYNC-CREDIT-WEIGHT] and [SYNC-CREDIT-RUN].
package enum Weight {
  /// What a ChangeBatch weighs.
  package static func batch(_ batch: Value) throws(ModelError) -> Int {
    var weight = 64 + 8 * (try Vector(batch["covers"]).intervalCount)
    for value in batch["runs"].items { weight += try run(value) }
    weight += deletions(batch)
    for piece in batch["documents"].items { weight += piece["bytes"].data.count }
    return weight
  }

  /// What a ReconcilePart weighs.
  package static func part(_ part: Value) throws(ModelError) -> Int {
    var weight = 64 + deletions(part)
    for field in ["lists", "missing"] where part[field].isPresent {
      let lists = try DayLists(part[field])
      weight += 8 * lists.days.count
      for vector in lists.days.values { weight += 8 * vector.intervalCount }
    }
    weight += 32 * part["spans"]["spans"].items.count
    weight += 24 * Int(clamping: part["days"]["day_count"].number)
    return weight
  }

  /// What a message of a session weighs; most weigh nothing.
  package static func message(_ message: Message) throws(ModelError) -> Int {
    if message["batch"].isPresent { return try batch(message["batch"]) }
    if message["reconcile"].isPresent { return try part(message["reconcile"]) }
    return 0
  }

  /// What a SampleRun weighs.
  package static func run(_ run: Value) throws(ModelError) -> Int {
    let count = Int(clamping: run["count"].number)
    var weight = 128 + bytes(run["type"]) + 64 * count
    for source in run["sources"].items {
      weight += 16 + bytes(source["bundle_identifier"]) + bytes(source["name"])
      weight += bytes(source["version"]["value"])
    }
    for device in run["devices"].items {
      weight += 16
      for field in Run.deviceFields where device[field].isPresent {
        weight += 8 + bytes(device[field]["value"])
      }
    }
    weight += 64 * run["quantities"]["units"].items.count
    for column in run["metadata"].items {
      // What says more is malformed, and would fill the memory.
      guard let rows = Int(exactly: column["count"].word), rows <= Vector.mostIntervals else {
        throw ModelError("metadata", "there are too many entries")
      }
      weight += 64 + bytes(column["key"]) + 8 * rows
      for value in try Metadata.values(column, most: rows) { weight += 16 + size(value) }
    }
    for body in run["objects"]["bodies"].items { weight += 32 + (try self.body(body)) }
    return weight
  }

  private static func body(_ body: Value) throws(ModelError) -> Int {
    if body["correlation"].isPresent { return members(body["correlation"]) }
    if body["association"].isPresent { return members(body["association"]["members"]) }
    if body["workout"].isPresent {
      guard let count = Int(exactly: body["workout"]["event_count"].word), count <= Body.most
      else { throw ModelError("event_count", "there are too many events") }
      var budget = Body.Budget()
      var metadata = try Metadata.read(
        body["workout"]["event_metadata"].items, rows: count, budget: &budget.entries)
      let legs = body["workout"]["legs"].items
      for leg in legs { metadata.append(try Body.entries(leg, "metadata", &budget)) }
      return metadata.reduce(256 + 32 * count + 64 * legs.count) { $0 + entries($1) }
    }
    if body["details"].isPresent {
      let (values, series) = try Body.details(body["details"])
      return series.reduce(entries(values)) { $0 + 16 + $1.name.utf8.count + 8 * $1.numbers.count }
    }
    if body["document"].isPresent {
      return ["title", "patient_name", "author_name", "custodian_name"].reduce(0) {
        $0 + bytes(body["document"][$1])
      }
    }
    return body.extra.count
  }

  private static func entries(_ metadata: [String: Sample.Metadatum]) -> Int {
    metadata.reduce(0) { $0 + 24 + $1.key.utf8.count + size($1.value) }
  }

  private static func members(_ members: Value) -> Int {
    members["types"].items.reduce(24 * Int(clamping: members["count"].number)) {
      $0 + 8 + bytes($1)
    }
  }

  private static func deletions(_ message: Value) -> Int {
    message["deletions"].items.reduce(0) { $0 + 40 * Int(clamping: $1["count"].number) }
  }

  private static func size(_ value: Sample.Metadatum) -> Int {
    switch value.kind {
    case .string: bytes(value.value)
    case .quantity: 32
    default: 8
    }
  }

  private static func bytes(_ value: Value) -> Int { value.string.utf8.count }
}
