/// What statistics need of a run of quantities: when, how much, and by whom.
package struct QuantityColumns: Hashable, Sendable {
  /// Seconds since 2001-01-01 UTC.
  package private(set) var starts: [Double]
  package private(set) var ends: [Double]
  package private(set) var values: [Double]
  package private(set) var units: DictionaryColumn<Unit>
  package private(set) var sources: DictionaryColumn<SourceRevision>

  /// The given columns; `nil` unless they fit each other.
  package init?(
    starts: [Double], ends: [Double], values: [Double], units: DictionaryColumn<Unit>,
    sources: DictionaryColumn<SourceRevision>
  ) {
    let count = starts.count
    guard ends.count == count, values.count == count, units.count == count, sources.count == count
    else { return nil }
    self.starts = starts
    self.ends = ends
    self.values = values
    self.units = units
    self.sources = sources
  }

  /// Those of a run; `nil` where its samples are no quantities.
  package init?(_ run: SampleRun) {
    guard case .quantity(let values, let units) = run.payload else { return nil }
    self.init(
      starts: run.starts, ends: run.ends, values: values, units: units, sources: run.sources)
  }

  package var count: Int { starts.count }

  /// Only the given rows, which ascend.
  package mutating func select(_ rows: [Int]) {
    guard rows.count < count else { return }
    starts = rows.map { starts[$0] }
    ends = rows.map { ends[$0] }
    values = rows.map { values[$0] }
    units = units.selecting(rows)
    sources = sources.selecting(rows)
  }
}
