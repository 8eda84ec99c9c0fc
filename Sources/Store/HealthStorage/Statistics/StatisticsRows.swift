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
    var columns = columns
    // Mostly there is nothing to convert.
    let needsConversion = columns.units.values.contains { $0 != scope.canonicalUnit }
    if needsConversion {
      let fits = columns.units.values.map { Self.conversion(of: $0, scope) != nil }
      let indexes = columns.units.indexes()
      columns.select(columns.starts.indices.filter { fits[indexes[$0]] })
    }
    starts = columns.starts
    ends = columns.ends
    values = columns.values
    if needsConversion {
      columns.units.forEachRun { unit, rows in
        guard let conversion = Self.conversion(of: unit, scope) else { return }
        for row in rows { values[row] = conversion(values[row]) }
      }
    }
    let indexes = columns.sources.values.map { scope.index(of: $0.source) ?? 0 }
    for (index, end) in zip(columns.sources.runIndexes, columns.sources.runEnds) {
      stretches.append((indexes[index], end))
    }
  }

  private static func conversion(of unit: Unit, _ scope: StatisticsScope) -> UnitConversion? {
    UnitConversion.remembered(from: unit, to: scope.canonicalUnit)
  }

  /// Calls `body` with the source and the rows of each stretch, in order.
  func forEachStretch(_ body: (Int, Range<Int>) -> Void) {
    var first = 0
    for (source, end) in stretches {
      body(source, first..<end)
      first = end
    }
  }
}
