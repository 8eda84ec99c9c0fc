internal import CSQLite
internal import CSQLiteTables

/// A connection that virtual tables are made known to: one of ours, or that of a program which loads us.
@safe package struct TableHost {
  private let handle: OpaquePointer

  /// Whether the SQLite that is linked here was found, which is the same for all connections.
  fileprivate static let usesLinked = CSQLiteTables_useLinked()

  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  /// Does what an extension does when a program loads it.
  ///
  /// - Parameters:
  ///   - handle: The program's `sqlite3`.
  ///   - message: Takes why it fails.
  ///   - functions: Its `sqlite3_api_routines`: nothing else of SQLite is called for it.
  ///   - body: Adds tables.
  /// - Returns: A status of SQLite's.
  package static func load(
    _ handle: OpaquePointer, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ functions: UnsafeRawPointer, _ body: (TableHost) throws -> Void
  ) -> Int32 {
    CSQLiteTables_stayLoaded()
    _ = unsafe CSQLiteTables_take(handle, nil, functions)
    do {
      try body(unsafe TableHost(handle))
      return SQLITE_OK
    } catch {
      unsafe message?.pointee = CSQLiteTables_text("\(error)")
      return SQLITE_ERROR
    }
  }

  /// Makes a table known; the connection keeps it.
  ///
  /// - Throws: What SQLite says.
  package func add(_ table: some VirtualTable, named name: String) throws(SQLiteError) {
    precondition(table.columns.count <= CSQLiteTables_mostColumns, "a table has at most 32 columns")
    let columns = table.columns.map(\.declaration).joined(separator: ", ")
    let key = table.key.map { "\"\($0)\"" }.joined(separator: ", ")
    let schema = "CREATE TABLE x(\(columns), PRIMARY KEY (\(key))) WITHOUT ROWID"
    let context = unsafe Unmanaged.passRetained(TableBox(table)).toOpaque()
    let status = unsafe schema.withCString { schema in
      var owner = unsafe CSQLiteTables_Owner(
        context: context, schema: schema, plan: TableBox.plan, begin: TableBox.begin,
        next: ScanBox.next, cell: ScanBox.cell, end: ScanBox.end, release: TableBox.release)
      return unsafe CSQLiteTables_add(handle, name, &owner)
    }
    guard status == SQLITE_OK else {
      throw SQLiteError(
        SQLiteError.Code(status), cannot: "add the table \(name)", "status \(status)")
    }
  }

  /// Runs statements that answer nothing.
  ///
  /// - Throws: What SQLite says.
  package func run(_ sql: String) throws(SQLiteError) {
    var message: UnsafeMutablePointer<CChar>?
    let status = unsafe CSQLiteTables_run(handle, sql, &message)
    guard status == SQLITE_OK else {
      throw unsafe SQLiteError(
        SQLiteError.Code(status), cannot: "run a statement",
        message.map { unsafe String(cString: $0) } ?? "status \(status)", sql: sql)
    }
  }
}

extension Connection {
  /// Makes tables known to this connection.
  ///
  /// - Throws: What `body` throws, or SQLite says.
  package func addTables(_ body: (TableHost) throws -> Void) throws {
    try check(TableHost.usesLinked, cannot: "use virtual tables")
    try body(unsafe TableHost(handle))
  }
}

extension VirtualTable {
  /// The columns of the key, a bit each: SQLite may ask for them though it says that it looks at others only.
  fileprivate var keyColumns: UInt64 {
    columns.indices.reduce(0) { key.contains(columns[$1].name) ? $0 | 1 << UInt64($1) : $0 }
  }
}

extension TableColumn {
  /// The column as `CREATE TABLE` lists it.
  fileprivate var declaration: String {
    "\"\(name)\" \(type)\(role == .shown ? "" : " HIDDEN")"
  }
}

/// A table as SQLite holds it.
private final class TableBox {
  let table: any VirtualTable

  init(_ table: some VirtualTable) { self.table = table }

  static let release: @convention(c) (UnsafeMutableRawPointer) -> Void = {
    unsafe Unmanaged<TableBox>.fromOpaque($0).release()
  }

