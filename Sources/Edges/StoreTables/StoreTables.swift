package import CalendarEdges
internal import HealthModel
package import SQLiteCore
package import StoreAccess

/// All tables of a store.
package struct StoreTables: Sendable {
  /// The tables, by their names.
  private let tables: [(name: String, table: any VirtualTable)]
  /// The names of those that have something, in order.
  package let listed: [String]

  /// Finds out what there is, and in which units it is shown.
  ///
  /// - Parameters:
  ///   - data: The store.
  ///   - zone: By whose clocks days begin, where nothing else is said.
  ///   - folder: Where zones lie.
  /// - Throws: What the store throws.
  package init(
    _ data: any OwnerAccess, in zone: TimeZoneRules, zonesIn folder: String
  ) async throws {
    let types = ObjectType.all.filter { $0.description?.isSample ?? false }
    let quantities = types.filter { $0.description?.canonicalUnit != nil }
    var units = try await data.preferredUnits(of: Set(quantities))
    for type in quantities where units[type] == nil {
      units[type] = type.description?.readingUnit()
    }
    let counts = try await data.counts()
    let days = DayTables(data: data, zone: zone, folder: folder)
    var tables: [(String, any VirtualTable)] = types.map { type in
      (type.name, TypeTable(type, in: units[type], of: data))
    }
    tables.append(("workouts", TypeTable(.workout, in: nil, of: data)))
    tables.append(("samples", AllSamplesTable(in: units, of: data)))
    tables.append(("types", Self.types(data, units)))
    tables.append(("sources", Self.sources(data)))
    tables.append(("daily", days.daily(units)))
    tables.append(("summaries", days.summaries))
    self.tables = tables
    let general = ["samples", "types", "sources", "workouts", "daily", "summaries"]
    listed = general + counts.keys.filter { $0 != .workout }.map(\.name).sorted()
  }

  /// A connection of their own, which reads them and nothing else, whatever a statement says.
  ///
  /// SQLite sorts in memory: its temporary files would hold health values outside the store.
  ///
  /// - Throws: What SQLite says.
  package func connection() throws -> Connection {
    var connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192")
    try connection.addTables { try add(to: $0) }
    // A table that is not listed is made known by the first statement that names it, which does more than read.
    for table in tables where !listed.contains(table.name) {
      _ = try connection.prepare("SELECT 1 FROM \"\(table.name)\"")
    }
    let known = ReadingRules.schemaTables.union(ReadingRules.jsonTables)
    try connection.permitOnly(ReadingRules(tables: known.union(tables.map(\.name))))
    return connection
  }

  /// Makes them known to a connection; those that have something are listed in its schema.
  ///
  /// - Throws: What SQLite says.
  package func add(to host: TableHost, isListed: Bool = true) throws {
    for (name, table) in tables { try host.add(table, named: name) }
    guard isListed else { return }
    for name in listed {
      try host.run("CREATE VIRTUAL TABLE \"\(name)\" USING \"\(name)\"")
    }
  }

  /// How many samples there are of each type.
  private static func types(_ data: any OwnerAccess, _ units: [ObjectType: Unit]) -> ListTable {
    ListTable(
      columns: [
        TableColumn("type", "TEXT"), TableColumn("samples", "INTEGER"), TableColumn("unit", "TEXT"),
      ], key: ["type"], arguments: []
    ) { _ in
      try await data.counts().sorted { $0.key.name < $1.key.name }.map { type, count in
        [.text(type.name), .integer(Int64(count)), SQLValue(units[type]?.unitString)]
      }
    }
  }

  /// Who saved samples of which type.
  private static func sources(_ data: any OwnerAccess) -> ListTable {
    ListTable(
      columns: ["type", "source", "bundle"].map { TableColumn($0, "TEXT") },
      key: ["type", "source", "bundle"], arguments: [0]
    ) { request in
      var rows: [[SQLValue]] = []
      let meant = request.value(of: 0)?.string
      for type in try await data.counts().keys.sorted(by: { $0.name < $1.name })
      where meant == nil || meant == type.name {
        for source in try await data.sources(of: type, where: .constant(true)) {
          rows.append([.text(type.name), .text(source.name), .text(source.bundleIdentifier)])
        }
      }
      return rows
    }
  }
}
