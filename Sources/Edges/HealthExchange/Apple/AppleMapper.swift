internal import HealthModel
internal import XMLCore

/// Makes rows of samples of the elements of an export.
struct AppleMapper {
  /// Where in the document it is.
  private enum Place {
    case top, root
    case record, correlation, member, workout, workoutEvent, leg, workoutRoute, beats, details,
      clinical
    /// Within an element that is not taken.
    case other
  }

  var context: ImportContext
  /// What was read and not yet taken, by type.
  private var pending: [ObjectType: ImportRows] = [:]
  private var full: [ImportRows] = []
  private var correlations: [ImportCorrelation] = []
  /// How many samples wait.
  private(set) var pendingCount = 0

  private var reader = RecordReader()
  private var places: [Place] = [.top]
  /// The record that is being read, whose metadata follows.
  private var record: (type: TypeDescription, row: ImportRow)?
  /// The heartbeats that it was made of.
  private var beats = BeatReader()
  private var correlation: ImportCorrelation?
  private var isCorrelationLost = false
  private var workout: WorkoutReader?
  private var route: ImportRoute?
  /// The audiogram or prescription that is being read.
  private var detailed: DetailsReader?
  /// The clinical record that is being read, and those before it, whose files are read later.
  private var clinicalRecord: ImportedClinicalRecord?
  private var clinicalRecords: [ImportedClinicalRecord] = []
  /// What was reached on days; of two of one day the later one holds.
  private(set) var summaries = ImportedSummaries()
  /// Where workouts went; their files are read once all records are saved.
  private var routes: [ImportRoute] = []
  /// How many places these have in the export itself.
  private var placeCount = 0
  /// The rows of the type that was met last: the next record mostly has it, too.
  private var current: ImportRows?
  /// Theirs; the same as that of `current`, where it is looked at for each record.
  private var currentType: ObjectType?

  /// Keys of metadata are forgotten once there are so many: third parties make them up.
  private static let mostKeys = 1 << 14
  /// As many clinical records as wait.
  private static let mostClinicalRecords = 4_096
  /// As many places as wait, which take some twenty megabytes.
  private static let mostPlaces = 1 << 17

  init(cutoff: Double) {
    context = ImportContext(cutoff: cutoff)
  }

  /// Reads a batch.
  mutating func take(_ batch: MarkupBatch) {
    for note in batch.notes {
      if note.isLost {
        context.summary.lose("tag", line: note.line, .badTag(note.fault.rawValue))
      } else {
        context.summary.mend(note.fault.rawValue)
      }
    }
    for event in batch.events {
      if event.isEnd { end() } else { start(event, batch) }
    }
  }

  /// Whether there are so many rows that they should be taken.
  var isFull: Bool {
    !full.isEmpty || hasManyPlaces || hasManyClinicalRecords || pendingCount > 4 * ImportRows.most
      || correlations.count > 1_024
  }

  /// Whether the places of routes should be saved.
  var hasManyPlaces: Bool { placeCount > Self.mostPlaces }

  /// Whether the clinical records should be saved.
  var hasManyClinicalRecords: Bool { clinicalRecords.count >= Self.mostClinicalRecords }

  /// The clinical records that were read since.
  mutating func takeClinicalRecords() -> [ImportedClinicalRecord] {
    defer { clinicalRecords = [] }
    return clinicalRecords
  }

  /// Where workouts went that were read since.
  mutating func takeRoutes() -> [ImportRoute] {
    defer { (routes, placeCount) = ([], 0) }
    return routes
  }

  /// What was read since: all of it, or only what is full.
  mutating func drain(all: Bool) -> (rows: [ImportRows], correlations: [ImportCorrelation]) {
    defer {
      full = []
      pendingCount = pending.values.reduce(current?.count ?? 0) { $0 + $1.count }
    }
    // What a correlation holds may be among the rows that wait.
    guard all || pendingCount > 4 * ImportRows.most || !correlations.isEmpty else {
      return (full, [])
    }
    if let current { pending[current.description.type] = current }
    (current, currentType) = (nil, nil)
    defer {
      pending = [:]
      correlations = []
    }
    return (
      full + pending.values.sorted { $0.description.type < $1.description.type }, correlations
    )
  }

  /// Forgets what nothing that is still to come needs, once what was drained is saved.
  mutating func tidy() {
    guard context.tables.keys.count > Self.mostKeys, pendingCount == 0, record == nil,
      correlation == nil, workout == nil
    else { return }
    context.tables.forgetKeys()
    reader.forgetKeys()
  }

