internal import HealthCodec
internal import HealthModel
internal import StoreAccess

/// What came from an import before and was deleted here, by its marks, which stay deleted.
struct DeletedRows {
  /// In order.
  private let marks: [ImportMark]
  /// Those that stand for a row that was met.
  private var isMet: [Bool]

  /// Reads the marks of a store.
  init(of data: any OwnerAccess) async throws {
    var marks: [ImportMark] = []
    var place: Int64? = 0
    while let from = place {
      let page = try await data.deletedMarks(after: from)
      marks += page.marks
      place = page.next
    }
    self.init(marks)
  }

  init(_ marks: [ImportMark] = []) {
    self.marks = marks.sorted { $0.rawValue < $1.rawValue }
    isMet = [Bool](repeating: false, count: marks.count)
  }

  /// The rows that were not deleted here: of those that say the same, as many are left out as were.
  mutating func removing(
    from chosen: [Int], of rows: ImportRows, _ tables: ImportTables
  ) -> [Int] {
    guard !marks.isEmpty else { return chosen }
    let values = CanonicalValues(rows, tables)
    return chosen.filter { row in
      !meet(
        ImportMark.candidates(
          rows.description.type,
          from: tables.sources[Int(rows.sources[row])].source.bundleIdentifier,
          start: rows.starts[row], end: rows.ends[row], value: values[row]))
    }
  }

  /// Whether a correlation was deleted here, or one of the members that are missing.
  mutating func meet(
    _ draft: ImportCorrelation, missing members: [(type: ObjectType, row: ImportRow)],
    _ tables: ImportTables
  ) -> Bool {
    guard !marks.isEmpty else { return false }
    func candidates(_ type: ObjectType, _ row: ImportRow, _ value: Double) -> Set<ImportMark> {
      ImportMark.candidates(
        type, from: tables.sources[Int(row.source)].source.bundleIdentifier, start: row.start,
        end: row.end, value: value)
    }
    if meet(candidates(draft.type, draft.row, .nan)) { return true }
    return members.contains { member in
      let value = CorrelationSaver.value(member, tables)
      return candidates(member.type, member.row, value).contains { mark in
        let place = place(of: mark)
        return place < marks.count && marks[place] == mark
      }
    }
  }

  private mutating func meet(_ candidates: Set<ImportMark>) -> Bool {
    for mark in candidates {
      var place = place(of: mark)
      while place < marks.count, marks[place] == mark {
        if !isMet[place] {
          isMet[place] = true
          return true
        }
        place += 1
      }
    }
    return false
  }

  /// Where the first of these marks stands, or would.
  private func place(of mark: ImportMark) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].rawValue < mark.rawValue { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
