internal import SQLiteCore

/// Few rows, all of which are worked out when they are asked for.
struct ListTable: VirtualTable {
  let columns: [TableColumn]
  let key: [String]
  /// The columns whose values `rows` wants to know, where a condition says what they are.
  let arguments: Set<Int>
  let rows: @Sendable (_ request: TableRequest) async throws -> [[SQLValue]]

  func plan(_ question: TableQuestion) -> TablePlan {
    var plan = TablePlan()
    plan.rows = 1_000
    for (place, condition) in question.conditions.enumerated()
    where arguments.contains(condition.column) && !condition.comparison.isOfRows {
      plan.taken.append(place)
      plan.rows *= 0.3
      // A row has no value of its own for an argument.
      if columns[condition.column].role == .argument { plan.exact.insert(place) }
    }
    return plan
  }

  func scan(_ request: TableRequest) throws -> any TableScan {
    let feed = Feed<[[SQLValue]]> { put in await put(try await rows(request)) }
    return Scan(try feed.next() ?? [])
  }

  private final class Scan: TableScan {
    private let rows: [[SQLValue]]
    private var isTold = false

    init(_ rows: [[SQLValue]]) { self.rows = rows }

    func next() -> TablePiece? {
      defer { isTold = true }
      return isTold || rows.isEmpty ? nil : TablePiece(rows: rows.count)
    }

    func cell(row: Int, column: Int) -> SQLValue {
      rows[row].indices.contains(column) ? rows[row][column] : .null
    }
  }
}
