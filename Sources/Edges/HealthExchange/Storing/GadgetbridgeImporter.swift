package import HealthModel
package import StoreAccess

/// Takes what bands and watches measured from the database that Gadgetbridge exports.
package struct GadgetbridgeImporter: FormImporter {
  private static let minute = 60.0
  /// No stage of sleep lasts longer.
  private static let longestStage = 4 * 3_600.0
  /// Steps of a minute, and of what a day counts up to.
  private static let steps: ClosedRange<Int64> = 1...1_000
  private static let rates: ClosedRange<Int64> = 10...250
  private static let oxygen: ClosedRange<Int64> = 50...100

  private let path: String
  private var rows: RowsToSave

  /// Whether a file may be such a database.
  package static func takes(_ path: String) throws -> Bool {
    try DatabaseFile.tables(of: path) != nil
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
    let database = try GadgetbridgeDatabase(path)
    var known: Set<String> = ["BASE_ACTIVITY_SUMMARY"]
    for (index, table) in database.tables.enumerated() {
      for device in database.devices where table.columns.contains("DEVICE_ID") {
        if try await take(table, of: device, in: database) { known.insert(table.name) }
        try await rows.save(
          at: Double(index) / Double(database.tables.count), isToGoOn)
      }
    }
    for device in database.devices {
      for workout in try database.workouts(of: device) {
        // What the band measured meanwhile, its way included, stands in the other tables.
        try await rows.save(workout, at: ("BASE_ACTIVITY_SUMMARY", 0), withSamples: false)
      }
    }
    for table in database.tables
    where table.name.hasSuffix("_SAMPLE") && !known.contains(table.name) {
      if try database.count(table) > 0 { rows.context.summary.leave(table.name) }
    }
    rows.context.summary.isComplete = true
    return rows.context.summary
  }

  /// Reads a table; whether it is one that is known.
  private mutating func take(
    _ table: GadgetbridgeDatabase.Table, of device: GadgetbridgeDatabase.Device,
    in database: borrowing GadgetbridgeDatabase
  ) async throws -> Bool {
    switch table.name {
    case "XIAOMI_SLEEP_STAGE_SAMPLE", "GARMIN_SLEEP_STAGE_SAMPLE", "COLMI_SLEEP_STAGE_SAMPLE":
      try await takeStages(table, of: device, in: database)
    case "MI_SCALE_WEIGHT_SAMPLE":
      try await takeMoments(table, "WEIGHT_KG", .bodyMass, "kg", of: device, in: database)
    case _ where table.name.hasSuffix("_SPO2_SAMPLE"):
      try await takeMoments(table, "SPO2", .oxygenSaturation, "%", of: device, in: database)
    case _ where table.name.hasSuffix("_HEART_RATE_RESTING_SAMPLE"):
      try await takeMoments(
        table, "HEART_RATE", ObjectType("HKQuantityTypeIdentifierRestingHeartRate"), "count/min",
        of: device, in: database)
    case _ where table.name.hasSuffix("_ACTIVITY_SAMPLE"):
      try await takeMinutes(table, of: device, in: database)
    default: return false
    }
    return true
  }

  // Tables.

  private mutating func takeMinutes(
    _ table: GadgetbridgeDatabase.Table, of device: GadgetbridgeDatabase.Device,
    in database: borrowing GadgetbridgeDatabase
  ) async throws {
    let family = GadgetbridgeFamily(table: table.name, deviceType: device.type)
    guard let origin = origin(device) else { return }
    var sleep = SleepRuns()
    var total: (time: Double, steps: Int64)?
    try await database.rows(
      table, of: device, ["STEPS", "HEART_RATE", "RAW_KIND", "DEEP_SLEEP", "REM_SLEEP", "SPO2"]
    ) { time, values in
      let end = time + Self.minute
      var steps = values[0]
      if family == .garmin {
        // It begins again with each day.
        let last = total.flatMap { time - $0.time < 86_400 && $0.steps <= steps ? $0 : nil }
        defer { if values[0] >= 0 { total = (time, values[0]) } }
        if let last {
          steps -= last.steps
          if steps > 0 {
            try await add(.stepCount, "count", from: last.time, to: end, Double(steps), origin)
          }
        }
        steps = 0
      }
      if Self.steps.contains(steps) {
        try await add(.stepCount, "count", from: time, to: end, Double(steps), origin)
      }
      if Self.rates.contains(values[1]) {
        try await add(.heartRate, "count/min", from: time, to: time, Double(values[1]), origin)
      }
      if Self.oxygen.contains(values[5]) {
        try await add(
          .oxygenSaturation, "%", from: time, to: time, Double(values[5]) / 100, origin)
      }
      let stage = family.sleep(
        kind: values[2], deep: values[3], rem: values[4],
        after: sleep.runs.last.flatMap { time - $0.end <= 2 * Self.minute ? $0.stage : nil })
      if let stage { sleep.add(stage, from: time, to: end) }
    }
    for run in sleep.runs {
      try await add(
        .sleepAnalysis, nil, from: run.start, to: run.end, Double(run.stage.rawValue), origin)
    }
  }

  private mutating func takeStages(
    _ table: GadgetbridgeDatabase.Table, of device: GadgetbridgeDatabase.Device,
    in database: borrowing GadgetbridgeDatabase
  ) async throws {
    guard let origin = origin(device) else { return }
    var moments: [(time: Double, stage: SleepStage?, length: Double)] = []
    try await database.rows(table, of: device, ["STAGE", "DURATION"]) { time, values in
      moments.append((time, Self.stage(values[0], in: table.name), Double(values[1]) * Self.minute))
    }
    var sleep = SleepRuns()
    for (index, moment) in moments.enumerated() {
      var (start, end) = (moment.time, moment.time)
      switch table.name {
      case "COLMI_SLEEP_STAGE_SAMPLE": end += max(0, moment.length)
      // The time is when a stage ended; the first one of a night has no beginning.
      case "GARMIN_SLEEP_STAGE_SAMPLE": start = index > 0 ? moments[index - 1].time : end
      default: end = index + 1 < moments.count ? moments[index + 1].time : start
      }
      guard let stage = moment.stage, end > start, end - start <= Self.longestStage else {
        continue
      }
      sleep.add(stage, from: start, to: end)
    }
    for run in sleep.runs {
      try await add(
        .sleepAnalysis, nil, from: run.start, to: run.end, Double(run.stage.rawValue), origin)
    }
  }

  private static func stage(_ number: Int64, in table: String) -> SleepStage? {
    switch (table, number) {
    case ("GARMIN_SLEEP_STAGE_SAMPLE", 1): .awake
    case ("GARMIN_SLEEP_STAGE_SAMPLE", 2), ("COLMI_SLEEP_STAGE_SAMPLE", 2): .core
    case ("GARMIN_SLEEP_STAGE_SAMPLE", 3), ("COLMI_SLEEP_STAGE_SAMPLE", 3): .deep
    case ("GARMIN_SLEEP_STAGE_SAMPLE", 4), ("COLMI_SLEEP_STAGE_SAMPLE", 4): .rem
    case ("COLMI_SLEEP_STAGE_SAMPLE", 5): .awake
    case ("XIAOMI_SLEEP_STAGE_SAMPLE", 2): .deep
    case ("XIAOMI_SLEEP_STAGE_SAMPLE", 3): .core
    case ("XIAOMI_SLEEP_STAGE_SAMPLE", 4): .rem
    case ("XIAOMI_SLEEP_STAGE_SAMPLE", _): .awake
    default: nil
    }
  }

  private mutating func takeMoments(
    _ table: GadgetbridgeDatabase.Table, _ column: String, _ type: ObjectType, _ unit: String,
    of device: GadgetbridgeDatabase.Device, in database: borrowing GadgetbridgeDatabase
  ) async throws {
    guard let origin = origin(device), table.columns.contains(column) else { return }
    let range =
      type == .oxygenSaturation ? Self.oxygen : type == .bodyMass ? 1_000...500_000 : Self.rates
    // Kilograms have fractions, which whole numbers of grams keep.
    let scale = type == .bodyMass ? 1_000 : 1
    let parts = type == .oxygenSaturation ? 100 : Double(scale)
    try await database.rows(table, of: device, [column], scale: scale) { time, values in
      guard range.contains(values[0]) else { return }
      try await add(type, unit, from: time, to: time, Double(values[0]) / parts, origin)
    }
  }

  // Rows.

  private mutating func origin(
    _ device: GadgetbridgeDatabase.Device
  ) -> (source: Int32, device: Int32)? {
    let name = device.name.isEmpty ? "Gadgetbridge" : device.name
    guard let source = rows.context.tables.source(Array(name.utf8)[...], version: []) else {
      return nil
    }
    var number: Int32 = 0
    for (property, text) in [
      (Device.Property.name, device.name), (.manufacturer, device.manufacturer),
      (.model, device.model),
    ] where !text.isEmpty {
      number = rows.context.tables.device(number, setting: property, to: text)
    }
    return (source, number)
  }

  private mutating func add(
    _ type: ObjectType, _ unit: String?, from start: Double, to end: Double, _ value: Double,
    _ origin: (source: Int32, device: Int32)
  ) async throws {
    guard let description = type.description else { return }
    var row = ImportRow(
      line: 0, start: start, end: end, source: origin.source, device: origin.device)
    row.value = value
    if let unit, let number = rows.context.tables.unit(Array(unit.utf8)[...]) { row.unit = number }
    try await rows.add(row, of: description)
  }
}
