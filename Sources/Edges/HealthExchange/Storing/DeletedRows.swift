internal import HealthCodec
internal import HealthModel
internal import StoreAccess

/// What came from an import before and was deleted here, by its marks, which stay deleted.
struct DeletedRows {
  /// In order, each once.
  private var marks: [ImportMark] = []
  /// How many deleted samples with each mark no row was met for yet.
  private var left: [Int] = []
  /// Of the rows that were met for a mark and could have been met for another: for which, and how many.
  private var choices: [Int: [Int: Int]] = [:]

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
    for mark in marks.sorted(by: { $0.rawValue < $1.rawValue }) {
      if mark == self.marks.last {
        left[left.count - 1] += 1
      } else {
        self.marks.append(mark)
        left.append(1)
      }
    }
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

  /// Whether a sample was deleted here that came from an import and said the same.
  mutating func meet(_ sample: Sample) -> Bool {
    guard !marks.isEmpty, case .object(let body) = sample.value else { return false }
    return meet(
      ImportMark.candidates(
        sample.type, from: sample.source.source.bundleIdentifier, start: sample.start,
        end: sample.end, value: body.comparableValue))
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
      return candidates(member.type, member.row, value).contains { index(of: $0) != nil }
    }
  }

  /// Takes a row that may be one of those deleted: whether there is still one that it can be.
  ///
  /// Values that are nearly alike have marks in common: a row that was met before gives way where it can stand for
  /// another. Without that, whether the last row is met would depend on the order of the rows.
  mutating func meet(_ candidates: Set<ImportMark>) -> Bool {
    let own = candidates.compactMap { index(of: $0) }
    // Breadth first: each index that the rows can move to, and from where.
    var queue = own
    var origins: [Int: Int] = [:]
    var next = 0
    while next < queue.count, next < Self.mostMoves {
      let index = queue[next]
      next += 1
      guard left[index] == 0 else {
        left[index] -= 1
        var end = index
        while let origin = origins[end] {
          choices[origin]?[end, default: 0] -= 1
          choices[end, default: [:]][origin, default: 0] += 1
          end = origin
        }
        if let other = own.first(where: { $0 != end }) {
          choices[end, default: [:]][other, default: 0] += 1
        }
        return true
      }
      for (other, count) in choices[index] ?? [:] where count > 0 && !queue.contains(other) {
        origins[other] = index
        queue.append(other)
      }
    }
    return false
  }

  /// So many deleted samples of one second lie beside one another only where somebody made them up.
  private static let mostMoves = 256

  private func index(of mark: ImportMark) -> Int? {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].rawValue < mark.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < marks.count && marks[low] == mark ? low : nil
  }
}