  static let plan:
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<sqlite3_index_info>) -> Int32 = {
      context, question in
      let table = unsafe Unmanaged<TableBox>.fromOpaque(context).takeUnretainedValue().table
      var places: [Int] = []
      var conditions: [TableQuestion.Condition] = []
      for place in 0..<Int(unsafe question.pointee.nConstraint) {
        let constraint = unsafe question.pointee.aConstraint[place]
        let column = Int(constraint.iColumn)
        // An argument that is not known yet: another order of the tables has to be found.
        if constraint.usable == 0, table.columns.indices.contains(column),
          table.columns[column].role == .argument
        {
          return SQLITE_CONSTRAINT
        }
        guard constraint.usable != 0,
          unsafe CSQLiteTables_comparesBytes(question, Int32(place)) != 0,
          let comparison = TableComparison(rawValue: Int(constraint.op))
        else { continue }
        places.append(place)
        conditions.append(TableQuestion.Condition(column, comparison))
      }
      let order = (0..<Int(unsafe question.pointee.nOrderBy)).map { place in
        let term = unsafe question.pointee.aOrderBy[place]
        return TableQuestion.Order(Int(term.iColumn), isDescending: term.desc != 0)
      }
      // Where a condition cannot be used now it may be looked at later, behind a limit.
      let isWhole = places.count == Int(unsafe question.pointee.nConstraint)
      if !isWhole {
        let kept = conditions.indices.filter { !conditions[$0].comparison.isOfRows }
        places = kept.map { places[$0] }
        conditions = kept.map { conditions[$0] }
      }
      let plan = table.plan(TableQuestion(conditions, order: order))
      for (argument, condition) in plan.taken.enumerated() {
        unsafe question.pointee.aConstraintUsage[places[condition]].argvIndex = Int32(argument + 1)
        unsafe question.pointee.aConstraintUsage[places[condition]].omit =
          plan.exact.contains(condition) ? 1 : 0
      }
      unsafe question.pointee.orderByConsumed = plan.isOrdered && !order.isEmpty ? 1 : 0
      unsafe question.pointee.estimatedRows = Int64(max(1, plan.rows))
      unsafe question.pointee.estimatedCost = max(1, plan.rows)
      let note = PlanNote(
        conditions: plan.taken.map { conditions[$0] }, order: plan.isOrdered ? order : [],
        columns: unsafe question.pointee.colUsed)
      guard let text = unsafe CSQLiteTables_text(note.text) else { return SQLITE_NOMEM }
      unsafe question.pointee.idxStr = text
      unsafe question.pointee.needToFreeIdxStr = 1
      return SQLITE_OK
    }

  static let begin:
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<CChar>?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int32 = { context, plan, count, values, scan, message in
      let table = unsafe Unmanaged<TableBox>.fromOpaque(context).takeUnretainedValue().table
      let note = unsafe PlanNote(plan.map { unsafe String(cString: $0) } ?? "")
      var conditions: [TableRequest.Condition] = []
      for (place, condition) in note.conditions.prefix(Int(count)).enumerated() {
        guard let value = unsafe values?[place] else { continue }
        conditions.append(
          TableRequest.Condition(
            condition.column, condition.comparison, unsafe SQLValue(argument: value)))
      }
      do {
        let request = TableRequest(conditions, order: note.order, columns: note.columns)
        let box = ScanBox(try table.scan(request), mayAskFor: note.columns | table.keyColumns)
        unsafe scan.pointee = unsafe Unmanaged.passRetained(box).toOpaque()
        return SQLITE_OK
      } catch {
        unsafe message.pointee = CSQLiteTables_text("\(error)")
        return SQLITE_ERROR
      }
    }
}

/// What a plan takes over, as the text that SQLite keeps of it.
struct PlanNote: Hashable {
  var conditions: [TableQuestion.Condition]
  var order: [TableQuestion.Order]
  /// Those that are looked at, a bit each.
  var columns: UInt64

  init(
    conditions: [TableQuestion.Condition], order: [TableQuestion.Order], columns: UInt64 = .max
  ) {
    self.conditions = conditions
    self.order = order
    self.columns = columns
  }

  init(_ text: String) {
    let words = text.split(separator: "|", omittingEmptySubsequences: false)
    columns = words.count > 2 ? UInt64(words[2]) ?? .max : .max
    let parts = words.map { part in
      part.split(separator: " ").map { $0.split(separator: ":").compactMap { Int($0) } }
        .filter { $0.count == 2 }
    }
    conditions = (parts.first ?? []).compactMap { pair in
      TableComparison(rawValue: pair[1]).map { TableQuestion.Condition(pair[0], $0) }
    }
    order = (parts.dropFirst().first ?? []).map {
      TableQuestion.Order($0[0], isDescending: $0[1] == 1)
    }
  }

  var text: String {
    let conditions = conditions.map { "\($0.column):\($0.comparison.rawValue)" }
    let order = order.map { "\($0.column):\($0.isDescending ? 1 : 0)" }
    return "\(conditions.joined(separator: " "))|\(order.joined(separator: " "))|\(columns)"
  }
}

extension TableComparison {
  /// Whether it speaks of how many rows are wanted, and not of what they hold.
  package var isOfRows: Bool { self == .limit || self == .offset }
}

/// Rows that are read, as SQLite holds them.
@safe private final class ScanBox {
  let scan: any TableScan
  /// The columns that SQLite may ask for, a bit each.
  private let columns: UInt64
  /// What the last piece lends.
  private var lent: [UnsafeMutableRawPointer] = unsafe []