  // Starts.

  private mutating func start(_ event: MarkupBatch.Event, _ batch: MarkupBatch) {
    guard let place = places.last else { return }
    switch (place, AppleName(number: event.name)) {
    case (.top, .healthData):
      context.summary.locale = batch.text(of: .locale, in: event)
      places.append(.root)
    case (.root, .exportDate):
      context.summary.exported = batch.value(of: .value, in: event).flatMap {
        context.dates.seconds($0)
      }
      places.append(.other)
    case (.root, .me):
      context.summary.profile = ProfileReader.profile(event, batch)
      places.append(.other)
    case (.root, .record), (.workout, .record):
      // In a workout it is what somebody rated it with: a sample of its own.
      record = reader.record(event, batch, &context)
      places.append(record == nil ? .other : .record)
    case (.root, .correlation):
      correlation = reader.correlation(event, batch, &context)
      isCorrelationLost = false
      places.append(correlation == nil ? .other : .correlation)
    case (.correlation, .record):
      record = reader.record(event, batch, &context)
      isCorrelationLost = isCorrelationLost || record == nil
      places.append(record == nil ? .other : .member)
    case (.root, .workout):
      workout = WorkoutReader(event, batch, &reader, &context)
      places.append(workout == nil ? .other : .workout)
    case (.root, .audiogram), (.root, .visionPrescription):
      let type: ObjectType =
        AppleName(number: event.name) == .audiogram ? .audiogram : .visionPrescription
      detailed = DetailsReader(event, batch, type, &reader, &context)
      places.append(detailed == nil ? .other : .details)
    case (.root, .activitySummary):
      summaries.add(event, batch, &context)
      places.append(.other)
    case (.root, .clinicalRecord):
      clinicalRecord = ImportedClinicalRecord(event, batch, &reader, &context)
      places.append(clinicalRecord == nil ? .other : .clinical)
    case (.details, .sensitivityPoint):
      detailed?.addPoint(event, batch)
      places.append(.other)
    case (.details, .leftEye), (.details, .rightEye):
      detailed?.addEye(event, batch, isLeft: AppleName(number: event.name) == .leftEye)
      places.append(.other)
    case (.workout, .workoutEvent):
      workout?.addEvent(event, batch, &context)
      places.append(.workoutEvent)
    case (.workout, .workoutActivity):
      places.append(workout?.addLeg(event, batch, &context) == true ? .leg : .other)
    // They stand in the workout, too.
    case (.leg, .workoutEvent), (.leg, .workoutStatistics): places.append(.other)
    case (.workout, .workoutRoute):
      route = route ?? ImportRoute(line: Int(event.line))
      places.append(.workoutRoute)
    case (.workoutRoute, .fileReference):
      if let path = batch.text(of: .path, in: event) { route?.addFile(path) }
      places.append(.other)
    case (.workoutRoute, .location):
      route?.addPlace(event, batch, &context)
      places.append(.other)
    case (.workoutRoute, .metadataEntry): places.append(.other)
    case (.record, .beats): places.append(.beats)
    case (.beats, .beat):
      addBeat(event, batch)
      places.append(.other)
    case (.workout, .workoutStatistics):
      workout?.addStatistics(event, batch, &context)
      places.append(.other)
    case (.record, .metadataEntry), (.member, .metadataEntry), (.correlation, .metadataEntry),
      (.workout, .metadataEntry), (.workoutEvent, .metadataEntry), (.leg, .metadataEntry),
      (.details, .metadataEntry), (.clinical, .metadataEntry):
      addMetadata(event, batch, place)
      places.append(.other)
    case (.other, _): places.append(.other)
    default:
      context.summary.leave(batch.names[Int(event.name)])
      places.append(.other)
    }
  }

  private mutating func addMetadata(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ place: Place
  ) {
    guard let key = batch.value(of: .key, in: event),
      let bytes = batch.value(of: .value, in: event)
    else {
      return context.summary.mend("metadata without a key or a value was left out")
    }
    if let own = OwnEntry(key, bytes) { return add(own, place) }
    guard let entry = reader.metadata(key, bytes, &context) else { return }
    switch place {
    case .record, .member: record?.row.add(entry)
    case .correlation: correlation?.row.add(entry)
    case .workoutEvent:
      workout?.addToEvent(context.tables.keys[Int(entry.key)], entry.value)
    case .leg: workout?.addToLeg(context.tables.keys[Int(entry.key)], entry.value)
    case .details: detailed?.add(entry)
    case .clinical: clinicalRecord?.row.add(entry)
    default: workout?.add(entry)
    }
  }

