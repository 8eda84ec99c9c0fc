package import CalendarEdges
package import HealthModel
package import StoreAccess
internal import SystemCore
internal import TextFormats

/// Takes bundles and lists of resources of FHIR R4: observations, and what else clinics tell.
package struct FHIRImporter: FormImporter {
  private static let beginningBytes = 4_096
  /// So many resources between two looks at whether to go on.
  private static let resourcesBetween = 4_096
  /// No kind of resource has a longer name.
  private static let longestKind = 64
  /// As many correlations as wait for what they hold.
  private static let mostCorrelations = 16_384

  private let stream: PlainStream
  private let zone: TimeZoneRules
  private let reader: ObservationReader
  private var rows: RowsToSave
  private var correlations: [ImportCorrelation] = []
  /// What was read of one resource.
  private var found: [(row: ImportRow, description: TypeDescription)] = []
  /// The hashes of clinical records.
  private var told: Set<Int> = []
  /// What the one person is called whom all of it is about: by an id, or by the address of an entry.
  private var names: Set<String> = []

  /// Whether a file is one, by how it begins.
  package static func takes(_ path: String) throws -> Bool {
    guard try FileSystem.isPlainFile(path) == true else { return false }
    let places = JSONPlaces(try PlainStream(path).beginning(beginningBytes))
    return places.members(of: places.all).members.contains { $0.name == "resourceType" }
  }

  /// - Parameters:
  ///   - path: The file.
  ///   - data: Where the samples go.
  ///   - uuids: Names for them.
  ///   - zone: The clocks of dates without a time.
  ///   - options: How it is taken.
  /// - Throws: What opening the file and the store throw.
  package init(
    _ path: String, into data: any OwnerAccess, uuids: UUIDSequence, by zone: TimeZoneRules,
    _ options: Importer.Options = Importer.Options()
  ) async throws {
    stream = try PlainStream(path)
    self.zone = zone
    reader = ObservationReader(zone: zone)
    rows = try await RowsToSave(into: data, from: path, uuids: uuids, options)
  }

  /// Reads all resources.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each part is saved, and whether to go on.
  /// - Returns: What was found, and what became of it.
  /// - Throws: What the store throws. All that was saved before stays saved.
  package mutating func run(
    _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws -> ImportSummary {
    var cutter = ResourceCutter()
    var count = 0
    while true {
      let bytes = try stream.next()
      if bytes.isEmpty { break }
      for piece in cutter.take(bytes) {
        try await take(piece)
        count += 1
        if count.isMultiple(of: Self.resourcesBetween) { try await save(isToGoOn) }
      }
    }
    try await save(isToGoOn, all: true)
    if cutter.isCut { rows.context.summary.ending = "it ends inside of a resource or a list" }
    rows.context.summary.isComplete = !cutter.isCut
    return rows.context.summary
  }

  private mutating func save(
    _ isToGoOn: (Importer.Progress) async -> Bool, all: Bool = false
  ) async throws {
    let share = Double(stream.position) / Double(max(1, stream.byteCount))
    try await rows.save(at: share, isToGoOn)
    guard all || correlations.count >= Self.mostCorrelations else { return }
    try await rows.save(correlations)
    correlations = []
  }

  private mutating func take(_ piece: ResourceCutter.Piece) async throws {
    guard let json = try? JSONValue(parsing: piece.bytes), json.objectValue != nil else {
      return rows.context.summary.lose(
        "resource", line: piece.line,
        .unreadable(
          piece.bytes.isEmpty
            ? "it has more than \(ResourceCutter.mostBytes >> 20) MiB" : "it is no JSON"))
    }
    guard let resource = json["resourceType"] == nil ? json["resource"] : json else {
      return rows.context.summary.leave("entry without a resource")
    }
    do throws(RowProblem) {
      try read(resource, of: json, piece.line)
    } catch {
      rows.context.summary.lose("resource", line: piece.line, error.problem)
    }
    for (row, description) in found { try await rows.add(row, of: description) }
    found = []
  }

  /// Reads what a resource is, or an entry that has it.
  private mutating func read(
    _ resource: JSONValue, of entry: JSONValue, _ line: Int
  ) throws(RowProblem) {
    // Records of our own exports belong to the owner, so the person in them is not compared.
    if let stored = try reader.record(entry, line: line, &rows.context) {
      return found.append((stored.row, stored.type))
    }
    let kind = String((resource["resourceType"]?.stringValue ?? "").prefix(Self.longestKind))
    guard isAboutOne(resource, kind, at: entry["fullUrl"]) else {
      throw RowProblem(.unreadable("it is about another person than those before"))
    }
    switch kind {
    case "Patient": takeProfile(resource)
    case "Observation":
      for found in try reader.read(resource, line: line, &rows.context) {
        switch found {
        case .row(let row, let description): self.found.append((row, description))
        case .correlation(let draft): correlations.append(draft)
        case .record: try take(resource, kind, entry, line)
        }
      }
    default:
      guard ClinicalResource.type(of: kind, resource) != nil else {
        return rows.context.summary.leave(kind.isEmpty ? "resource without a type" : kind)
      }
      try take(resource, kind, entry, line)
    }
  }

  // Whom it is about.

  /// Whether a resource is about the one person whose store this is: the first one that is met.
  private mutating func isAboutOne(
    _ resource: JSONValue, _ kind: String, at address: JSONValue?
  ) -> Bool {
    let references =
      kind == "Patient"
      ? [resource["id"], address] : [(resource["subject"] ?? resource["patient"])?["reference"]]
    let found = Set(references.compactMap { $0?.stringValue.flatMap(Self.name) })
    guard !found.isEmpty else { return true }
    guard names.isEmpty || !names.isDisjoint(with: found) else { return false }
    names.formUnion(found)
    return true
  }

  /// The last word of an address, without what version it has.
  private static func name(_ address: String) -> String? {
    let words = address.split { $0 == "/" || $0 == ":" }.map { $0.lowercased() }
    return words.prefix { $0 != "_history" }.last
  }

  private mutating func takeProfile(_ patient: JSONValue) {
    var profile: [Characteristic] = []
    switch patient["gender"]?.stringValue {
    case "female": profile.append(.biologicalSex(Int64(BiologicalSex.female.rawValue)))
    case "male": profile.append(.biologicalSex(Int64(BiologicalSex.male.rawValue)))
    case "other": profile.append(.biologicalSex(Int64(BiologicalSex.other.rawValue)))
    default: break
    }
    if let born = patient["birthDate"]?.stringValue.flatMap({ ProfileReader.dateOfBirth($0) }) {
      profile.append(born)
    }
    rows.context.summary.profile = profile
  }

  // What clinics tell.

  private static let dateFields = [
    "effectiveDateTime", "effectiveInstant", "effectivePeriod", "occurrenceDateTime",
    "performedDateTime", "performedPeriod", "onsetDateTime", "onsetPeriod", "authoredOn",
    "dateWritten", "whenHandedOver", "whenPrepared", "dateAsserted", "recordedDate", "assertedDate",
    "date", "period", "issued",
  ]

  /// Takes what has no type of its own, once: two of one text are one resource, which two bundles of it told.
  private mutating func take(
    _ resource: JSONValue, _ kind: String, _ entry: JSONValue, _ line: Int
  ) throws(RowProblem) {
    let record = try record(resource, kind, entry, line)
    guard told.insert(resource.text.hashValue).inserted else {
      return rows.context.summary.leave("\(kind) that was told before")
    }
    found.append(record)
  }

  private mutating func record(
    _ resource: JSONValue, _ kind: String, _ entry: JSONValue, _ line: Int
  ) throws(RowProblem) -> (row: ImportRow, description: TypeDescription) {
    let texts = Self.dateFields.lazy.compactMap { field in
      let value = resource[field]
      return (value?["start"] ?? value?["end"] ?? value)?.stringValue
    }
    guard let text = texts.first ?? resource["meta"]?["lastUpdated"]?.stringValue,
      let date = FHIRDate(text, in: zone)?.start, Instant.permitted.contains(date)
    else { throw RowProblem(.badDate) }
    let resourceText = resource.text
    guard resourceText.utf8.count <= Details.mostTextBytes else {
      throw RowProblem(.unreadable("it has more than \(Details.mostTextBytes) bytes"))
    }
    var origin = ClinicalResource.Origin(fhirVersion: "4.0.1")
    origin.sourceURL = resource["meta"]?["source"]?.stringValue ?? ""
    if resource["id"] == nil { origin.identifier = entry["fullUrl"]?.stringValue ?? "" }
    let (type, details) = try ClinicalResource.details(
      resource, text: resourceText, kind, origin, from: date, to: date)
    guard let description = type.description,
      let source = rows.context.tables.source(Array("FHIR".utf8)[...], version: [])
    else { throw RowProblem(.unreadable("it cannot be kept")) }
    let second = date.rounded(.down)
    var row = ImportRow(line: line, start: second, end: second, source: source)
    row.add(.start(date), &rows.context)
    row.add(.end(date), &rows.context)
    row.body = .details(details)
    return (row, description)
  }
}
