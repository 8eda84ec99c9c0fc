package import HealthModel

/// Apple Health's own form: the XML that its app exports.
///
/// What that has no place for stands in metadata whose keys begin with `dyad.`, which `dyad import` reads.
package final class AppleExportForm: ExportForm {
  /// As many bytes as are handed on at a time.
  private static let pieceBytes = 256 << 10

  private let sink: ([UInt8]) throws -> Void
  /// Begins a file beside the XML; `nil` where there is no place for one.
  private let beginFile: ((String) throws -> Void)?
  var text = XMLText()
  private var dates: DateWriter
  private var origins: [Origin: OriginText] = [:]

  /// That of the row that is written.
  private(set) var origin = OriginText(attributes: [], entries: [])
  /// The elements of the last values of keys of metadata: most keys have few.
  private var entryTexts: [String: [(value: MetadataValue, bytes: [UInt8])]] = [:]

  private struct Origin: Hashable {
    var source: SourceRevision
    var device: Device?
  }

  /// The attributes of a source and a device, and the entries that say the rest.
  struct OriginText {
    var attributes: [UInt8]
    var entries: [OwnEntry]
  }

  /// As many as one person has; more are forgotten.
  private static let mostOrigins = 4_096
  /// So long are elements that are remembered, of which each key has so many.
  private static let (shortBytes, mostLast) = (256, 4)

  /// Begins with what stands before the samples.
  ///
  /// - Parameters:
  ///   - now: When it is exported.
  ///   - offset: How far the clocks of whoever exports are ahead of UTC, in seconds.
  ///   - profile: What the owner says of themselves.
  ///   - beginFile: Begins a file beside the XML, by its way from that; without it there are none.
  ///   - sink: Takes the bytes.
  /// - Throws: What the sink throws.
  package init(
    at now: Double, offset: Int, profile: [Characteristic],
    beginFile: ((String) throws -> Void)? = nil, _ sink: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.sink = sink
    self.beginFile = beginFile
    dates = DateWriter(.apple, offset: offset)
    text.append(Self.prolog)
    text.append("\n<HealthData locale=\"en_US\">\n <ExportDate value=\"")
    text.append(now, &dates)
    text.append("\"/>\n <Me")
    for (name, value) in AppleProfile.attributes(profile) { text.append(name, value) }
    text.append("/>\n")
  }

  package func takes(_ type: ObjectType) -> Bool {
    switch type.description?.kind {
    case .quantity, .category, .correlation, .workout: type != .workoutEffort
    case .details:
      [.activitySummary, .audiogram, .visionPrescription, .foreignRecord].contains(type)
        || beginFile != nil && type.isClinical
    default: false
    }
  }

  package func write(_ run: SampleRun, _ parts: ExportParts) throws {
    let columns = run.metadata
    let (sources, devices) = (run.sources.indexes(), run.devices.indexes())
    for row in 0..<run.count {
      // Most rows have what the row before has.
      if row == 0 || sources[row] != sources[row - 1] || devices[row] != devices[row - 1] {
        origin = originText(of: run.sources[row], run.devices[row])
      }
      let entries: [(String, MetadataValue)] = columns.compactMap { column in
        column.value(at: row).map { (column.key, $0) }
      }
      switch run.payload {
      case .quantity(let values, let units):
        quantity(run, row, values[row], units[row], entries)
      case .category(let values): category(run, row, values[row], entries)
      case .objects(let bodies):
        switch bodies[row] {
        case .correlation(let members): try correlation(run, row, members, parts, entries)
        case .workout(let body):
          workout(run, row, body, entries, parts.routes[run.uuids[row]] ?? [])
        case .details(let details): self.details(run, row, details, entries)
        default: break
        }
      }
      if text.bytes.count >= Self.pieceBytes { try sink(text.take()) }
    }
  }

  package func finish() throws {
    text.append("</HealthData>\n")
    try sink(text.take())
  }

  package var fileTypes: [ObjectType] {
    beginFile == nil
      ? [] : [.workoutRoute, .electrocardiogram] + ObjectType.all.filter(\.isClinical)
  }

  package func writeFile(of sample: Sample) throws {
    let bytes = AppleFile.bytes(of: sample)
    // A clinical record may have come without what the clinic tells.
    guard !bytes.isEmpty else { return }
    try beginFile?(AppleFile.path(of: sample.uuid, sample.type))
    try sink(bytes)
  }

  // Records.

  private func quantity(
    _ run: SampleRun, _ row: Int, _ value: Double, _ unit: Unit,
    _ metadata: [(String, MetadataValue)]
  ) {
    begin("Record", run.type, origin)
    text.append("unit", unit.unitString)
    dates(run.starts[row], run.ends[row])
    text.append("value", value.exportText)
    end("Record", own(run, row), metadata)
  }

  private func category(
    _ run: SampleRun, _ row: Int, _ value: Int64, _ metadata: [(String, MetadataValue)]
  ) {
    begin("Record", run.type, origin)
    dates(run.starts[row], run.ends[row])
    text.append(
      "value", run.type.description.flatMap { CategoryNames.name(of: value, $0) } ?? "\(value)")
    end("Record", own(run, row), metadata)
  }

  private func correlation(
    _ run: SampleRun, _ row: Int, _ members: Members, _ parts: ExportParts,
    _ metadata: [(String, MetadataValue)]
  ) throws {
    begin("Correlation", run.type, origin)
    dates(run.starts[row], run.ends[row])
    text.append(">\n")
    append(own(run, row), metadata)
    let own = origin
    for uuid in members.uuids {
      guard let member = parts.members[uuid] else { continue }
      try write(SampleRun(member), ExportParts())
    }
    origin = own
    text.append(" </Correlation>\n")
  }

  private func workout(
    _ run: SampleRun, _ row: Int, _ workout: Workout, _ metadata: [(String, MetadataValue)],
    _ routes: [SampleUUID]
  ) {
    let texts = WorkoutText(workout)
    text.append(" <Workout")
    text.append("workoutActivityType", texts.activity)
    for (name, value) in texts.attributes { text.append(name, value) }
    text.append(origin.attributes)
    dates(run.starts[row], run.ends[row])
    text.append(">\n")
    append(own(run, row) + texts.entries, metadata)
    for event in workout.events { self.event(event) }
    for leg in workout.legs { self.leg(leg, of: workout) }
    for (type, total) in texts.statistics {
      text.append("  <WorkoutStatistics")
      text.append("type", type.identifier)
      dates(run.starts[row], run.ends[row], withCreation: false)
      text.append("sum", total.value.exportText)
      text.append("unit", total.unit.unitString)
      text.append("/>\n")
    }
    for route in routes {
      text.append("  <WorkoutRoute")
      text.append(origin.attributes)
      text.append("><FileReference")
      text.append("path", "/\(AppleFile.path(of: route, .workoutRoute))")
      text.append("/></WorkoutRoute>\n")
    }
    text.append(" </Workout>\n")
  }

  private func event(_ event: Workout.Event) {
    text.append("  <WorkoutEvent")
    text.append("type", WorkoutText.name(ofEvent: event.kind))
    date("date", event.date)
    var rest = event.metadata
    // As long as minutes tell it exactly.
    if case .quantity(let length) = rest[Workout.Event.durationKey], length.value > 0,
      length.unit == .minute
    {
      text.append("duration", length.value.exportText)
      text.append("durationUnit", length.unit.unitString)
      rest[Workout.Event.durationKey] = nil
    }
    end(
      "WorkoutEvent", isInner: true, Self.isWhole(event.date) ? [] : [.start(event.date)],
      rest.sorted { $0.key < $1.key })
  }

  private func leg(_ leg: Workout.Leg, of workout: Workout) {
    text.append("  <WorkoutActivity")
    text.append("uuid", leg.uuid.description)
    dates(leg.start, leg.end, withCreation: false)
    text.append("duration", (workout.activeSeconds(of: leg) / 60).exportText)
    text.append("durationUnit", "min")
    var own: [OwnEntry] = []
    if leg.activity != workout.activity {
      own.append(.activity(WorkoutText.name(ofActivity: leg.activity)))
    }
    if !Self.isWhole(leg.start) { own.append(.start(leg.start)) }
    if !Self.isWhole(leg.end) { own.append(.end(leg.end)) }
    end("WorkoutActivity", isInner: true, own, leg.metadata.sorted { $0.key < $1.key })
  }

  // Parts of elements.

  func begin(_ element: String, _ type: ObjectType, _ origin: OriginText) {
    text.append(" <")
    text.append(element)
    text.append("type", type.identifier)
    text.append(origin.attributes)
  }

  func end(
    _ element: String, isInner: Bool = false, _ own: [OwnEntry],
    _ metadata: [(String, MetadataValue)]
  ) {
    guard !own.isEmpty || !metadata.isEmpty else { return text.append("/>\n") }
    text.append(">\n")
    append(own, metadata)
    text.append(isInner ? "  </\(element)>\n" : " </\(element)>\n")
  }

  func dates(_ start: Double, _ end: Double, withCreation: Bool = true) {
    // A store does not know when a sample was made; that it ended by then is what can be said.
    if withCreation { date("creationDate", end) }
    date("startDate", start)
    date("endDate", end)
  }

  func date(_ name: String, _ seconds: Double) {
    text.append(" ")
    text.append(name)
    text.append("=\"")
    text.append(seconds, &dates)
    text.append("\"")
  }

  func append(_ own: [OwnEntry], _ metadata: [(String, MetadataValue)]) {
    for (key, value) in metadata {
      if let known = entryTexts[key]?.first(where: { $0.value == value }) {
        text.append(known.bytes)
      } else {
        let bytes = Self.entries(key, value)
        text.append(bytes)
        remember(bytes, of: key, value)
      }
    }
    for own in own { text.append(Self.entry(own.texts.key, own.texts.value)) }
  }

  private func remember(_ bytes: [UInt8], of key: String, _ value: MetadataValue) {
    guard bytes.count <= Self.shortBytes else { return }
    switch value {
    // Zero is equal to what has another sign, and is written otherwise.
    case .double, .quantity, .date: return
    case .string, .integer, .bool: break
    }
    if entryTexts.count >= Self.mostOrigins { entryTexts = [:] }
    if entryTexts[key]?.count == Self.mostLast { entryTexts[key]?.removeFirst() }
    entryTexts[key, default: []].append((value, bytes))
  }

  /// The elements of an entry of metadata: what others read, and what says it exactly where that does not.
  private static func entries(_ key: String, _ value: MetadataValue) -> [UInt8] {
    let texts = MetadataText.texts(value, for: key)
    let plain = texts.plain.map { entry(key, $0) } ?? []
    if texts.isExact { return plain }
    let exact = OwnEntry.value(key, value).texts
    return plain + entry(exact.key, exact.value)
  }

  private static func entry(_ key: String, _ value: String) -> [UInt8] {
    var text = XMLText()
    text.append("  <MetadataEntry")
    text.append("key", key)
    text.append("value", value)
    text.append("/>\n")
    return text.bytes
  }

  /// What a row needs beyond its attributes.
  func own(_ run: SampleRun, _ row: Int) -> [OwnEntry] {
    var entries = origin.entries
    if !Self.isWhole(run.starts[row]) { entries.append(.start(run.starts[row])) }
    if !Self.isWhole(run.ends[row]) { entries.append(.end(run.ends[row])) }
    return entries
  }

  /// Whether a date that has no fraction gives the same bits.
  private static func isWhole(_ seconds: Double) -> Bool {
    Double(Int(seconds.rounded(.down))).bitPattern == seconds.bitPattern
  }

  private func originText(of source: SourceRevision, _ device: Device?) -> OriginText {
    let origin = Origin(source: source, device: device)
    if let known = origins[origin] { return known }
    var attributes = XMLText()
    attributes.append("sourceName", origin.source.source.name)
    if let version = origin.source.version { attributes.append("sourceVersion", version) }
    var entries: [OwnEntry] = []
    let bundle = origin.source.source.bundleIdentifier
    if NamedSource.source(origin.source.source.name).bundleIdentifier != bundle {
      entries.append(.bundle(bundle))
    }
    if let device = origin.device {
      let text = DeviceText.text(device)
      attributes.append("device", text)
      if DeviceText.device(DeviceText.lasting(Array(text.utf8)[...])) != device {
        entries += Device.Property.allCases.compactMap { property in
          device[property].map { .device(property, $0) }
        }
      }
    }
    if origins.count >= Self.mostOrigins { origins = [:] }
    let made = OriginText(attributes: attributes.take(), entries: entries)
    origins[origin] = made
    return made
  }
}
