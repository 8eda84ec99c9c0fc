package import ConformanceWire

/// Metadata columns: what rows have under keys.
package enum Metadata {
  /// As MetadataColumns, by key.
  package static func columns(_ rows: [[String: Sample.Metadatum]]) -> Value {
    var keys = Set<String>()
    for row in rows { keys.formUnion(row.keys) }
    return .list(keys.sorted().map { column($0, rows) })
  }

  private static func column(_ key: String, _ rows: [[String: Sample.Metadatum]]) -> Value {
    let having = rows.indices.filter { rows[$0][key] != nil }
    let (distinct, indexes) = Distinct.of(having.compactMap { rows[$0][key] })
    var column: Value = [
      "key": .text(key), "count": .integer(Int64(having.count)),
      "rows": Column.ints(having.map { Int64($0) }), "indexes": Column.ints(indexes),
      "value_count": .integer(Int64(distinct.count)),
      "kinds": Column.ints(distinct.map(\.kind.rawValue)),
    ]
    for datum in distinct {
      switch datum.kind {
      case .string: column["strings"].append(datum.value)
      case .integer: column["integers"]["values"].append(datum.value)
      case .double: column["doubles"]["raw"].append(datum.value)
      case .bool: column["bools"]["values"].append(.integer(datum.value.number))
      case .date: column["dates"]["raw"].append(datum.value)
      case .quantity:
        column["quantities"]["raw"].append(datum.value)
        column["quantity_units"].append(.text(datum.unit))
      }
    }
    return column
  }

  /// Reads MetadataColumns of so many rows, which may have `budget` more entries in all.
  package static func read(
    _ columns: [Value], rows: Int, budget: inout Int
  ) throws(ModelError) -> [[String: Sample.Metadatum]] {
    var found = [[String: Sample.Metadatum]](repeating: [:], count: rows)
    var keys = Set<[UInt8]>()
    for column in columns {
      let key = try Texts.text(column, "key")
      guard keys.insert(Array(key.utf8)).inserted else {
        throw ModelError("key", "a key occurs twice")
      }
      guard let count = Int(exactly: column["count"].word), count <= min(rows, budget) else {
        throw ModelError("count", "more rows have the key than there may be")
      }
      budget -= count
      let places = try Column.places(column, "rows", rows: count, below: rows)
      guard zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw ModelError("rows", "they do not ascend")
      }
      let distinct = try values(column, most: count)
      let indexes = try Column.places(column, "indexes", rows: count, below: distinct.count)
      for (place, index) in zip(places, indexes) { found[place][key] = distinct[index] }
    }
    return found
  }

  /// The distinct values of a column.
  package static func values(_ column: Value, most: Int) throws(ModelError) -> [Sample.Metadatum] {
    guard let count = Int(exactly: column["value_count"].word), count <= most else {
      throw ModelError("value_count", "there are more values than rows")
    }
    var kinds: [Sample.Metadatum.Kind] = []
    for entry in try Column.ints(column, "kinds", rows: count) {
      guard let kind = Sample.Metadatum.Kind(rawValue: entry) else {
        throw ModelError("kinds", "nobody knows \(entry)")
      }
      kinds.append(kind)
    }
    func number(of kind: Sample.Metadatum.Kind) -> Int { kinds.count { $0 == kind } }
    var strings = try Texts.list(column, "strings", count: number(of: .string)).makeIterator()
    var integers = try Column.ints(column, "integers", rows: number(of: .integer)).makeIterator()
    var doubles = try Column.doubles(column, "doubles", rows: number(of: .double)).makeIterator()
    let flags = try Column.places(column, "bools", rows: number(of: .bool), below: 2)
    var bools = flags.makeIterator()
    var dates = try Column.finite(column, "dates", rows: number(of: .date)).makeIterator()
    var quantities = try Column.finite(column, "quantities", rows: number(of: .quantity))
      .makeIterator()
    var units = try Texts.list(column, "quantity_units", count: number(of: .quantity))
      .makeIterator()
    let found = kinds.map { kind -> Sample.Metadatum in
      switch kind {
      case .string: .init(kind, .text(strings.next() ?? ""))
      case .integer: .init(kind, .integer(integers.next() ?? 0))
      case .double: .init(kind, .double(doubles.next() ?? 0))
      case .bool: .init(kind, .flag(bools.next() == 1))
      case .date: .init(kind, .double(dates.next() ?? 0))
      case .quantity: .init(kind, .double(quantities.next() ?? 0), unit: units.next() ?? "")
      }
    }
    guard Set(found).count == count else { throw ModelError("kinds", "a value occurs twice") }
    return found
  }
}
