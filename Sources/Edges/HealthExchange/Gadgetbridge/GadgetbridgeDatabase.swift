internal import HealthModel
internal import SQLiteCore
internal import TextFormats

/// The database that Gadgetbridge exports: tables of minutes, of moments and of workouts, by device.
struct GadgetbridgeDatabase: ~Copyable {
  /// A band, a watch or a scale.
  struct Device {
    var number: Int64
    var name: String
    var manufacturer: String
    var model: String
    var type: String
  }

  /// A table and its columns.
  struct Table {
    var name: String
    var columns: Set<String>
  }

  /// As many as one person wore.
  private static let mostDevices = 1_000
  /// As long as what is said of one workout may be.
  private static let mostSummary = 65_536

  private let connection: Connection
  let devices: [Device]
  let tables: [Table]

  /// Opens a file.
  ///
  /// - Throws: `ExportError` where it is none, and `SQLiteError`.
  init(_ path: String) throws {
    let connection = try Connection.foreign(path)
    let tables = Self.tables(of: connection)
    let devices = try Self.devices(of: connection, tables)
    self.init(connection, devices, tables)
  }

  private init(_ connection: consuming Connection, _ devices: [Device], _ tables: [Table]) {
    self.connection = connection
    self.devices = devices
    self.tables = tables
  }

  private static func tables(of connection: borrowing Connection) -> [Table] {
    // Nothing else is the name of a table of theirs, and nothing else is put into a statement.
    let columns = connection.readableColumns.filter { name, _ in
      name.utf8.allSatisfy {
        $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
      }
    }
    return columns.sorted { $0.key < $1.key }.map { Table(name: $0.key, columns: $0.value) }
  }

  private static func devices(
    of connection: borrowing Connection, _ tables: [Table]
  ) throws -> [Device] {
    guard let device = tables.first(where: { $0.name == "DEVICE" }),
      tables.contains(where: { $0.name == "USER" }), device.columns.contains("NAME")
    else {
      throw ExportError(
        "it is a database, and none that 'dyad import' knows",
        advice: "It reads those of Gadgetbridge, of Health Connect and of 'dyad export'.")
    }
    let texts = ["NAME", "MANUFACTURER", "MODEL", "TYPE_NAME", "TYPE", "ALIAS"].map {
      device.columns.contains($0) ? "coalesce(\($0), '')" : "''"
    }
    var devices: [Device] = []
    var rows = try connection.prepare(
      "SELECT _id, \(texts.joined(separator: ", ")) FROM DEVICE LIMIT \(mostDevices)")
    while try rows.step() {
      let alias = try rows.text(at: 6)
      let type = try rows.text(at: 4)
      devices.append(
        Device(
          number: rows.integer(at: 0), name: alias.isEmpty ? try rows.text(at: 1) : alias,
          manufacturer: try rows.text(at: 2), model: try rows.text(at: 3),
          type: type.isEmpty ? try rows.text(at: 5) : type))
    }
    return devices
  }

  /// How many rows a table has.
  func count(_ table: Table) throws -> Int {
    var statement = try connection.prepare("SELECT count(*) FROM \(table.name)")
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }

  /// The rows of a device by time: the time in seconds since 2001, and columns as whole numbers of a part of their
  /// unit, negative where there is none.
  func rows(
    _ table: Table, of device: Device, _ columns: [String], scale: Int = 1,
    _ body: (Double, [Int64]) async throws -> Void
  ) async throws {
    guard table.columns.contains("TIMESTAMP") else { return }
    let list = columns.map {
      table.columns.contains($0) ? "CAST(round(coalesce(\($0), -1) * \(scale)) AS INTEGER)" : "-1"
    }
    var statement = try connection.prepare(
      "SELECT \((["TIMESTAMP"] + list).joined(separator: ", ")) FROM \(table.name) "
        + "WHERE DEVICE_ID = ?1 AND TIMESTAMP > 0 ORDER BY TIMESTAMP")
    try statement.bind(device.number, at: 1)
    while try statement.step() {
      guard let time = Self.instant(statement.integer(at: 0)) else { continue }
      try await body(time, (0..<columns.count).map { statement.integer(at: $0 + 1) })
    }
  }

  /// Workouts of a device.
  func workouts(of device: Device) throws -> [RecordedWorkout] {
    guard let table = tables.first(where: { $0.name == "BASE_ACTIVITY_SUMMARY" }) else { return [] }
    let summary =
      table.columns.contains("SUMMARY_DATA")
      ? "substr(coalesce(SUMMARY_DATA, ''), 1, \(Self.mostSummary))" : "''"
    var statement = try connection.prepare(
      "SELECT START_TIME, END_TIME, ACTIVITY_KIND, \(summary) FROM BASE_ACTIVITY_SUMMARY "
        + "WHERE DEVICE_ID = ?1 ORDER BY START_TIME")
    try statement.bind(device.number, at: 1)
    var workouts: [RecordedWorkout] = []
    while try statement.step() {
      var workout = RecordedWorkout()
      workout.creator = device.name
      workout.start = Self.instant(statement.integer(at: 0))
      workout.end = Self.instant(statement.integer(at: 1))
      workout.activity = Self.activity(statement.integer(at: 2))
      if let data = try? JSONValue(parsing: try statement.text(at: 3)) {
        workout.distance = data["distanceMeters"]?["value"]?.double
        workout.energy = data["caloriesBurnt"]?["value"]?.double
      }
      workouts.append(workout)
    }
    return workouts
  }

  /// Some tables have seconds since 1970, others milliseconds.
  private static func instant(_ time: Int64) -> Double? {
    guard time > 0 else { return nil }
    let seconds = time > 100_000_000_000 ? (Double(time) / 1_000).rounded(.down) : Double(time)
    let instant = seconds - Instant.secondsFrom1970
    return Instant.permitted.contains(instant) ? instant : nil
  }

  private static func activity(_ kind: Int64) -> WorkoutActivityType {
    switch kind {
    case 0x10, 0x100: .running
    case 0x20: .walking
    case 0x40, 0x400: .swimming
    case 0x80, 0x800: .cycling
    case 0x1000: .elliptical
    case 0x2000: .jumpRope
    case 0x4000: .yoga
    case 0x1_0000: .rowing
    case 0x20_0000: .traditionalStrengthTraining
    case 0x40_0000: .hiking
    case 0x80_0000: .climbing
    default: .other
    }
  }
}
