internal import HealthModel
internal import SQLiteCore
internal import TextFormats

/// A database that `dyad export` wrote: a table for each type, and those of sources and devices.
struct ExportedDatabase: ~Copyable {
  /// Who saved samples.
  struct Origin {
    var name: String
    var bundle: String
    var version: String
  }

  /// A sample as a row has it.
  struct Row {
    var start: Double
    var end: Double
    var source: Int64
    var device: Int64?
    var metadata: Metadata
    var cells: [SQLValue]
    /// Where the cells of columns are.
    let places: [String: Int]

    func cell(_ name: String) -> SQLValue? { places[name].map { cells[$0] } }

    func text(_ name: String) -> String? {
      if case .text(let text) = cell(name) { text } else { nil }
    }

    func number(_ name: String) -> Double? {
      switch cell(name) {
      case .number(let number): number
      case .integer(let number): Double(number)
      default: nil
      }
    }

    /// A number and its unit, which have a column each.
    func quantity(_ name: String, _ unitName: String) -> Quantity? {
      guard let number = number(name), let unit = text(unitName).flatMap({ Unit.remembered($0) })
      else { return nil }
      return Quantity(number, unit)
    }

    func json(_ name: String) -> JSONValue? { text(name).flatMap { try? JSONValue(parsing: $0) } }
  }

  /// As many sources and devices as one person has.
  private static let mostOrigins = 65_536

  private let connection: Connection
  /// The types that have a table, what holds others last.
  let types: [TypeDescription]
  let sources: [Int64: Origin]
  let devices: [Int64: Device]

  /// Whether the tables of a database are those of one of these.
  static func hasForm(_ tables: [String: Set<String>]) -> Bool {
    tables["sources"]?.isSuperset(of: ["id", "name", "bundle"]) ?? false
      && tables["devices"]?.isSuperset(of: ["id", "name", "udi"]) ?? false
  }

  /// Opens a file.
  ///
  /// - Throws: What SQLite says.
  init(_ path: String) throws {
    let connection = try Connection.foreign(path)
    let types = connection.readableColumns.keys.compactMap { ObjectType(named: $0)?.description }
    let sources = try Self.sources(of: connection)
    let devices = try Self.devices(of: connection)
    self.init(connection, types, sources, devices)
  }

  private init(
    _ connection: consuming Connection, _ types: [TypeDescription], _ sources: [Int64: Origin],
    _ devices: [Int64: Device]
  ) {
    self.connection = connection
    self.types = types.sorted {
      ($0.kind == .correlation ? 1 : 0, $0.name) < ($1.kind == .correlation ? 1 : 0, $1.name)
    }
    self.sources = sources
    self.devices = devices
  }

  private static func sources(of connection: borrowing Connection) throws -> [Int64: Origin] {
    var sources: [Int64: Origin] = [:]
    var rows = try connection.prepare(
      "SELECT id, name, bundle, coalesce(version, '') FROM sources LIMIT \(mostOrigins)")
    while try rows.step() {
      sources[rows.integer(at: 0)] = Origin(
        name: try rows.text(at: 1), bundle: try rows.text(at: 2), version: try rows.text(at: 3))
    }
    return sources
  }

  private static func devices(of connection: borrowing Connection) throws -> [Int64: Device] {
    var devices: [Int64: Device] = [:]
    var rows = try connection.prepare(
      """
      SELECT id, name, manufacturer, model, hardware_version, firmware_version, software_version,
        local_identifier, udi FROM devices LIMIT \(mostOrigins)
      """)
    while try rows.step() {
      var device = Device()
      for property in Device.Property.allCases where !rows.isNull(at: property.rawValue) {
        device[property] = try rows.text(at: property.rawValue)
      }
      devices[rows.integer(at: 0)] = device
    }
    return devices
  }

  /// The rows of a type by their start; `nil` for one that says no dates or no source.
  func rows(_ description: TypeDescription, _ body: (Row?) async throws -> Void) async throws {
    try await rows(
      "SELECT \(columns(of: description)) FROM \"\(description.name)\" ORDER BY start", naming: nil,
      body)
  }

  /// The row of a sample of a type; `nil` where there is none.
  func row(_ uuid: String, of description: TypeDescription) async throws -> Row? {
    guard types.contains(where: { $0.type == description.type }) else { return nil }
    var found: Row?
    try await rows(
      "SELECT \(columns(of: description)) FROM \"\(description.name)\" WHERE uuid = ?1",
      naming: uuid
    ) { found = $0 }
    return found
  }

  /// The columns of a type's table that are stored, as a statement lists them.
  private func columns(of description: TypeDescription) -> String {
    (connection.readableColumns[description.name] ?? []).sorted().map {
      "\"\($0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }.joined(separator: ", ")
  }

  private func rows(
    _ query: String, naming uuid: String?, _ body: (Row?) async throws -> Void
  ) async throws {
    var statement = try connection.prepare(query)
    if let uuid { try statement.bind(uuid, at: 1) }
    let names = statement.columnNames.enumerated().map { ($1, $0) }
    let places = Dictionary(names) { first, _ in first }
    while try statement.step() { try await body(Self.row(try statement.values(), places)) }
  }

  private static func row(_ cells: [SQLValue], _ places: [String: Int]) -> Row? {
    var row = Row(
      start: 0, end: 0, source: 0, device: nil, metadata: [:], cells: cells, places: places)
    func instant(_ name: String) -> Double? {
      row.text(name).flatMap { try? DateText(parsing: $0) }?.secondsSince2001
    }
    guard let start = instant("start"), let end = instant("end"), start <= end,
      Instant.permitted.contains(start), Instant.permitted.contains(end),
      case .integer(let source) = row.cell("source")
    else { return nil }
    (row.start, row.end, row.source) = (start, end, source)
    if case .integer(let device) = row.cell("device") { row.device = device }
    row.metadata = ExactValue.metadata(row.json("metadata"))
    return row
  }
}
