internal import HealthModel
internal import PostgresCore

/// What numbers stand for in the tables of a subject: types, sources and devices.
struct MirrorNames: Sendable {
  /// A type as all subjects of a database have it.
  struct NamedType: Hashable, Sendable {
    var number: Int32
    /// In which its values are.
    var unit: Unit?
  }

  private(set) var types: [ObjectType: NamedType] = [:]
  private(set) var sources: [SourceRevision: Int32] = [:]
  private(set) var devices: [Device: Int32] = [:]

  init() {}

  /// Reads what is known.
  ///
  /// - Parameters:
  ///   - subject: Whose.
  ///   - others: Those of another subject, which share the types: one that came since is found when it is named.
  ///   - connection: To the database.
  /// - Throws: What the server says.
  init(
    of subject: SampleUUID, _ others: MirrorNames,
    _ connection: borrowing PostgresConnection
  ) throws {
    let operation = "read the names in the mirror"
    types = others.types.isEmpty ? try Self.types(connection) : others.types
    let subject = [Optional(subject.description)]
    let sources = try connection.rows(
      "SELECT source, bundle, name, version FROM dyad.sources WHERE subject = $1::uuid", subject,
      to: operation)
    for row in sources {
      guard let number = row[0].flatMap({ Int32($0) }), let bundle = row[1], let name = row[2]
      else { continue }
      let source = Source(bundleIdentifier: bundle, name: name)
      self.sources[SourceRevision(source: source, version: row[3])] = number
    }
    let columns = Self.columns.map(\.name).joined(separator: ", ")
    let devices = try connection.rows(
      "SELECT device, \(columns) FROM dyad.devices WHERE subject = $1::uuid", subject,
      to: operation)
    for row in devices {
      guard let number = row[0].flatMap({ Int32($0) }) else { continue }
      var device = Device()
      for (column, value) in zip(Self.columns, row.dropFirst()) { device[column.property] = value }
      self.devices[device] = number
    }
  }

  private static let columns: [(property: Device.Property, name: String)] = [
    (.name, "name"), (.manufacturer, "manufacturer"), (.model, "model"),
    (.hardwareVersion, "hardware_version"), (.firmwareVersion, "firmware_version"),
    (.softwareVersion, "software_version"), (.localIdentifier, "local_identifier"),
    (.udiDeviceIdentifier, "udi"),
  ]

  private static func types(
    _ connection: borrowing PostgresConnection
  ) throws -> [ObjectType: NamedType] {
    let rows = try connection.rows(
      "SELECT type, name, unit FROM dyad.types", to: "read the types in the mirror")
    return rows.reduce(into: [:]) { types, row in
      guard let number = row[0].flatMap({ Int32($0) }), let name = row[1] else { return }
      let unit = row[2].flatMap { try? Unit(parsing: $0) }
      types[ObjectType(named: name) ?? ObjectType(name)] = NamedType(number: number, unit: unit)
    }
  }

  /// What a type is there, named by this transaction where it is not yet; all subjects share it.
  mutating func named(
    _ type: ObjectType, _ connection: borrowing PostgresConnection
  ) throws -> NamedType {
    while true {
      if let known = types[type] { return known }
      try connection.run(
        """
        INSERT INTO dyad.types SELECT coalesce(max(type), 0) + 1, $1, $2 FROM dyad.types
        ON CONFLICT DO NOTHING
        """, [type.name, type.description?.readingUnit()?.unitString], to: "name a type")
      // Another mirror may have taken the number for another type.
      types = try Self.types(connection)
    }
  }

  /// A number that nothing has: one more than the highest or, if the highest is 2^31 - 1, the lowest that is free.
  static func unused(besides taken: some Collection<Int32>) -> Int32 {
    let highest = max(0, taken.max() ?? 0)
    guard highest == .max else { return highest + 1 }
    let taken = Set(taken)
    var number: Int32 = 1
    while taken.contains(number) { number += 1 }
    return number
  }

  /// The number of a source of a subject, given by this transaction where it has none.
  mutating func number(
    of source: SourceRevision, for subject: SampleUUID,
    _ connection: borrowing PostgresConnection
  ) throws -> Int32 {
    if let number = sources[source] { return number }
    let number = Self.unused(besides: sources.values)
    try connection.run(
      "INSERT INTO dyad.sources VALUES ($1::uuid, $2::int4, $3, $4, $5)",
      [
        subject.description, String(number), source.source.bundleIdentifier, source.source.name,
        source.version,
      ], to: "name a source")
    sources[source] = number
    return number
  }

  /// The number of a device of a subject, given by this transaction where it has none.
  mutating func number(
    of device: Device, for subject: SampleUUID, _ connection: borrowing PostgresConnection
  ) throws -> Int32 {
    if let number = devices[device] { return number }
    let number = Self.unused(besides: devices.values)
    let places = Self.columns.indices.map { "$\($0 + 3)" }.joined(separator: ", ")
    try connection.run(
      "INSERT INTO dyad.devices VALUES ($1::uuid, $2::int4, \(places))",
      [subject.description, String(number)] + Self.columns.map { device[$0.property] },
      to: "name a device")
    devices[device] = number
    return number
  }
}
