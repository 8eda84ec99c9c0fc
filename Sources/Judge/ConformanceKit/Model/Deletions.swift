package import ConformanceWire

/// Deaths of one type as a DeletionRun.
package enum Deletions {
  package static func value(_ deaths: [Death]) -> Value {
    let (sources, indexes) = Distinct.of(deaths.map(\.source))
    return [
      "type": .text(deaths.first?.dot.type ?? ""), "count": .integer(Int64(deaths.count)),
      "uuids": Column.uuids(deaths.map(\.uuid)), "ends": Column.times(deaths.map(\.end)),
      "sources": .list(
        sources.map { ["bundle_identifier": .text($0.bundle), "name": .text($0.name)] }),
      "source_indexes": Column.ints(indexes),
      "dots": Column.dots(deaths.map { ($0.dot.incarnation, $0.dot.number) }),
    ]
  }

  /// Reads a run between nodes by every rule.
  package static func deaths(_ run: Value) throws(ModelError) -> [Death] {
    let type = try Texts.text(run, "type")
    guard let count = Int(exactly: run["count"].word), count <= Run.mostRows else {
      throw ModelError("count", "there are more than \(Run.mostRows) rows")
    }
    let uuids = try Column.uuids(run, "uuids", rows: count)
    let ends = try Column.times(run, "ends", rows: count)
    var sources: [Sample.Source] = []
    for value in run["sources"].items {
      sources.append(
        Sample.Source(try Texts.text(value, "bundle_identifier"), try Texts.text(value, "name")))
    }
    guard Set(sources).count == sources.count, sources.count <= count else {
      throw ModelError("sources", "they are not distinct, or more than rows")
    }
    let places = try Column.places(run, "source_indexes", rows: count, below: sources.count)
    let dots = try Column.dots(run, "dots", type: type, rows: count)
    guard !run["positions"].isPresent else {
      throw ModelError("positions", "they are refused between nodes")
    }
    return (0..<count).map { row in
      Death(dots[row], uuid: uuids[row], end: ends[row], source: sources[places[row]])
    }
  }
}
