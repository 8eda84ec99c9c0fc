internal import HealthModel
internal import SQLiteCore

/// The database that Android's Health Connect exports.
struct HealthConnectDatabase: ~Copyable {
  /// Who measured something: an app, on a device.
  struct Origin: Hashable {
    var app: Int64
    var device: Int64
  }

  /// A row: from when to when, in seconds since 2001, and a number.
  struct Row {
    var start: Double
    var end: Double
    var value: Double
    var origin: Origin
    /// Whether a person typed it in.
    var isManual: Bool
  }

  /// As many apps, and devices, as anybody has.
  private static let mostOrigins = 10_000
  private static let appTable = "application_info_table"

  private let connection: Connection
  private let columns: [String: Set<String>]
  /// Package and name of each app.
  let apps: [Int64: (package: String, name: String)]
  let devices: [Int64: (manufacturer: String, model: String)]
  /// All tables that have records.
  let names: [String]

  /// Whether the tables of a database are those of one of these.
  static func hasForm(_ tables: [String: Set<String>]) -> Bool {
    tables[appTable] != nil && tables["steps_record_table"] != nil
  }

  init(_ path: String) throws {
    let connection = try Connection.foreign(path)
    let columns = connection.readableColumns
    var apps: [Int64: (package: String, name: String)] = [:]
    do {
      let name = columns[Self.appTable]?.contains("app_name") ?? false ? "app_name" : "''"
      var rows = try connection.prepare(
        "SELECT row_id, coalesce(package_name, ''), coalesce(\(name), '') FROM \(Self.appTable) "
          + "LIMIT \(Self.mostOrigins)")
      while try rows.step() {
        apps[rows.integer(at: 0)] = (try rows.text(at: 1), try rows.text(at: 2))
      }
    }
    var devices: [Int64: (manufacturer: String, model: String)] = [:]
    if columns["device_info_table"]?.isSuperset(of: ["manufacturer", "model"]) ?? false {
      var rows = try connection.prepare(
        "SELECT row_id, coalesce(manufacturer, ''), coalesce(model, '') FROM device_info_table "
          + "LIMIT \(Self.mostOrigins)")
      while try rows.step() {
        devices[rows.integer(at: 0)] = (try rows.text(at: 1), try rows.text(at: 2))
      }
    }
    self.connection = connection
    self.columns = columns
    self.apps = apps
    self.devices = devices
    names = columns.keys.filter { $0.hasSuffix("_record_table") }.sorted()
  }

  /// How many rows a table has; its name is one of `names`.
  func count(_ table: String) throws -> Int {
    let isPlain = table.utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
        || (0x41...0x5A).contains(byte)
    }
    guard isPlain else { return 0 }
    var statement = try connection.prepare("SELECT count(*) FROM \(table)")
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }

  /// The rows of a table of samples, by time.
  func rows(
    of table: HealthConnectTable, _ body: (Row) async throws -> Void
  ) async throws {
    let times = table.isInstant ? ("r.time", "r.time") : ("r.start_time", "r.end_time")
    let needed: Set<String> =
      table.isInstant ? ["time", table.column] : ["start_time", "end_time", table.column]
    guard columns[table.name]?.isSuperset(of: needed) ?? false else { return }
    try await rows(
      "SELECT \(times.0), \(times.1), r.\(table.column), \(origin("r", in: table.name)) "
        + "FROM \(table.name) r WHERE typeof(r.\(table.column)) IN ('integer', 'real') ORDER BY 1, 2",
      body)
  }

  /// Each heart rate of a series.
  func heartRates(_ body: (Row) async throws -> Void) async throws {
    let (parent, series) = ("heart_rate_record_table", "heart_rate_record_series_table")
    guard columns[parent] != nil,
      columns[series]?.isSuperset(of: ["parent_key", "epoch_millis", "beats_per_minute"]) ?? false
    else { return }
    try await rows(
      "SELECT s.epoch_millis, s.epoch_millis, s.beats_per_minute, \(origin("r", in: parent)) "
        + "FROM \(series) s JOIN \(parent) r ON r.row_id = s.parent_key ORDER BY 1", body)
  }

  /// The stages of sleep, and whole sessions that have none.
  func sleep(_ body: (Row) async throws -> Void) async throws {
    let (parent, stages) = ("sleep_session_record_table", "sleep_stages_table")
    guard columns[parent]?.isSuperset(of: ["start_time", "end_time"]) ?? false else { return }
    var lone = ""
    if columns[stages]?.isSuperset(
      of: ["parent_key", "stage_start_time", "stage_end_time", "stage_type"]) ?? false
    {
      try await rows(
        "SELECT s.stage_start_time, s.stage_end_time, s.stage_type, \(origin("r", in: parent)) "
          + "FROM \(stages) s JOIN \(parent) r ON r.row_id = s.parent_key ORDER BY 1, 2", body)
      lone =
        "WHERE r.row_id NOT IN (SELECT parent_key FROM \(stages) WHERE parent_key IS NOT NULL) "
    }
    // 2 is sleep of no known stage.
    try await rows(
      "SELECT r.start_time, r.end_time, 2, \(origin("r", in: parent)) FROM \(parent) r \(lone)"
        + "ORDER BY 1, 2", body)
  }

  /// Sessions of exercise, with the number of the activity.
  func exercises(_ body: (Row) async throws -> Void) async throws {
    let table = "exercise_session_record_table"
    guard columns[table]?.isSuperset(of: ["start_time", "end_time", "exercise_type"]) ?? false
    else { return }
    try await rows(
      "SELECT r.start_time, r.end_time, r.exercise_type, \(origin("r", in: table)) "
        + "FROM \(table) r ORDER BY 1, 2", body)
  }

  private func origin(_ alias: String, in table: String) -> String {
    ["app_info_id", "device_info_id", "recording_method"].map {
      columns[table]?.contains($0) ?? false ? "coalesce(\(alias).\($0), 0)" : "0"
    }.joined(separator: ", ")
  }

  private func rows(_ sql: String, _ body: (Row) async throws -> Void) async throws {
    var statement = try connection.prepare(sql)
    while try statement.step() {
      guard let start = Self.instant(statement.integer(at: 0)),
        let end = Self.instant(statement.integer(at: 1)), end >= start
      else { continue }
      try await body(
        Row(
          start: start, end: end, value: statement.double(at: 2),
          origin: Origin(app: statement.integer(at: 3), device: statement.integer(at: 4)),
          isManual: statement.integer(at: 5) == 3))
    }
  }

  /// Milliseconds since 1970.
  private static func instant(_ time: Int64) -> Double? {
    guard time > 0 else { return nil }
    let instant = Double(time) / 1_000 - Instant.secondsFrom1970
    return Instant.permitted.contains(instant) ? instant : nil
  }
}
