package import HealthModel
internal import SQLiteCore
package import StoreAccess
internal import TextFormats

/// Takes the samples of a database that `dyad export` wrote.
package struct DatabaseImporter: FormImporter {
  /// So many rows between two looks at whether to go on.
  private static let rowsBetween = 16_384

  private let path: String
  private var rows: RowsToSave
  private var correlations: [ImportCorrelation] = []
  /// The numbers of sources and devices by those that the database gives them.
  private var sources: [Int64: Int32] = [:]
  private var devices: [Int64: Int32] = [:]
  private var count = 0

  /// Whether a file is such a database.
  package static func takes(_ path: String) throws -> Bool {
    try DatabaseFile.tables(of: path).map(ExportedDatabase.hasForm) ?? false
  }

  /// - Parameters:
  ///   - path: The file.
  ///   - data: Where the samples go.
  ///   - uuids: Names for them.
  ///   - options: How it is taken.
  /// - Throws: What the store throws.
  package init(
    _ path: String, into data: any OwnerAccess, uuids: UUIDSequence,
    _ options: Importer.Options = Importer.Options()
  ) async throws {
    self.path = path
    rows = try await RowsToSave(into: data, from: path, uuids: uuids, options)
  }

  /// Reads all tables.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each part is saved, and whether to go on.
  /// - Returns: What was found, and what became of it.
  /// - Throws: What the store and the database throw. All that was saved before stays saved.
  package mutating func run(
    _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws -> ImportSummary {
    let database = try ExportedDatabase(path)
    for (index, description) in database.types.enumerated() {
      let share = Double(index) / Double(database.types.count)
      guard description.kind != .document else {
        rows.context.summary.leave("documents, which 'dyad documents import' takes")
        continue
      }
      try await database.rows(description) { row in
        try await take(row, of: description, in: database)
        count += 1
        if count.isMultiple(of: Self.rowsBetween) { try await save(at: share, isToGoOn) }
      }
      try await save(at: share, isToGoOn)
    }
    rows.context.summary.isComplete = true
    return rows.context.summary
  }

  private mutating func save(
    at share: Double, _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws {
    try await rows.save(at: share, isToGoOn)
    try await rows.save(correlations)
    correlations = []
  }

  private mutating func take(
    _ found: ExportedDatabase.Row?, of description: TypeDescription,
    in database: borrowing ExportedDatabase
  ) async throws {
    do {
      guard let found else { throw RowProblem(.badDate) }
      var row = try row(found, in: database)
      if description.kind == .correlation {
        let members = try await members(of: found, row, in: database)
        correlations.append(
          ImportCorrelation(type: description.type, row: row, members: members))
      } else {
        try fill(&row, with: found, of: description)
        try await rows.add(row, of: description)
      }
    } catch let error as RowProblem {
      rows.context.summary.lose(description.name, line: 0, error.problem, of: description.type)
    }
  }

  /// A row without what is special to its kind.
  private mutating func row(
    _ found: ExportedDatabase.Row, in database: borrowing ExportedDatabase
  ) throws(RowProblem) -> ImportRow {
    var row = ImportRow(
      line: 0, start: found.start.rounded(.down), end: found.end.rounded(.down),
      source: try source(found.source, in: database),
      device: found.device.map { device($0, in: database) } ?? 0)
    row.add(.start(found.start), &rows.context)
    row.add(.end(found.end), &rows.context)
    for (key, value) in found.metadata.sorted(by: { $0.key < $1.key }) {
      row.add((rows.context.tables.key(key), value))
    }
    return row
  }

  private mutating func source(
    _ number: Int64, in database: borrowing ExportedDatabase
  ) throws(RowProblem) -> Int32 {
    if let known = sources[number] { return known }
    guard let origin = database.sources[number],
      let named = rows.context.tables.source(
        Array(origin.name.utf8)[...], version: Array(origin.version.utf8)[...]),
      let source = rows.context.tables.source(named, bundle: origin.bundle)
    else { throw RowProblem(.badText) }
    sources[number] = source
    return source
  }

  private mutating func device(
    _ number: Int64, in database: borrowing ExportedDatabase
  ) -> Int32 {
    if let known = devices[number] { return known }
    var device: Int32 = 0
    for property in Device.Property.allCases {
      guard let text = database.devices[number]?[property] else { continue }
      device = rows.context.tables.device(device, setting: property, to: text)
    }
    devices[number] = device
    return device
  }

  /// Gives a row what is special to its kind.
  private mutating func fill(
    _ row: inout ImportRow, with found: ExportedDatabase.Row, of description: TypeDescription
  ) throws(RowProblem) {
    switch description.kind {
    case .quantity:
      try set(found.quantity("value", "unit"), of: description, in: &row)
    case .category:
      guard let value = found.number("value"),
        description.categoryValues?.contains(Int64(exactly: value) ?? .min) ?? false
      else { throw RowProblem(.unknownValue) }
      row.value = value
    case .workout: row.body = .workout(try Self.workout(found))
    case .details:
      guard let details = found.json("details").flatMap({ ExactValue.details($0) }) else {
        throw RowProblem(.unreadable("its details are none"))
      }
      row.body = .details(details)
    default: throw RowProblem(.unreadable("the type has no samples"))
    }
  }

  private mutating func set(
    _ quantity: Quantity?, of description: TypeDescription, in row: inout ImportRow
  ) throws(RowProblem) {
    guard let quantity, quantity.value.isFinite else { throw RowProblem(.badNumber) }
    guard let canonical = description.canonicalUnit, quantity.isCompatible(with: canonical),
      let unit = rows.context.tables.unit(Array(quantity.unit.unitString.utf8)[...])
    else { throw RowProblem(.wrongUnit) }
    (row.value, row.unit) = (quantity.value, unit)
  }

  private static func workout(_ found: ExportedDatabase.Row) throws(RowProblem) -> Workout {
    // What no version has a name for yet is a number.
    let activity = found.text("activity").flatMap { name in
      Int64(name)
        ?? WorkoutActivityType.allCases.first { "\($0)" == name }.map { Int64($0.rawValue) }
    }
    guard let activity, let seconds = found.number("seconds") else {
      throw RowProblem(.unknownValue)
    }
    var workout = Workout(activity: activity, duration: seconds)
    workout.totalEnergyBurned = found.quantity("energy", "energy_unit")
    workout.totalDistance = found.quantity("distance", "distance_unit")
    workout.totalSwimmingStrokeCount = found.number("strokes").map { Quantity($0, .count) }
    guard let events = ExactValue.events(found.json("events") ?? .array([])),
      let legs = ExactValue.legs(found.json("legs") ?? .array([]))
    else { throw RowProblem(.unreadable("its events or legs are none")) }
    (workout.events, workout.legs) = (events, legs)
    return workout
  }

  /// What a correlation holds: the rows of its members, and of those that have none what it says of them itself.
  private mutating func members(
    of found: ExportedDatabase.Row, _ base: ImportRow, in database: borrowing ExportedDatabase
  ) async throws -> [(type: ObjectType, row: ImportRow)] {
    var members: [(type: ObjectType, row: ImportRow)] = []
    for told in found.json("members")?.arrayValue ?? [] {
      guard let name = told["type"]?.stringValue, let uuid = told["uuid"]?.stringValue,
        let description = ObjectType(named: name)?.description
      else { throw RowProblem(.unreadable("its members are none")) }
      if let own = try await database.row(uuid, of: description) {
        var row = try row(own, in: database)
        try fill(&row, with: own, of: description)
        members.append((description.type, row))
        continue
      }
      var row = ImportRow(
        line: 0, start: base.start, end: base.end, source: base.source, device: base.device)
      guard let value = told["value"]?.double,
        let unit = told["unit"]?.stringValue.flatMap({ Unit.remembered($0) })
      else { throw RowProblem(.incomplete) }
      try set(Quantity(value, unit), of: description, in: &row)
      members.append((description.type, row))
    }
    guard !members.isEmpty else { throw RowProblem(.incomplete) }
    return members
  }
}
