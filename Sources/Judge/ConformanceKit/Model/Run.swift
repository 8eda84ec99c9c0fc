package import ConformanceWire

/// Samples of one type as a SampleRun.
package enum Run {
  /// The most rows that a message between nodes has.
  package static let mostRows = 4096

  /// The names of a Device's fields.
  package static let deviceFields = [
    "name", "manufacturer", "model", "hardware_version", "firmware_version", "software_version",
    "local_identifier", "udi_device_identifier",
  ]

  /// Tells samples, all of one type and of one kind of payload, each form a plain one.
  package static func value(_ samples: [Sample]) -> Value {
    var run: Value = [
      "type": .text(samples.first?.type ?? ""), "count": .integer(Int64(samples.count)),
      "uuids": Column.uuids(samples.map(\.uuid)), "starts": Column.times(samples.map(\.start)),
      "ends": Column.times(samples.map(\.end)),
    ]
    setPayload(samples, in: &run)
    let (sources, sourceIndexes) = Distinct.of(samples.map(\.source))
    run["sources"] = .list(
      sources.map { source in
        [
          "bundle_identifier": .text(source.bundle), "name": .text(source.name),
          "version": source.version.map { ["value": .text($0)] } ?? .absent,
        ]
      })
    run["source_indexes"] = Column.ints(sourceIndexes)
    let (devices, deviceIndexes) = Distinct.of(samples.compactMap(\.device))
    run["devices"] = .list(
      devices.map { device in
        var value: Value = [:]
        for field in deviceFields {
          if let text = device[field] { value[field]["value"] = .text(text) }
        }
        return value
      })
    var next = deviceIndexes.makeIterator()
    run["device_indexes"] = Column.ints(
      samples.map { $0.device == nil ? 0 : (next.next() ?? 0) + 1 })
    run["metadata"] = Metadata.columns(samples.map(\.metadata))
    run["dots"] = Column.dots(samples.map { ($0.dot.incarnation, $0.dot.number) })
    return run
  }

  private static func setPayload(_ samples: [Sample], in run: inout Value) {
    var values: [Double] = []
    var units: [String] = []
    var categories: [Int64] = []
    var bodies: [Value] = []
    for sample in samples {
      switch sample.payload {
      case .quantity(let value, let unit):
        values.append(value)
        units.append(unit)
      case .category(let value): categories.append(value)
      case .body(let body): bodies.append(body)
      }
    }
    if !values.isEmpty {
      let (distinct, indexes) = Distinct.of(units)
      run["quantities"] = [
        "values": Column.doubles(values), "units": Value(distinct),
        "unit_indexes": Column.ints(indexes),
      ]
    }
    if !categories.isEmpty { run["categories"] = ["values": Column.ints(categories)] }
    if !bodies.isEmpty { run["objects"] = ["bodies": .list(bodies)] }
  }

  /// Reads a run between nodes by every rule.
  package static func samples(_ run: Value) throws(ModelError) -> [Sample] {
    let type = try Texts.text(run, "type")
    guard let count = Int(exactly: run["count"].word), count <= mostRows else {
      throw ModelError("count", "there are more than \(mostRows) rows")
    }
    let uuids = try Column.uuids(run, "uuids", rows: count)
    guard Set(uuids).count == count else { throw ModelError("uuids", "one stands twice") }
    let starts = try Column.times(run, "starts", rows: count)
    let ends = try Column.times(run, "ends", rows: count, from: "starts")
    guard zip(starts, ends).allSatisfy({ $0 <= $1 }) else {
      throw ModelError("ends", "one lies before its start")
    }
    var entries = Vector.mostIntervals
    let metadata = try Metadata.read(run["metadata"].items, rows: count, budget: &entries)
    let payloads = try payloads(run, rows: count, entries: entries)
    let sources = try sources(run, rows: count)
    let devices = try devices(run, rows: count)
    let dots = try Column.dots(run, "dots", type: type, rows: count)
    guard !run["positions"].isPresent else {
      throw ModelError("positions", "they are refused between nodes")
    }
    return (0..<count).map { row in
      Sample(
        dots[row], uuid: uuids[row], start: starts[row], end: ends[row], payloads[row],
        source: sources[row], device: devices[row], metadata: metadata[row])
    }
  }

  private static func payloads(
    _ run: Value, rows: Int, entries: Int
  ) throws(ModelError) -> [Sample.Payload] {
    if run["quantities"].isPresent {
      let column = run["quantities"]
      let values = try Column.finite(column, "values", rows: rows)
      let units = try Texts.distinct(column, "units", most: rows)
      let places = try Column.places(column, "unit_indexes", rows: rows, below: units.count)
      return zip(values, places).map { .quantity($0, unit: units[$1]) }
    }
    if run["categories"].isPresent {
      return try Column.ints(run["categories"], "values", rows: rows).map { .category($0) }
    }
    guard run["objects"].isPresent else { throw ModelError("payload", "there is none") }
    let bodies = run["objects"]["bodies"].items
    guard bodies.count == rows else {
      throw ModelError("bodies", "there are \(bodies.count) for \(rows) rows")
    }
    var budget = Body.Budget(entries: entries)
    for body in bodies { try Body.check(body, &budget) }
    return bodies.map { .body($0) }
  }

  private static func sources(_ run: Value, rows: Int) throws(ModelError) -> [Sample.Source] {
    var sources: [Sample.Source] = []
    for value in run["sources"].items {
      let version = value["version"]
      sources.append(
        Sample.Source(
          try Texts.text(value, "bundle_identifier"), try Texts.text(value, "name"),
          version: version.isPresent ? try Texts.text(version, "value") : nil))
    }
    let places = try Column.places(run, "source_indexes", rows: rows, below: sources.count)
    guard Set(sources).count == sources.count, Distinct.isInOrder(places, count: sources.count)
    else { throw ModelError("sources", "they are not distinct, or not in order of appearance") }
    return places.map { sources[$0] }
  }

  private static func devices(_ run: Value, rows: Int) throws(ModelError) -> [[String: String]?] {
    var devices: [[String: String]] = []
    for value in run["devices"].items {
      var device: [String: String] = [:]
      for field in deviceFields where value[field].isPresent {
        device[field] = try Texts.text(value[field], "value")
      }
      devices.append(device)
    }
    let places = try Column.places(run, "device_indexes", rows: rows, below: devices.count + 1)
    let used = places.filter { $0 > 0 }.map { $0 - 1 }
    guard Set(devices).count == devices.count, Distinct.isInOrder(used, count: devices.count)
    else { throw ModelError("devices", "they are not distinct, or not in order of appearance") }
    return places.map { $0 == 0 ? nil : devices[$0 - 1] }
  }
}
