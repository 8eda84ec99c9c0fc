internal import CSQLite

/// What statements may read on a connection whose statements, or whose database, come from outside.
///
/// | Where from | Whole tables | Columns of tables |
/// |---|---|---|
/// | statements that a person types | those of ours, and the schema | none |
/// | a database of another program | none | those that are stored, as `Connection.foreign` finds them |
///
/// Nothing else is permitted then: no statement that writes, no other database, no transaction, no pragma, no function
/// but those of `functions`. SQLite asks for each table, column and function while it compiles a statement.
package struct ReadingRules: Hashable, Sendable {
  /// Tables that may be read whole, those of modules included.
  package var tables: Set<String>
  /// Columns that may be read, by their tables.
  package var columns: [String: Set<String>]

  /// States rules.
  package init(tables: Set<String> = [], columns: [String: Set<String>] = [:]) {
    self.tables = tables
    self.columns = columns
  }

  /// What lists the tables themselves, under the name that SQLite gives it.
  package static let schemaTables: Set<String> = ["sqlite_master", "sqlite_temp_master"]
  /// What takes JSON apart, and reads nothing else.
  package static let jsonTables: Set<String> = ["json_each", "json_tree"]

  /// The functions of SQLite's manual that compute and do nothing else, those of later versions included.
  ///
  /// What is not here may load code, read files, or write to a log of the process.
  static let functions: Set<String> = {
    let names = """
      -> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling changes char coalesce concat concat_ws cos \
      cosh count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp \
      first_value floor format glob group_concat hex if ifnull iif instr json json_array json_array_length \
      json_error_position json_extract json_group_array json_group_object json_insert json_object json_patch \
      json_pretty json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_extract \
      jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set \
      julianday lag last_insert_rowid last_value lead length like likelihood likely ln log log10 log2 lower ltrim max \
      median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi \
      pow power printf quote radians random randomblob rank replace round row_number rtrim sign sin sinh soundex \
      sqlite_source_id sqlite_version sqrt strftime string_agg substr substring subtype sum tan tanh time timediff \
      total total_changes trim trunc typeof unhex unicode unistr unistr_quote unixepoch unlikely upper zeroblob
      """
    return Set(names.split(separator: " ").map(String.init))
  }()

  /// Judges an action that SQLite asks about.
  ///
  /// - Parameters:
  ///   - action: One of SQLite's action codes.
  ///   - first: What it is about: for reading a table, for a pragma its name.
  ///   - second: More of that: for reading a column, for a call the function.
  /// - Returns: Why it is refused, in words for whoever wrote the statement; `nil` where it is permitted.
  func refusal(_ action: Int32, _ first: String?, _ second: String?) -> String? {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return nil
    case SQLITE_READ:
      let (table, column) = (first ?? "", second ?? "")
      if tables.contains(table) { return nil }
      guard let permitted = columns[table] else { return "the table \(table) may not be read" }
      // To count rows no column is needed, and SQLite says "".
      return column.isEmpty || permitted.contains(column)
        ? nil : "the column \(column) of the table \(table) may not be read"
    case SQLITE_FUNCTION:
      let name = (second ?? "").lowercased()
      return Self.functions.contains(name) ? nil : "the function \(name) may not be called"
    // SQLite asks for this while it makes a module's table known, and then writes nothing. A statement that says it
    // is refused by SQLite itself, by what it keeps from being written, and because it does not only read.
    case SQLITE_UPDATE where tables.isSuperset(of: Self.schemaTables) && first == "sqlite_master":
      return nil
    default:
      return "\(Self.statement(action, first ?? "")) does more than read"
    }
  }

  /// The words of SQL that stand for an action.
  private static func statement(_ action: Int32, _ name: String) -> String {
    switch action {
    case SQLITE_ATTACH: "ATTACH"
    case SQLITE_DETACH: "DETACH"
    case SQLITE_PRAGMA: "PRAGMA \(name)"
    case SQLITE_INSERT where ReadingRules.schemaTables.contains(name): "CREATE"
    case SQLITE_DELETE where ReadingRules.schemaTables.contains(name): "DROP"
    case SQLITE_INSERT: "INSERT"
    case SQLITE_UPDATE: "UPDATE"
    case SQLITE_DELETE: "DELETE"
    case SQLITE_TRANSACTION: name
    case SQLITE_SAVEPOINT: "SAVEPOINT"
    case SQLITE_ANALYZE: "ANALYZE"
    case SQLITE_REINDEX: "REINDEX"
    case SQLITE_ALTER_TABLE: "ALTER TABLE"
    case SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_VTABLE: "CREATE TABLE"
    case SQLITE_CREATE_INDEX, SQLITE_CREATE_TEMP_INDEX: "CREATE INDEX"
    case SQLITE_CREATE_VIEW, SQLITE_CREATE_TEMP_VIEW: "CREATE VIEW"
    case SQLITE_CREATE_TRIGGER, SQLITE_CREATE_TEMP_TRIGGER: "CREATE TRIGGER"
    case SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_VTABLE: "DROP TABLE"
    case SQLITE_DROP_INDEX, SQLITE_DROP_TEMP_INDEX: "DROP INDEX"
    case SQLITE_DROP_VIEW, SQLITE_DROP_TEMP_VIEW: "DROP VIEW"
    case SQLITE_DROP_TRIGGER, SQLITE_DROP_TEMP_TRIGGER: "DROP TRIGGER"
    default: "the statement"
    }
  }
}