  init(_ scan: any TableScan, mayAskFor columns: UInt64) {
    self.scan = scan
    self.columns = columns
  }

  deinit { giveBack() }

  private func giveBack() {
    while let pointer = unsafe lent.popLast() { unsafe pointer.deallocate() }
  }

  private func lend<Number: BitwiseCopyable>(_ numbers: [Number]) -> UnsafePointer<Number> {
    let buffer = UnsafeMutableBufferPointer<Number>.allocate(capacity: max(1, numbers.count))
    _ = unsafe buffer.initialize(from: numbers)
    guard let start = buffer.baseAddress else { preconditionFailure("it was allocated") }
    unsafe lent.append(UnsafeMutableRawPointer(start))
    return unsafe UnsafePointer(start)
  }

  private func fill(_ piece: inout CSQLiteTables_Piece) throws {
    giveBack()
    guard let next = try scan.next(), next.rows > 0 else { return }
    piece.rows = Int64(next.rows)
    unsafe lend(next.numbers, next.rows, as: &piece.numbers)
    unsafe lend(next.integers, next.rows, as: &piece.integers)
    unsafe lend(next.texts.mapValues(\.starts), next.rows, as: &piece.starts)
    unsafe lend(next.texts.mapValues(\.lengths), next.rows, as: &piece.lengths)
    unsafe lend(next.texts.mapValues { $0.bytes }, nil, as: &piece.texts)
  }

  /// Lends columns.
  ///
  /// - Parameters:
  ///   - columns: They, by their places.
  ///   - rows: How many rows each has; `nil` where that is not how many elements it has.
  ///   - pointers: A C array with a pointer for each place.
  private func lend<Element: BitwiseCopyable, Pointers>(
    _ columns: [Int: [Element]], _ rows: Int?, as pointers: inout Pointers
  ) {
    unsafe withUnsafeMutableBytes(of: &pointers) { bytes in
      let pointers = unsafe bytes.assumingMemoryBound(to: UnsafePointer<Element>?.self)
      for (column, elements) in columns {
        precondition(rows.map { elements.count == $0 } ?? true, "an element for every row")
        unsafe pointers[column] = lend(elements)
      }
    }
  }

  static let end: @convention(c) (UnsafeMutableRawPointer) -> Void = {
    unsafe Unmanaged<ScanBox>.fromOpaque($0).release()
  }

  static let next:
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutablePointer<CSQLiteTables_Piece>,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int32 = { scan, piece, message in
      do {
        try unsafe Unmanaged<ScanBox>.fromOpaque(scan).takeUnretainedValue().fill(&piece.pointee)
        return SQLITE_OK
      } catch {
        unsafe message.pointee = CSQLiteTables_text("\(error)")
        return SQLITE_ERROR
      }
    }

  static let cell: @convention(c) (UnsafeMutableRawPointer, Int64, Int32, OpaquePointer) -> Void = {
    scan, row, column, answer in
    let box = unsafe Unmanaged<ScanBox>.fromOpaque(scan).takeUnretainedValue()
    guard box.columns >> UInt64(column) & 1 == 1 else {
      return unsafe CSQLiteTables_answerFailure(
        answer, "SQLite asked for a column that it does not use")
    }
    switch box.scan.cell(row: Int(row), column: Int(column)) {
    case .null: unsafe CSQLiteTables_answerNull(answer)
    case .integer(let number): unsafe CSQLiteTables_answerInteger(answer, number)
    case .number(let number): unsafe CSQLiteTables_answerNumber(answer, number)
    case .text(var text):
      text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          guard let start = characters.baseAddress else {
            return unsafe CSQLiteTables_answerText(answer, "", 0)
          }
          unsafe CSQLiteTables_answerText(answer, start, Int64(characters.count))
        }
      }
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBytes { buffer in
        guard let start = buffer.baseAddress else {
          return unsafe CSQLiteTables_answerBlob(answer, "", 0)
        }
        unsafe CSQLiteTables_answerBlob(answer, start, Int64(buffer.count))
      }
    }
  }
}

extension SQLValue {
  /// An argument that SQLite hands over.
  fileprivate init(argument value: OpaquePointer) {
    switch unsafe CSQLiteTables_type(value) {
    case SQLITE_INTEGER: self = .integer(unsafe CSQLiteTables_integer(value))
    case SQLITE_FLOAT: self = .number(unsafe CSQLiteTables_number(value))
    case SQLITE_NULL: self = .null
    case let type:
      var count: Int32 = 0
      let start = unsafe CSQLiteTables_bytes(value, &count)
      let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count))
      self =
        type == SQLITE_TEXT
        ? .text(unsafe String(decoding: bytes, as: UTF8.self)) : .bytes(unsafe [UInt8](bytes))
    }
  }
}
