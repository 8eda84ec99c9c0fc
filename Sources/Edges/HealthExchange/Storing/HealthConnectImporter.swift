package import HealthModel
package import StoreAccess

/// Takes what an Android phone collected from the database that Health Connect exports.
package struct HealthConnectImporter: FormImporter {
  /// So many rows between two looks at whether to go on.
  private static let rowsBetween = 16_384
  private static let rates = 10.0...300.0

  private let path: String
  private var rows: RowsToSave
  private var origins: [HealthConnectDatabase.Origin: (source: Int32, device: Int32)] = [:]
  private var count = 0

  /// Whether a file is such a database.
  package static func takes(_ path: String) throws -> Bool {
    try DatabaseFile.tables(of: path).map(HealthConnectDatabase.hasForm) ?? false
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

  /// Reads all tables that are known.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each part is saved, and whether to go on.
  /// - Returns: What was found, and what became of it.
  /// - Throws: What the store and the database throw. All that was saved before stays saved.
  package mutating func run(
    _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws -> ImportSummary {
    let database = try HealthConnectDatabase(path)
    var known: Set<String> = [
      "heart_rate_record_table", "sleep_session_record_table", "exercise_session_record_table",
    ]
    let parts = Double(HealthConnectTable.all.count + known.count)
    for (index, table) in HealthConnectTable.all.enumerated() {
      known.insert(table.name)
      guard let description = table.type.description else { continue }
      try await database.rows(of: table) { row in
        guard table.range.contains(row.value) else { return leaveOut() }
        try await add(row, description, table.unit, row.value / table.scale, in: database)
        try await rest(Double(index) / parts, isToGoOn)
      }
    }
    let share = Double(HealthConnectTable.all.count) / parts
    if let description = ObjectType.heartRate.description {
      try await database.heartRates { row in
        guard Self.rates.contains(row.value) else { return leaveOut() }
        try await add(row, description, "count/min", row.value, in: database)
        try await rest(share, isToGoOn)
      }
    }
    if let description = ObjectType.sleepAnalysis.description {
      try await database.sleep { row in
        guard row.end > row.start, let stage = Self.stage(row.value) else { return }
        try await add(row, description, nil, Double(stage.rawValue), in: database)
        try await rest(share, isToGoOn)
      }
    }
    try await rows.save(at: share, isToGoOn)
    try await database.exercises { row in
      try await take(row, in: database)
      try await rest(share, isToGoOn)
    }
    for name in database.names where !known.contains(name) {
      if try database.count(name) > 0 { rows.context.summary.leave(name) }
    }
    rows.context.summary.isComplete = true
    return rows.context.summary
  }

  private mutating func leaveOut() {
    rows.context.summary.mend("a number that cannot be measured was left out")
  }

  private mutating func rest(
    _ share: Double, _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws {
    count += 1
    if count.isMultiple(of: Self.rowsBetween) { try await rows.save(at: share, isToGoOn) }
  }

  private mutating func add(
    _ row: HealthConnectDatabase.Row, _ description: TypeDescription, _ unit: String?,
    _ value: Double, in database: borrowing HealthConnectDatabase
  ) async throws {
    guard let origin = origin(row.origin, in: database) else { return }
    var draft = ImportRow(
      line: 0, start: row.start.rounded(.down), end: row.end.rounded(.down),
      source: origin.source, device: origin.device)
    draft.add(.start(row.start), &rows.context)
    draft.add(.end(row.end), &rows.context)
    draft.value = value
    if let unit {
      guard let number = rows.context.tables.unit(Array(unit.utf8)[...]) else { return }
      draft.unit = number
    }
    if row.isManual {
      draft.add((rows.context.tables.key("HKWasUserEntered"), .bool(true)))
    }
    try await rows.add(draft, of: description)
  }

  private mutating func take(
    _ row: HealthConnectDatabase.Row, in database: borrowing HealthConnectDatabase
  ) async throws {
    var workout = RecordedWorkout()
    workout.activity = WorkoutActivityType(android: Int64(exactly: row.value) ?? 0)
    workout.creator = Self.name(database.apps[row.origin.app])
    workout.start = row.start
    workout.end = row.end
    try await rows.save(workout, at: ("exercise_session_record_table", 0))
  }

  /// The stage of a number that Android gives to it.
  private static func stage(_ number: Double) -> SleepStage? {
    switch number {
    case 1, 3, 7: .awake
    case 2: .unspecified
    case 4: .core
    case 5: .deep
    case 6: .rem
    default: nil
    }
  }

  private static func name(_ app: (package: String, name: String)?) -> String {
    guard let app else { return "Health Connect" }
    return app.name.isEmpty ? app.package.isEmpty ? "Health Connect" : app.package : app.name
  }

  private mutating func origin(
    _ origin: HealthConnectDatabase.Origin, in database: borrowing HealthConnectDatabase
  ) -> (source: Int32, device: Int32)? {
    if let known = origins[origin] { return known }
    let app = database.apps[origin.app]
    let name = Self.name(app)
    guard
      var source = rows.context.tables.source(Array(name.utf8)[...], version: [])
    else { return nil }
    // The package is what the app has been called all the time.
    if let package = app?.package, let number = rows.context.tables.source(source, bundle: package)
    {
      source = number
    }
    var device: Int32 = 0
    if let found = database.devices[origin.device] {
      for (property, text) in [
        (Device.Property.manufacturer, found.manufacturer), (.model, found.model),
      ] where !text.isEmpty {
        device = rows.context.tables.device(device, setting: property, to: text)
      }
    }
    origins[origin] = (source, device)
    return (source, device)
  }
}
