internal import HealthModel

/// Rows of one block as statistics see them: in the type's canonical unit, and by sources of the scope.
struct StatisticsRows {
  private(set) var starts: [Double] = []
  private(set) var ends: [Double] = []
  private(set) var values: [Double] = []
  /// The source of each stretch of rows, and the row after it.
  private var stretches: [(source: Int, end: Int)] = []

  init() {}

  /// The rows of the columns; those in units of another dimension are none.
  init(_ columns: QuantityColumns, _ scope: StatisticsScope) {
    guard let canonical = scope.query.type.description?.canonicalUnit else { return }
    let conversions = columns.units.values.map {
      UnitConversion.remembered(from: $0, to: canonical)
    }
    var columns = columns
    if conversions.contains(where: { $0 == nil }) {
      let indexes = columns.units.indexes()
      columns.select(columns.starts.indices.filter { conversions[indexes[$0]] != nil })
    }
    starts = columns.starts
    ends = columns.ends
    values = columns.values
    columns.units.forEachRun { unit, rows in
      guard let conversion = UnitConversion.remembered(from: unit, to: canonical),
        !conversion.isIdentity
      else { return }
      for row in rows { values[row] = conversion(values[row]) }
    }
    let indexes = columns.sources.values.map { scope.index(of: $0.source) ?? 0 }
    for (index, end) in zip(columns.sources.runIndexes, columns.sources.runEnds) {
      stretches.append((indexes[index], end))
    }
  }

  var count: Int { starts.count }

  /// Calls `body` with the source and the rows of each stretch, in order.
  func forEachStretch(_ body: (Int, Range<Int>) -> Void) {
    var first = 0
    for (source, end) in stretches {
      body(source, first..<end)
      first = end
    }
  }
}
