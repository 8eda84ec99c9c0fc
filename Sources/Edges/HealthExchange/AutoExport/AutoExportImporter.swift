internal import CalendarEdges
package import HealthModel
package import StoreAccess
internal import SystemCore
internal import TextFormats

/// Takes what the app Health Auto Export writes as JSON.
package struct AutoExportImporter: FormImporter {
  /// As large as a file may be, which is held as a whole.
  private static let mostBytes = 512 << 20
  private static let beginningBytes = 4_096
  /// So many points between two looks at whether to go on.
  private static let pointsBetween = 16_384
  private static let app = "Health Auto Export"
  private static let parts: Set<String> = [
    "metrics", "workouts", "stateOfMind", "medications", "symptoms", "cycleTracking", "ecg",
    "heartRateNotifications",
  ]

  private let places: JSONPlaces
  var rows: RowsToSave
  private var correlations: [ImportCorrelation] = []
  private var sources: [String: Int32] = [:]
  private var count = 0

  /// Whether a file is one, by how it begins.
  package static func takes(_ path: String) throws -> Bool {
    guard try FileSystem.isPlainFile(path) == true else { return false }
    let beginning = try PlainStream(path).beginning(beginningBytes)
    let text = String(decoding: beginning.filter { !JSONParser.isWhitespace($0) }, as: UTF8.self)
    let start = #"{"data":{""#
    let rest = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    guard rest.hasPrefix(start) else { return false }
    return parts.contains { rest.dropFirst(start.count).hasPrefix("\($0)\":") }
  }

  /// - Parameters:
  ///   - path: The file.
  ///   - data: Where the samples go.
  ///   - uuids: Names for them.
  ///   - options: How it is taken.
  /// - Throws: `ExportError` for a file that is too large, and what the store throws.
  package init(
    _ path: String, into data: any OwnerAccess, uuids: UUIDSequence,
    _ options: Importer.Options = Importer.Options()
  ) async throws {
    places = JSONPlaces(try Self.bytes(of: path))
    rows = try await RowsToSave(into: data, from: path, uuids: uuids, options)
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try FileSystem.readFile(path, atMost: mostBytes)
    } catch {
      guard error.code == .tooLarge else { throw error }
      throw ExportError(
        "it has more than \(mostBytes >> 20) MiB",
        advice: "Let the app export a year or a month at a time.")
    }
  }

  /// Reads all metrics, events and workouts.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each part is saved, and whether to go on.
  /// - Returns: What was found, and what became of it.
  /// - Throws: What the store throws. All that was saved before stays saved.
  package mutating func run(
    _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws -> ImportSummary {
    let parts = parts()
    for part in parts where part.name == "metrics" {
      for (index, metric) in places.elements(of: part.place).enumerated() {
        try await take(metric, at: Double(index) / Double(part.count + 1), isToGoOn)
      }
    }
    for event in Self.events {
      for part in parts where part.name == event { try await take(part) }
    }
    try await rows.save(at: 1, isToGoOn)
    for part in parts where part.name == "workouts" {
      for workout in places.elements(of: part.place) { try await take(workout) }
    }
    rows.context.summary.isComplete = rows.context.summary.ending == nil
    return rows.context.summary
  }

  /// The parts of a file that list events with a start and an end.
  private static let events = ["symptoms", "stateOfMind", "ecg"]

  private mutating func take(_ part: Part) async throws {
    for place in places.elements(of: part.place) {
      guard let fields = try? places.value(at: place) else {
        rows.context.summary.lose(part.name, line: 0, .unreadable("it is no JSON"))
        continue
      }
      switch part.name {
      case "symptoms": try await takeSymptom(fields)
      case "stateOfMind": try await takeStateOfMind(fields)
      default: try await takeECG(fields)
      }
    }
  }

  /// A part of a file that is taken: an array.
  private struct Part {
    var name: String
    var place: Range<Int>
    /// How many elements it has.
    var count = 0
  }

  /// The parts that are taken; of a file that is cut, as far as they go.
  private mutating func parts() -> [Part] {
    var parts: [Part] = []
    // What is cut is cut in all that holds it.
    var flaws: [TextFlaw?] = []
    let root = places.members(of: places.all)
    flaws.append(root.flaw)
    for (name, place) in root.members {
      guard name == "data" else {
        rows.context.summary.leave(name)
        continue
      }
      let data = places.members(of: place)
      flaws.append(data.flaw)
      for (name, part) in data.members {
        guard name == "metrics" || name == "workouts" || Self.events.contains(name) else {
          rows.context.summary.leave(name)
          continue
        }
        var taken = Part(name: name, place: part)
        var elements = places.elements(of: part)
        while elements.next() != nil { taken.count += 1 }
        flaws.append(elements.flaw)
        parts.append(taken)
      }
    }
    if let flaw = flaws.compactMap(\.self).first { rows.context.summary.ending = flaw.detail }
    return parts
  }

  // Metrics.

  private mutating func take(
    _ metric: Range<Int>, at share: Double, _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws {
    var name = ""
    var unit = ""
    var points: Range<Int>?
    for (member, place) in places.members(of: metric).members {
      switch member {
      case "name": name = (try? places.value(at: place))?.stringValue ?? ""
      case "units": unit = (try? places.value(at: place))?.stringValue ?? ""
      case "data": points = place
      default: break
      }
    }
    guard let points else {
      return rows.context.summary.lose("metric", line: 0, .unreadable("it has no data"))
    }
    var dates = AutoExportDates()
    var isEmpty = true
    for point in places.elements(of: points) {
      isEmpty = false
      guard dates.mayBeSpan else { break }
      if let fields = try? places.value(at: point) { dates.note(Self.date(of: fields)) }
    }
    let span = isEmpty ? .none : dates.span
    for point in places.elements(of: points) {
      if let fields = try? places.value(at: point) {
        try await take(fields, of: name, unit, span)
      } else {
        rows.context.summary.lose(name, line: 0, .unreadable("it is no JSON"))
      }
      count += 1
      if count.isMultiple(of: Self.pointsBetween) { try await rows.save(at: share, isToGoOn) }
    }
    if !correlations.isEmpty {
      try await rows.save(correlations)
      correlations = []
    }
  }

  private static func date(of fields: JSONValue) -> String {
    (fields["startDate"] ?? fields["start"] ?? fields["date"])?.stringValue ?? ""
  }

  private mutating func take(
    _ fields: JSONValue, of name: String, _ unit: String, _ span: AutoExportSpan
  ) async throws {
    guard var row = row(fields, span) else {
      return rows.context.summary.lose(name, line: 0, .badDate)
    }
    // It would be there again with more, and both would count.
    guard span == .none || row.end <= WallClock.system.now else {
      return rows.context.summary.leave("\(name) of an hour or a day that is not over")
    }
    switch name {
    case "sleep_analysis": try await takeSleep(row, fields, span)
    case "blood_pressure":
      let parts = [
        (ObjectType.bloodPressureSystolic, "systolic"), (.bloodPressureDiastolic, "diastolic"),
      ]
      var members: [(type: ObjectType, row: ImportRow)] = []
      for (type, field) in parts {
        guard let description = type.description else { return }
        var member = row
        guard set(fields[field]?.double, unit, of: description, name, in: &member) else { return }
        members.append((type, member))
      }
      correlations.append(ImportCorrelation(type: .bloodPressure, row: row, members: members))
    case "mindful_minutes":
      guard let minutes = fields["qty"]?.double, (0...1_440).contains(minutes),
        let description = ObjectType.mindfulSession.description
      else { return rows.context.summary.lose(name, line: 0, .badNumber) }
      // The session lasted its minutes, and not the hour or the day over which they were added up.
      var session = ImportRow(
        line: 0, start: row.start, end: (row.start + minutes * 60).rounded(.down),
        source: row.source, device: 0)
      for entry in row.metadata { session.add(entry) }
      row = session
      try await rows.add(row, of: description)
    default:
      guard let description = AutoExportMetric.type(named: name) else {
        return rows.context.summary.meetUnknown(name)
      }
      let number = (fields["qty"] ?? fields["Avg"])?.double
      guard set(number, AutoExportMetric.unit(unit), of: description, name, in: &row) else {
        return
      }
      try await rows.add(row, of: description)
    }
  }

  /// Gives a row its value; whether it is one of its type.
  private mutating func set(
    _ number: Double?, _ unit: String, of description: TypeDescription, _ name: String,
    in row: inout ImportRow
  ) -> Bool {
    guard let number, abs(number) < 1e290 else {
      rows.context.summary.lose(name, line: 0, .badNumber)
      return false
    }
    guard let place = rows.context.tables.unit(Array(unit.utf8)[...]),
      let canonical = description.canonicalUnit,
      rows.context.tables.units[Int(place)].isCompatible(with: canonical)
    else {
      rows.context.summary.lose(name, line: 0, .wrongUnit)
      return false
    }
    // HealthKit's percents are parts of one.
    row.value = unit == "%" ? number / 100 : number
    row.unit = place
    return true
  }

  private mutating func takeSleep(
    _ row: ImportRow, _ fields: JSONValue, _ span: AutoExportSpan
  ) async throws {
    guard let description = ObjectType.sleepAnalysis.description else { return }
    if let word = fields["value"]?.stringValue {
      guard let stage = AutoExportMetric.stage(word) else {
        return rows.context.summary.lose("sleep_analysis", line: 0, .unknownValue)
      }
      var row = row
      row.value = Double(stage.rawValue)
      return try await rows.add(row, of: description)
    }
    // Of a night that was added up nothing tells when its stages were.
    for (start, end, stage) in [
      ("sleepStart", "sleepEnd", SleepStage.unspecified), ("inBedStart", "inBedEnd", .inBed),
    ] {
      guard let from = date(fields[start]), let to = date(fields[end]), from < to else { continue }
      var night = ImportRow(line: 0, start: from, end: to, source: row.source, device: 0)
      night.value = Double(stage.rawValue)
      night.add((rows.context.tables.key(StoredMatch.summaryKey), .string("night")))
      try await rows.add(night, of: description)
    }
  }

  /// The row of a point, without its value.
  mutating func row(_ fields: JSONValue, _ span: AutoExportSpan) -> ImportRow? {
    guard let start = date(.string(Self.date(of: fields))),
      let source = source(fields["source"]?.stringValue ?? "")
    else { return nil }
    let end = date(fields["endDate"] ?? fields["end"]) ?? start + span.rawValue
    guard start <= end else { return nil }
    var row = ImportRow(line: 0, start: start, end: end, source: source, device: 0)
    if let name = span.name {
      row.add((rows.context.tables.key(StoredMatch.summaryKey), .string(name)))
    }
    return row
  }

  private mutating func source(_ name: String) -> Int32? {
    if let known = sources[name] { return known }
    let named = name.isEmpty ? Self.app : name
    let number = rows.context.tables.source(Array(named.utf8)[...], version: [])
    sources[name] = number
    return number
  }

  /// The whole second that a text names, by a clock of 24 or of 12 hours.
  private mutating func date(_ value: JSONValue?) -> Double? {
    guard let text = value?.stringValue else { return nil }
    let plain = text.replacing("\u{202F}", with: " ")
    let seconds =
      rows.context.dates.seconds(Array(plain.utf8)[...])
      ?? Self.ofHalfDays.flatMap { $0.instant(plain, in: .utc) }
    return seconds.flatMap { Instant.permitted.contains($0) ? $0.rounded(.down) : nil }
  }

  private static let ofHalfDays = DatePattern("yyyy-MM-dd h:mm:ss a Z")

  // Workouts.

  private static let fieldsOfWorkouts: Set<String> = [
    "name", "start", "end", "source", "isIndoor", "activeEnergyBurned", "activeEnergy", "distance",
    "walkingAndRunningDistance",
  ]

  private mutating func take(_ place: Range<Int>) async throws {
    let element = "workout"
    let (members, flaw) = places.members(of: place)
    guard flaw == nil else {
      return rows.context.summary.lose(element, line: 0, .unreadable("it is no JSON"))
    }
    // What a workout has of its minutes may be longer than a value is read.
    let fields = JSONValue.object(
      members.filter { Self.fieldsOfWorkouts.contains($0.name) }.compactMap { name, place in
        (try? places.value(at: place)).map { JSONValue.Member(name, $0) }
      })
    guard let start = date(fields["start"]), let end = date(fields["end"]), start <= end else {
      return rows.context.summary.lose(element, line: 0, .badDate, of: .workout)
    }
    var recorded = RecordedWorkout()
    recorded.activity = AutoExportMetric.activity(named: fields["name"]?.stringValue ?? "")
    recorded.creator = fields["source"]?.stringValue ?? Self.app
    (recorded.start, recorded.end) = (start, end)
    recorded.energy = Self.quantity(
      ["activeEnergyBurned", "activeEnergy"], of: fields, in: .kilocalorie)
    recorded.distance = Self.quantity(
      ["distance", "walkingAndRunningDistance"], of: fields, in: .meter())
    for (name, place) in members where name == "route" {
      for point in places.elements(of: place) {
        guard let moment = moment(point), (start...end).contains(moment.time) else { continue }
        recorded.moments.append(moment)
      }
    }
    var metadata: Metadata = [:]
    if let isIndoor = fields["isIndoor"]?.boolValue {
      metadata["HKIndoorWorkout"] = .bool(isIndoor)
    }
    // What was measured meanwhile stands among the metrics.
    try await rows.save(
      recorded, at: (element, 0), metadata: metadata, withSamples: false)
  }

  /// A place of a route, as two versions of the app write it.
  private mutating func moment(_ place: Range<Int>) -> RecordedWorkout.Moment? {
    guard let point = try? places.value(at: place),
      let time = date(point["timestamp"] ?? point["date"])
    else { return nil }
    var moment = RecordedWorkout.Moment(time: time)
    moment.latitude = (point["latitude"] ?? point["lat"])?.double
    moment.longitude = (point["longitude"] ?? point["lon"])?.double
    moment.altitude = point["altitude"]?.double
    moment.speed = point["speed"]?.double
    moment.course = point["course"]?.double
    moment.horizontalAccuracy = point["horizontalAccuracy"]?.double
    moment.verticalAccuracy = point["verticalAccuracy"]?.double
    return moment.isPlace ? moment : nil
  }

  /// The first of some quantities that is one, in a unit.
  private static func quantity(
    _ names: [String], of fields: JSONValue, in unit: Unit
  ) -> Double? {
    for name in names {
      guard let number = fields[name]?["qty"]?.double,
        let text = fields[name]?["units"]?.stringValue,
        let told = AppleUnit.unit(AutoExportMetric.unit(text)),
        let value = try? Quantity(number, told).value(in: unit), value >= 0
      else { continue }
      return value
    }
    return nil
  }
}