/// The rules of a connection as SQLite asks them, and the first refusal of what is being compiled.
final class ReadingWatch {
  let rules: ReadingRules
  private(set) var refusal: String?

  init(_ rules: ReadingRules) { self.rules = rules }

  /// Forgets what was refused before.
  func begin() { refusal = nil }

  /// Notes why something is refused; what came first stays.
  func refuse(_ reason: String) { refusal = refusal ?? reason }

  /// Asked by SQLite, for which rows of a refused statement must not be compiled at all.
  static let ask:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32 = { watch, action, first, second, _, _ in
      guard let watch = unsafe watch else { return SQLITE_DENY }
      let asked = unsafe Unmanaged<ReadingWatch>.fromOpaque(watch).takeUnretainedValue()
      let words = unsafe (
        first.map { unsafe String(cString: $0) }, second.map { unsafe String(cString: $0) }
      )
      guard let reason = asked.rules.refusal(action, words.0, words.1) else { return SQLITE_OK }
      asked.refuse(reason)
      return SQLITE_DENY
    }
}

extension Connection {
  /// Permits from now on to read what rules name, and nothing else.
  ///
  /// Statements that were compiled before go on.
  ///
  /// - Throws: What SQLite says.
  package mutating func permitOnly(_ rules: ReadingRules) throws(SQLiteError) {
    // Also what SQLite would do by itself for a statement, as VACUUM attaches a file, finds no place.
    _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    try execute("PRAGMA query_only = 1")
    let watch = ReadingWatch(rules)
    // Unretained is sound: `deinit` takes it away from SQLite before the last reference goes.
    let status = unsafe sqlite3_set_authorizer(
      handle, ReadingWatch.ask, Unmanaged.passUnretained(watch).toOpaque())
    try check(status, cannot: "restrict the connection")
    self.watch = watch
  }

  /// Opens a database that another program made, to read what is stored in its tables.
  ///
  /// Its triggers, views and virtual tables are not used, and columns that it works out by expressions are not there.
  ///
  /// - Parameter path: The file's path; a link is followed.
  /// - Returns: The connection, with `readableColumns`.
  /// - Throws: `SQLiteError`, also for a file that is no database.
  package static func foreign(_ path: String) throws(SQLiteError) -> Connection {
    var connection = try Connection(path: path, mode: .readOnly)
    let columns = try storedColumns(of: connection)
    try connection.permitOnly(ReadingRules(columns: columns))
    return connection
  }

  private static func storedColumns(
    of connection: borrowing Connection
  ) throws(SQLiteError) -> [String: Set<String>] {
    var columns: [String: Set<String>] = [:]
    // A view or a virtual table has no page of its own. The text is looked at as well: it decides what SQLite makes
    // of a row of the schema, whatever the row says that it is. The function leaves out columns that are worked out.
    var rows = try connection.prepare(
      """
      SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.rootpage > 0 AND m.sql LIKE 'CREATE TABLE %'
      """)
    while try rows.step() {
      columns[try rows.text(at: 0), default: []].insert(try rows.text(at: 1))
    }
    return columns
  }

  /// The columns that may be read, by their tables.
  package var readableColumns: [String: Set<String>] { watch?.rules.columns ?? [:] }
}
