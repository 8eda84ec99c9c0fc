internal import HealthModel
internal import TestSupport
internal import Testing

/// Run-length columns against plain arrays.
struct ColumnTests {
  /// Ascending rows of `count`.
  private static func rows(_ count: Int, _ random: inout SeededGenerator) -> [Int] {
    (0..<count).filter { _ in random.next() % 2 == 0 }
  }

  private static func range(_ count: Int, _ random: inout SeededGenerator) -> Range<Int> {
    let start = Int(random.next() % UInt64(count + 1))
    return start..<(start + Int(random.next() % UInt64(count - start + 1)))
  }

  @Test(arguments: [2, 8, 9, 30] as [UInt64])
  func `a dictionary column is its rows`(distinct: UInt64) {
    var random = SeededGenerator(seed: distinct)
    for round in 0..<300 {
      var rows: [UInt64] = []
      for _ in 0..<(random.next() % 20) {
        let value = random.next() % distinct
        rows += Array(repeating: value, count: Int(random.next() % 4))
      }
      let column = DictionaryColumn(rows)
      let comment: Comment = "\(distinct) values, round \(round)"
      #expect(column.count == rows.count, comment)
      #expect(rows.indices.map { column[$0] } == rows, comment)
      #expect(column.indexes().map { column.values[$0] } == rows, comment)
      let picked = Self.rows(rows.count, &random)
      // Always in one form, however it was made.
      #expect(column.selecting(picked) == DictionaryColumn(picked.map { rows[$0] }), comment)
      let part = Self.range(rows.count, &random)
      var joined = column
      joined.append(column, rows: part)
      #expect(joined == DictionaryColumn(rows + rows[part]), comment)
    }
  }

  @Test func `a counter column is its rows`() {
    var random = SeededGenerator(seed: 1)
    for round in 0..<500 {
      var column = CounterColumn()
      var rows: [Int64] = []
      for _ in 0..<(random.next() % 8) {
        let first = Int64(random.next() % 40)
        let count = Int(random.next() % 5)
        column.append(CounterColumn.Span(first: first, count: count))
        rows += (0..<count).map { first + Int64($0) }
      }
      let comment: Comment = "round \(round)"
      #expect(column.all() == rows && column.count == rows.count, comment)
      #expect(rows.indices.map { column[$0] } == rows, comment)
      #expect(column.min == rows.min() && column.max == rows.max(), comment)
      let picked = Self.rows(rows.count, &random)
      #expect(column.selecting(picked).all() == picked.map { rows[$0] }, comment)
      let part = Self.range(rows.count, &random)
      var joined = column
      joined.append(column, rows: part)
      #expect(joined.all() == rows + rows[part], comment)
    }
  }

  @Test func `a column of dots is its rows`() {
    struct Plain: Equatable {
      var incarnation: Incarnation
      var sequence: UInt64
    }
    func rows(of column: DotColumn) -> [Plain] {
      (0..<column.count).map { row in
        let (incarnation, sequence) = column[row]
        return Plain(incarnation: incarnation, sequence: sequence)
      }
    }
    var random = SeededGenerator(seed: 2)
    for round in 0..<500 {
      var column = DotColumn()
      var plain: [Plain] = []
      for _ in 0..<(random.next() % 8) {
        let incarnation = Incarnation(rawValue: random.next() % 2)
        let first = random.next() % 40
        let count = Int(random.next() % 5)
        column.append(DotColumn.Span(incarnation: incarnation, first: first, count: count))
        plain += (0..<count).map { Plain(incarnation: incarnation, sequence: first + UInt64($0)) }
      }
      let comment: Comment = "round \(round)"
      #expect(rows(of: column) == plain, comment)
      let picked = Self.rows(plain.count, &random)
      #expect(rows(of: column.selecting(picked)) == picked.map { plain[$0] }, comment)
      let part = Self.range(plain.count, &random)
      var joined = column
      joined.append(column, rows: part)
      #expect(rows(of: joined) == plain + plain[part], comment)
      for (incarnation, intervals) in column.intervals() {
        let sequences = plain.filter { $0.incarnation == incarnation }.map(\.sequence)
        #expect(Set(intervals.intervals.flatMap { Array($0) }) == Set(sequences), comment)
      }
    }
  }
}
