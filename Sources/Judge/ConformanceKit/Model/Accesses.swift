package import ConformanceWire

/// What apps may do with types: an Accesses.
package enum Accesses {
  /// One row: 0 not decided, 1 denied, 2 authorized.
  package struct Row: Hashable, Sendable {
    package var app: String
    package var type: String
    package var share: Int64
    package var read: Int64

    package init(_ app: String, _ type: String, share: Int64 = 2, read: Int64 = 2) {
      self.app = app
      self.type = type
      self.share = share
      self.read = read
    }
  }

  package static func value(_ rows: [Row]) -> Value {
    let (apps, appIndexes) = Distinct.of(rows.map(\.app))
    let (types, typeIndexes) = Distinct.of(rows.map(\.type))
    return [
      "apps": Value(apps), "types": Value(types), "count": .integer(Int64(rows.count)),
      "app_indexes": Column.ints(appIndexes), "type_indexes": Column.ints(typeIndexes),
      "shares": Column.ints(rows.map(\.share)), "reads": Column.ints(rows.map(\.read)),
    ]
  }

  /// Reads an Accesses.
  package static func rows(_ value: Value) throws(ModelError) -> [Row] {
    guard let count = Int(exactly: value["count"].word), count <= 16_384 else {
      throw ModelError("count", "there are more than 16384 rows")
    }
    let apps = try Texts.distinct(value, "apps", most: .max)
    let types = try Texts.distinct(value, "types", most: .max)
    guard apps.allSatisfy({ (1...1024).contains($0.utf8.count) }),
      types.allSatisfy({ $0.utf8.count <= 1024 })
    else { throw ModelError("apps", "a name is empty or too long") }
    let byApp = try Column.places(value, "app_indexes", rows: count, below: apps.count)
    let byType = try Column.places(value, "type_indexes", rows: count, below: types.count)
    let shares = try Column.places(value, "shares", rows: count, below: 3)
    let reads = try Column.places(value, "reads", rows: count, below: 3)
    let rows = (0..<count).map { row in
      Row(
        apps[byApp[row]], types[byType[row]], share: Int64(shares[row]), read: Int64(reads[row]))
    }
    guard Set(zip(byApp, byType).map { [$0, $1] }).count == count else {
      throw ModelError("app_indexes", "an app and a type occur together twice")
    }
    return rows
  }
}
