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
  /// Where the columns begin that all types have.
  private let originAt: Int

  init(_ type: ObjectType, in unit: Unit?, of data: any OwnerAccess) {
    self.type = type
    self.unit = unit
    self.data = data
    let kind = type.description?.kind
    let special = SampleCells(type, documents: false).names.map { name in
      let type =
        switch name {
        case "value" where kind == .category: "INTEGER"
        case "value", "seconds", "energy", "distance", "strokes": "REAL"
        case "byte_count": "INTEGER"
        default: "TEXT"
        }
      return TableColumn(name, type)
    }
    columns = SampleRows.dates + special + SampleRows.origin
    originAt = SampleRows.dates.count + special.count
    var roles = SampleRows.roles(originAt: originAt)
    if let unit { roles[2] = .quantity(unit) }
    if kind == .category { roles[2] = .category }
    conditions = SampleConditions(roles: roles)
  }

  func plan(_ question: TableQuestion) -> TablePlan { conditions.plan(question) }

  func scan(_ request: TableRequest) -> any TableScan {
    let feed = Feed<SamplePart> { put in
      try await data.read(type, request, by: conditions) { await put($0) }
    }
    return TypeScan(feed, type, unit: unit, originAt: originAt)
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
    let query = conditions.query(type, request, sources: sources)
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

/// The samples of one type as they are read.
private final class TypeScan: TableScan {
  private let feed: Feed<SamplePart>
  private let unit: Unit?
  private let originAt: Int
  private var rows = SampleRows()
  private var cells: SampleCells
  private var part: SamplePart?
  /// What is special of the row that was asked for last.
  private var special: (row: Int, cells: [SQLValue])?

  init(_ feed: Feed<SamplePart>, _ type: ObjectType, unit: Unit?, originAt: Int) {
    self.feed = feed
    self.unit = unit
    self.originAt = originAt
    cells = SampleCells(type, documents: false)
  }

  deinit { feed.close() }

  func next() throws -> TablePiece? {
    special = nil
    part = try feed.next()
    guard let run = part?.run else { return nil }
    var piece = TablePiece(rows: run.count)
    piece.numbers[originAt + 6] = SampleRows.unix(run.starts)
    piece.numbers[originAt + 7] = SampleRows.unix(run.ends)
    switch run.payload {
    case .quantity(let values, let units):
      if let unit { piece.numbers[2] = try units.converted(values, to: unit) }
    case .category(let values): piece.integers[2] = values
    case .objects: break
    }
    return piece
  }

  func cell(row: Int, column: Int) -> SQLValue {
    guard let part else { return .null }
    if column < SampleRows.dates.count { return rows.date(part.run, row, column) }
    if column >= originAt { return rows.origin(part.run, row, column - originAt) }
    if let unit, column == 3 { return .text(unit.unitString) }
    if special?.row != row { special = (row, cells.cells(part.run, row, part.parts)) }
    return special?.cells[column - SampleRows.dates.count] ?? .null
  }
}

extension DictionaryColumn<Unit> {
  /// Values in these units as values in one.
  ///
  /// - Throws: Where a unit measures something else.
  func converted(_ values: [Double], to unit: Unit) throws -> [Double] {
    let conversions = try self.values.map { try UnitConversion(from: $0, to: unit) }
    guard !conversions.allSatisfy(\.isIdentity) else { return values }
    var converted = values
    var start = 0
    for (index, end) in zip(runIndexes, runEnds) {
      for row in start..<end { converted[row] = conversions[index](values[row]) }
      start = end
    }
    return converted
  }
}
