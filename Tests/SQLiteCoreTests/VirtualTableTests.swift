private import SQLiteCore
private import Synchronization
internal import TestSupport
internal import Testing

@Suite struct VirtualTableTests {
  /// Numbers from 0 on, in pieces of three, with texts in arrays and texts that no array holds.
  private final class Numbers: VirtualTable {
    let columns = [
      TableColumn("number", "INTEGER"), TableColumn("half", "REAL"), TableColumn("name", "TEXT"),
      TableColumn("count", "INTEGER", .argument), TableColumn("word", "TEXT", .hidden),
    ]
    let key = ["number", "count"]
    let requests = Mutex<[TableRequest]>([])
    let openScans = Mutex(0)
    let isOrdered: Bool

    init(isOrdered: Bool = false) { self.isOrdered = isOrdered }

    func plan(_ question: TableQuestion) -> TablePlan {
      var plan = TablePlan()
      for (place, condition) in question.conditions.enumerated() {
        if condition.column == 3 { plan.exact.insert(place) }
        plan.taken.append(place)
      }
      plan.isOrdered = isOrdered
      return plan
    }

    func scan(_ request: TableRequest) throws -> any TableScan {
      requests.withLock { $0.append(request) }
      guard case .integer(let count) = request.value(of: 3) ?? .integer(7) else {
        throw SQLiteError(.misuse, cannot: "count", "it is no number")
      }
      openScans.withLock { $0 += 1 }
      return Scan(self, Int(count))
    }

    final class Scan: TableScan {
      let table: Numbers
      let count: Int
      var first = -3

      init(_ table: Numbers, _ count: Int) {
        self.table = table
        self.count = count
      }

      deinit { table.openScans.withLock { $0 -= 1 } }

      func next() throws -> TablePiece? {
        first += 3
        if first > 90 { throw SQLiteError(.misuse, cannot: "count", "there are too many") }
        guard first < count else { return nil }
        let numbers = first..<min(first + 3, count)
        var piece = TablePiece(rows: numbers.count)
        piece.integers[0] = numbers.map { Int64($0) }
        var words = TextColumn(rows: numbers.count)
        for number in numbers.prefix(1) { words.append { $0 += "ä\(number)".utf8 } }
        words.append(first == 0 ? nil : "", rows: numbers.count - 1)
        piece.texts[4] = words
        piece.numbers[1] = numbers.map { $0 == 2 ? .nan : Double($0) / 2 }
        return piece
      }

      func cell(row: Int, column: Int) -> SQLValue {
        switch (column, first + row) {
        case (3, _): .integer(Int64(count))
        case (_, 0): .text("")
        case (_, 1): .null
        case (_, 2): .bytes([1, 2])
        case (_, 3): .bytes([])
        case (_, let number): .text("Ü\(number)")
        }
      }
    }
  }

  private func rows(_ connection: borrowing Connection, _ sql: String) throws -> [[SQLValue]] {
    var statement = try connection.prepare(sql)
    var rows: [[SQLValue]] = []
    while try statement.step() { rows.append(try statement.values()) }
    return rows
  }

