internal import HealthExchange
internal import HealthModel
internal import SQLiteCore
internal import StoreAccess

/// The samples of one type.
struct TypeTable: VirtualTable {
  let type: ObjectType
  let columns: [TableColumn]
  let key = ["uuid"]
  private let data: any OwnerAccess
  /// The unit of all values, where they have one.
  private let unit: Unit?
  private let conditions: SampleConditions

  init(_ type: ObjectType, in unit: Unit?, of data: any OwnerAccess) {
    self.type = type
    self.unit = unit
    self.data = data
    let kind = type.description?.kind
    let special = SampleCells(type, documents: false).columns
    columns = SampleColumns.dates + special + SampleColumns.origin
    let originAt = SampleColumns.dates.count + special.count
    var roles = SampleColumns.roles(originAt: originAt)
    if let unit { roles[2] = .quantity(unit) }
    if kind == .category { roles[2] = .category }
    conditions = SampleConditions(roles: roles, valueAt: 2, originAt: originAt)
  }

  func plan(_ question: TableQuestion) -> TablePlan { conditions.plan(question) }

  func scan(_ request: TableRequest) -> any TableScan {
    let feed = Feed<SamplePart>(holding: SamplePart.mostReady, by: \.run.count) { put in
      try await data.read(type, request, by: conditions) { await put($0) }
    }
    var cells = SampleCells(type, documents: false)
    var last: (uuid: SampleUUID, cells: [SQLValue])?
    let units = unit.map { [type: $0] } ?? [:]
    return SampleScan(feed, request, by: conditions, in: units) { part, row, column in
      if let unit, column == 3 { return .text(unit.unitString) }
      let uuid = part.run.uuids[row]
      if last?.uuid != uuid { last = (uuid, cells.cells(part.run, row, part.parts)) }
      return last?.cells[column - SampleColumns.dates.count] ?? .null
    }
  }
}

extension OwnerAccess {
  /// Reads the samples of a type that a request of SQLite's may mean.
  func read(
    _ type: ObjectType, _ request: TableRequest, by conditions: SampleConditions,
    _ take: (SamplePart) async -> Void
  ) async throws {
    let sources =
      conditions.namesSources(request) ? try await sources(of: type, where: .constant(true)) : []
    var query = conditions.query(type, request, sources: sources)
    query.needs = conditions.needs(request)
    let hasMembers = type.description?.kind == .correlation
    for try await run in try await samples(query) {
      try Task.checkCancellation()
      for rows in hasMembers ? Exporter.pieces(of: run) : [0..<run.count] {
        let piece = run.slice(rows)
        var parts = ExportParts()
        if hasMembers { parts.members = try await Exporter.members(of: piece, in: self) }
        await take(SamplePart(run: piece, parts: parts))
      }
    }
  }
}
