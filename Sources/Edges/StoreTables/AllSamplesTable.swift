internal import HealthModel
internal import SQLiteCore
internal import StoreAccess

/// The samples of all types, with what they have in common.
struct AllSamplesTable: VirtualTable {
  let columns =
    SampleRows.dates + [
      TableColumn("type", "TEXT"), TableColumn("value", "REAL"), TableColumn("unit", "TEXT"),
    ] + SampleRows.origin
  let key = ["uuid"]
  private let data: any OwnerAccess
  private let units: [ObjectType: Unit]
  private let conditions: SampleConditions

  private static let originAt = SampleRows.dates.count + 3

  init(in units: [ObjectType: Unit], of data: any OwnerAccess) {
    self.data = data
    self.units = units
    var roles = SampleRows.roles(originAt: Self.originAt)
    roles[2] = .type
    conditions = SampleConditions(roles: roles)
  }

  func plan(_ question: TableQuestion) -> TablePlan {
    var plan = conditions.plan(question)
    // One type comes after the other.
    plan.isOrdered = false
    let ofRows = Set(
      question.conditions.indices.filter { question.conditions[$0].comparison.isOfRows })
    if !question.order.isEmpty { plan.taken.removeAll { ofRows.contains($0) } }
    return plan
  }

  func scan(_ request: TableRequest) -> any TableScan {
    let feed = Feed<SamplePart> { put in
      for type in try await data.counts().keys.sorted(by: { $0.name < $1.name })
      where conditions.allows(type, request) {
        try await data.read(type, request, by: conditions) { await put($0) }
      }
    }
    return Scan(feed, units)
  }

  private final class Scan: TableScan {
    private let feed: Feed<SamplePart>
    private let units: [ObjectType: Unit]
    private var rows = SampleRows()
    private var run: SampleRun?
    private var values: [Double]?

    init(_ feed: Feed<SamplePart>, _ units: [ObjectType: Unit]) {
      self.feed = feed
      self.units = units
    }

    deinit { feed.close() }

    func next() throws -> TablePiece? {
      run = try feed.next()?.run
      guard let run else { return nil }
      var piece = TablePiece(rows: run.count)
      piece.numbers[originAt + 6] = SampleRows.unix(run.starts)
      piece.numbers[originAt + 7] = SampleRows.unix(run.ends)
      switch run.payload {
      case .quantity(let values, let units):
        if let unit = self.units[run.type] {
          piece.numbers[3] = try units.converted(values, to: unit)
        }
      case .category(let values): piece.numbers[3] = values.map(Double.init)
      case .objects: break
      }
      return piece
    }

    func cell(row: Int, column: Int) -> SQLValue {
      guard let run else { return .null }
      if column < SampleRows.dates.count { return rows.date(run, row, column) }
      if column >= originAt { return rows.origin(run, row, column - originAt) }
      return switch column {
      case 2: .text(run.type.name)
      case 4: SQLValue(units[run.type]?.unitString)
      default: .null
      }
    }
  }
}