  private func connection(_ table: Numbers) throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.addTables { try $0.add(table, named: "numbers") }
    return connection
  }

  @Test func `rows come in pieces, from arrays and cell by cell`() throws {
    let connection = try connection(Numbers())
    #expect(
      try rows(connection, "SELECT * FROM numbers") == [
        [.integer(0), .number(0), .text("")], [.integer(1), .number(0.5), .null],
        [.integer(2), .null, .bytes([1, 2])], [.integer(3), .number(1.5), .bytes([])],
        [.integer(4), .number(2), .text("Ü4")], [.integer(5), .number(2.5), .text("Ü5")],
        [.integer(6), .number(3), .text("Ü6")],
      ])
    #expect(
      try rows(connection, "SELECT sum(number), count(half) FROM numbers(4)") == [
        [.integer(6), .integer(3)]
      ])
    #expect(try rows(connection, "SELECT * FROM numbers(0)").isEmpty)
    #expect(
      try rows(connection, "SELECT word FROM numbers(5)") == [
        [.text("ä0")], [.null], [.null], [.text("ä3")], [.text("")],
      ])
    // Some are kept longer than their piece.
    #expect(
      try rows(connection, "SELECT min(word), max(word), group_concat(word, '') FROM numbers(9)")
        == [[.text(""), .text("ä6"), .text("ä0ä3ä6")]])
    #expect(
      try rows(connection, "SELECT a.number FROM numbers(3) a JOIN numbers(a.number) b").count == 3)
  }

  @Test func `conditions, order and limit are handed over, and looked at again`() throws {
    let table = Numbers(isOrdered: true)
    let connection = try connection(table)
    let found = try rows(
      connection, "SELECT number FROM numbers WHERE number >= 3 AND half < 2.5 ORDER BY number")
    #expect(found == [[.integer(3)], [.integer(4)]])
    let request = try #require(table.requests.withLock { $0.last })
    #expect(
      Set(request.conditions) == [
        .init(0, .greaterOrEqual, .integer(3)), .init(1, .less, .number(2.5)),
      ])
    #expect(request.order == [.init(0, isDescending: false)])
    _ = try rows(connection, "SELECT number FROM numbers ORDER BY half DESC LIMIT 2 OFFSET 1")
    let limited = try #require(table.requests.withLock { $0.last })
    #expect(
      Set(limited.conditions) == [
        .init(limited.conditions[0].column, .limit, .integer(2)),
        .init(limited.conditions[1].column, .offset, .integer(1)),
      ])
    #expect(limited.order == [.init(1, isDescending: true)])
    // Another order of letters is none of the table's.
    _ = try rows(connection, "SELECT number FROM numbers WHERE name = 'ü4' COLLATE NOCASE")
    #expect(table.requests.withLock { $0.last?.conditions } == [])
    // A limit that comes after a condition which SQLite keeps for itself says nothing.
    #expect(
      try rows(connection, "SELECT number FROM numbers WHERE number % 2 = 1 LIMIT 2").count == 2)
    #expect(table.requests.withLock { $0.last?.conditions } == [])
  }

  @Test func `what fails is told, and everything that was begun is let go`() throws {
    let table = Numbers()
    do {
      let connection = try connection(table)
      for (sql, detail) in [
        ("SELECT * FROM numbers('x')", "cannot count: it is no number"),
        ("SELECT count(*) FROM numbers(100)", "cannot count: there are too many"),
        ("DELETE FROM numbers", "table numbers may not be modified"),
      ] {
        let error = #expect(throws: SQLiteError.self) { try rows(connection, sql) }
        #expect(error?.detail == detail)
      }
      var statement = try connection.prepare("SELECT * FROM numbers")
      #expect(try statement.step())
      #expect(table.openScans.withLock { $0 } == 1)
      statement.reset()
      #expect(table.openScans.withLock { $0 } == 0)
    }
    #expect(table.openScans.withLock { $0 } == 0)
  }

  @Test func `rows that several parts of an OR find come once, and none is lost`() throws {
    let connection = try connection(Numbers())
    let found = try rows(
      connection, "SELECT number FROM numbers WHERE number < 2 OR number > 4 OR half = 0.5")
    #expect(Set(found) == Set([0, 1, 5, 6].map { [.integer($0)] }) && found.count == 4)
  }

  @Test func `a table is there at once, and can be listed`() throws {
    let connection = try connection(Numbers())
    #expect(try rows(connection, "SELECT name FROM sqlite_schema").isEmpty)
    try connection.execute("CREATE VIRTUAL TABLE \"numbers\" USING numbers")
    #expect(try rows(connection, "SELECT name FROM sqlite_schema") == [[.text("numbers")]])
    #expect(try rows(connection, "SELECT number FROM numbers LIMIT 1") == [[.integer(0)]])
  }

  @Test func `statements of a script come one by one`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    var script = "SELECT 1; -- one\n;SELECT 'ü'; \n"[...]
    var found: [SQLValue] = []
    while var statement = try connection.prepareFirst(of: &script) {
      #expect(try statement.step())
      found.append(try statement.value(at: 0))
    }
    #expect(found == [.integer(1), .text("ü")])
  }
}