  private mutating func addBeat(_ event: MarkupBatch.Event, _ batch: MarkupBatch) {
    let rate = batch.value(of: .bpm, in: event).flatMap { DecimalReader.number($0) }
    guard let time = batch.value(of: .time, in: event), beats.add(time: time, rate: rate) else {
      return context.summary.mend("a heartbeat without a time was left out")
    }
  }

  private mutating func add(_ own: OwnEntry, _ place: Place) {
    switch place {
    case .record, .member: record?.row.add(own, &context)
    case .correlation: correlation?.row.add(own, &context)
    case .workoutEvent: workout?.addToEvent(own)
    case .leg: workout?.addToLeg(own)
    case .details: detailed?.add(own, &context)
    case .clinical: clinicalRecord?.row.add(own, &context)
    default: workout?.add(own, &context)
    }
  }

  // Ends.

  private mutating func end() {
    guard places.count > 1, let place = places.popLast() else { return }
    switch place {
    case .root: context.summary.isComplete = true
    case .top, .other, .workoutEvent, .leg, .workoutRoute, .beats: break
    case .record:
      guard let (description, row) = record else { return }
      record = nil
      finish(row, description)
      if !beats.isEmpty { finishBeats(beside: row) }
    case .member:
      guard let (description, row) = record else { return }
      record = nil
      guard check(row, description) else {
        isCorrelationLost = true
        return
      }
      correlation?.members.append((description.type, row))
    case .correlation: endCorrelation()
    case .clinical:
      guard let record = clinicalRecord else { return }
      clinicalRecord = nil
      clinicalRecords.append(record)
    case .details:
      guard let reader = detailed else { return }
      detailed = nil
      let element = reader.description.type == .audiogram ? "Audiogram" : "VisionPrescription"
      if let row = reader.finished(element, &context) { finish(row, reader.description) }
    case .workout:
      guard let reader = workout else { return }
      workout = nil
      defer { route = nil }
      guard let row = reader.row(&context.summary), let description = ObjectType.workout.description
      else { return }
      if var route, !route.isEmpty, let body = row.body {
        route.workout = Sample(
          uuid: SampleUUID(high: 0, low: 0), type: .workout, start: row.start, end: row.end,
          value: .object(body), source: context.tables.sources[Int(row.source)])
        routes.append(route)
        placeCount += route.recorded.moments.count
      }
      finish(row, description)
    }
  }

  private mutating func finishBeats(beside record: ImportRow) {
    defer { beats = BeatReader() }
    guard let description = ObjectType.heartbeatSeries.description else { return }
    guard let row = beats.row(beside: record) else {
      return context.summary.mend("heartbeats that lie hours apart were left out")
    }
    finish(row, description)
  }

  private mutating func endCorrelation() {
    guard let ended = correlation, let description = ended.type.description else { return }
    correlation = nil
    guard !isCorrelationLost, ended.members.count <= Members.most,
      description.isComplete(with: ended.members.map(\.type))
    else {
      return context.summary.lose(
        "Correlation", line: ended.row.line, .incomplete, of: ended.type)
    }
    guard check(ended.row, description) else { return }
    context.summary.types[ended.type, default: .init()].read += 1
    correlations.append(ended)
  }

  private mutating func finish(_ row: ImportRow, _ description: TypeDescription) {
    guard check(row, description) else { return }
    if currentType != description.type {
      currentType = description.type
      if let current { pending[current.description.type] = current }
      current = pending.removeValue(forKey: description.type) ?? ImportRows(description)
    }
    pendingCount += 1
    // In place: a copy of the columns would be counted for each of them.
    if current?.appended(row) == true { return }
    if let rows = current { full.append(rows) }
    current = ImportRows(description)
    current?.append(row)
  }

  /// Whether the store will take it; counts it where it will not.
  private mutating func check(_ row: ImportRow, _ description: TypeDescription) -> Bool {
    if row.exactEnd < context.cutoff {
      context.summary.types[description.type, default: .init()].old += 1
      return false
    }
    for key in description.requiredMetadata
    where !row.metadata.contains(where: { context.tables.keys[Int($0.key)] == key }) {
      context.summary.lose(
        "Record", line: row.line, .missingMetadata(key), of: description.type)
      return false
    }
    return true
  }
}
