package import HealthModel
internal import SQLiteCore
internal import TextFormats

/// A database with a table for each type, as people who write SQL expect it.
///
/// Sources and devices have tables of their own, to which the others point.
package final class SQLiteForm: ExportForm {
  /// As many samples as one transaction has: its pages are what SQLite holds until it ends.
  private static let transactionRows = 50_000

  private var connection: Connection?
  private var insertion: Statement?
  private var cells: SampleCells?
  private var dates = DateWriter(.iso)
  private var sources: [SourceRevision: Int64] = [:]
  private var devices: [Device: Int64] = [:]
  private var rowCount = 0

  package var takesDocuments: Bool { true }

  /// - Parameter path: An empty file that is nobody's until this is finished.
  /// - Throws: What SQLite says.
  package init(_ path: String) throws {
    connection = try Connection(path: path, mode: .readWrite)
    // The file is thrown away where this ends early, so nothing has to last meanwhile.
    try run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    try run(Self.schema)
    try run("BEGIN")
  }

  private static let schema = """
    CREATE TABLE sources (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, bundle TEXT NOT NULL, version TEXT);
    CREATE TABLE devices (
      id INTEGER PRIMARY KEY, name TEXT, manufacturer TEXT, model TEXT, hardware_version TEXT,
      firmware_version TEXT, software_version TEXT, local_identifier TEXT, udi TEXT);
    """

  package func begin(_ type: ObjectType) throws {
    try endTable()
    let cells = SampleCells(type, documents: true)
    self.cells = cells
    let name = Self.quoted(type.name)
    let special = cells.columns.map { "\($0.name) \($0.type)" }
    let definitions =
      ["uuid TEXT PRIMARY KEY", "start TEXT NOT NULL", "\"end\" TEXT NOT NULL"] + special + [
        "source INTEGER NOT NULL REFERENCES sources (id)",
        "device INTEGER REFERENCES devices (id)", "metadata TEXT",
      ]
    try run("CREATE TABLE \(name) (\(definitions.joined(separator: ", ")))")
    let places = definitions.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    insertion = try connection?.prepare("INSERT INTO \(name) VALUES (\(places))")
    table = type.name
  }

  private var table: String?

  package func write(_ run: SampleRun, _ parts: ExportParts) throws {
    for row in 0..<run.count {
      let special = cells?.cells(run, row, parts) ?? []
      let metadata = run.metadata.reduce(into: Metadata()) { $0[$1.key] = $1.value(at: row) }
      let device = try run.devices[row].map { try number(of: $0) }
      try insert(
        [
          .text(run.uuids[row].description), .text(dates.text(run.starts[row])),
          .text(dates.text(run.ends[row])),
        ] + special + [
          .integer(try number(of: run.sources[row])), device.map(SQLValue.integer) ?? .null,
          metadata.isEmpty ? .null : .text(ExactValue.json(metadata).text),
        ])
      rowCount += 1
      if rowCount % Self.transactionRows == 0 {
        try self.run("COMMIT")
        try self.run("BEGIN")
      }
    }
  }

  package func finish() throws {
    try endTable()
    try run("COMMIT")
    insertion = nil
    try run("ANALYZE")
    try connection.take()?.close()
  }

  private func endTable() throws {
    insertion = nil
    guard let table else { return }
    self.table = nil
    // Afterwards, since that takes far less than an index that grows with the table.
    let index = Self.quoted("\(table)_start")
    try run("CREATE INDEX \(index) ON \(Self.quoted(table)) (start)")
  }

  private func insert(_ row: [SQLValue]) throws {
    for (index, cell) in row.enumerated() { try insertion?.bind(cell, at: index + 1) }
    try insertion?.run()
  }

  private func number(of source: SourceRevision) throws -> Int64 {
    if let number = sources[source] { return number }
    let number = Int64(sources.count + 1)
    var statement = try connection?.prepare("INSERT INTO sources VALUES (?1, ?2, ?3, ?4)")
    try statement?.bind(number, at: 1)
    try statement?.bind(source.source.name, at: 2)
    try statement?.bind(source.source.bundleIdentifier, at: 3)
    if let version = source.version { try statement?.bind(version, at: 4) }
    try statement?.run()
    sources[source] = number
    return number
  }

  private func number(of device: Device) throws -> Int64 {
    if let number = devices[device] { return number }
    let number = Int64(devices.count + 1)
    var statement = try connection?.prepare(
      "INSERT INTO devices VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
    try statement?.bind(number, at: 1)
    for property in Device.Property.allCases {
      if let text = device[property] { try statement?.bind(text, at: property.rawValue + 1) }
    }
    try statement?.run()
    devices[device] = number
    return number
  }

  private func run(_ sql: String) throws { try connection?.execute(sql) }

  /// A name of the catalogue, which is letters and digits, but may be a word of SQL.
  private static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"").joined())\""
  }
}
