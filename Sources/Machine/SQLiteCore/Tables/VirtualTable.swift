/// A table of SQLite whose rows come from elsewhere; nobody writes to it.
package protocol VirtualTable: Sendable {
  /// Its columns; at most 32.
  var columns: [TableColumn] { get }
  /// The columns that together tell its rows from each other: SQLite may read it once for each part of an OR, and tells
  /// by them what it has had already.
  var key: [String] { get }

  /// How a question would be answered, before its values are known.
  func plan(_ question: TableQuestion) -> TablePlan
  /// Begins to read; what SQLite does with the rows comes between the pieces.
  func scan(_ request: TableRequest) throws -> any TableScan
}

/// The rows of a table as they are read.
package protocol TableScan: AnyObject {
  /// The next rows; `nil` after the last.
  func next() throws -> TablePiece?
  /// A cell of the last piece that no array holds: of a column that is looked at, or of the key.
  func cell(row: Int, column: Int) -> SQLValue
}

/// A column of a virtual table.
package struct TableColumn: Hashable, Sendable {
  package let name: String
  /// As SQLite calls it: TEXT, REAL, INTEGER or BLOB.
  package let type: String
  package let role: Role

  package enum Role: Hashable, Sendable {
    case shown
    /// `SELECT *` leaves it out.
    case hidden
    /// It has what stands in brackets behind the table's name, without which the table cannot be read.
    case argument
  }

  package init(_ name: String, _ type: String, _ role: Role = .shown) {
    self.name = name
    self.type = type
    self.role = role
  }
}

/// Rows that follow each other, as far as arrays hold them.
package struct TablePiece: Sendable {
  package let rows: Int
  /// Columns, by their places in the table.
  package var numbers: [Int: [Double]] = [:]
  package var integers: [Int: [Int64]] = [:]
  package var texts: [Int: TextColumn] = [:]

  package init(rows: Int) { self.rows = rows }
}

/// What SQLite would like to leave to a table.
package struct TableQuestion: Hashable, Sendable {
  /// A comparison of a column with a value that is not known yet.
  package struct Condition: Hashable, Sendable {
    package let column: Int
    package let comparison: TableComparison

    package init(_ column: Int, _ comparison: TableComparison) {
      self.column = column
      self.comparison = comparison
    }
  }

  package struct Order: Hashable, Sendable {
    package let column: Int
    package let isDescending: Bool

    package init(_ column: Int, isDescending: Bool) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  package let conditions: [Condition]
  package let order: [Order]

  package init(_ conditions: [Condition], order: [Order] = []) {
    self.conditions = conditions
    self.order = order
  }
}

/// How a column is compared; the raw values are SQLite's.
package enum TableComparison: Int, Hashable, Sendable {
  case equal = 2
  case greater = 4
  case lessOrEqual = 8
  case less = 16
  case greaterOrEqual = 32
  /// Rows beyond so many are of no interest; the column says nothing.
  case limit = 73
  /// As many rows are passed over first; the column says nothing.
  case offset = 74
}

/// What a table takes over.
package struct TablePlan: Hashable, Sendable {
  /// The conditions that it wants the values of, by their places in the question.
  package var taken: [Int] = []
  /// Those of them that SQLite need not look at again.
  package var exact: Set<Int> = []
  /// Whether the rows come in the order that was asked for.
  package var isOrdered = false
  /// How many rows there may be.
  package var rows = 1_000_000.0

  package init() {}
}

/// What is asked of a table.
package struct TableRequest: Hashable, Sendable {
  package struct Condition: Hashable, Sendable {
    package let column: Int
    package let comparison: TableComparison
    package let value: SQLValue

    package init(_ column: Int, _ comparison: TableComparison, _ value: SQLValue) {
      self.column = column
      self.comparison = comparison
      self.value = value
    }
  }

  package let conditions: [Condition]
  /// The order that the plan promised; empty where it promised none.
  package let order: [TableQuestion.Order]
  /// The columns that are looked at, a bit each.
  package let columns: UInt64

  package init(
    _ conditions: [Condition], order: [TableQuestion.Order] = [], columns: UInt64 = .max
  ) {
    self.conditions = conditions
    self.order = order
    self.columns = columns
  }

  /// Whether a column is looked at.
  package func looks(at column: Int) -> Bool { columns >> UInt64(column) & 1 == 1 }

  /// The value that a column is to have.
  package func value(of column: Int) -> SQLValue? {
    conditions.first { $0.column == column && $0.comparison == .equal }?.value
  }
}
