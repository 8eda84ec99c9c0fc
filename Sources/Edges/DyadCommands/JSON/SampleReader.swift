package import CommandLineCore
package import HealthModel
internal import SystemCore
package import TextFormats

/// Reads samples from JSON and names those that have no UUID yet.
package struct SampleReader: Sendable {
  /// What samples inside another take from it where they say nothing themselves.
  struct Surroundings {
    var source: SourceRevision
    var start: Double?
    var end: Double?
    /// Whether nobody is named who measured it.
    var isEntered = false
  }

  /// HealthKit's key for what a person typed in.
  private static let userEntered = "HKWasUserEntered"

  /// What closes rings, and follows from what is measured.
  private static let workedOut: Set<ObjectType> = [.appleExerciseTime, .appleStandHour]

  /// More distinct texts than a file has that means well.
  private static let mostRemembered = 256

  private var uuids: UUIDSequence
  private let marksEntries: Bool
  let isForced: Bool
  private let source: SourceRevision
  private var units: [String: Unit] = [:]
  private var types: [String: TypeDescription] = [:]

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - uuids: Names samples that have no name.
  ///   - marksEntries: Whether samples of lines that name no source are marked as entered by the user.
  ///   - isForced: Whether improbable values are read.
  ///   - source: Who saves where a line does not say it.
  package init(
    uuids: UUIDSequence, marksEntries: Bool = false, isForced: Bool = false,
    source: SourceRevision = .unsaid
  ) {
    self.uuids = uuids
    self.marksEntries = marksEntries
    self.isForced = isForced
    self.source = source
  }

  /// Reads one line's value; errors name its place and the field, never what the field holds.
  package mutating func entry(
    from value: JSONValue, at place: String
  ) throws(CommandLineError) -> SaveEntry {
    var entry = SaveEntry(place: place)
    do throws(FieldError) {
      _ = try read(
        value, at: "",
        in: Surroundings(source: source, isEntered: marksEntries), into: &entry)
    } catch {
      throw CommandLineError(
        .invalidInput, operation: "read \(place)", detail: error.description, advice: error.advice)
    }
    return entry
  }

  /// Reads one object and those inside it, and returns it; it is the last that `entry` got.
  mutating func read(
    _ value: JSONValue, at path: String, in surroundings: Surroundings, into entry: inout SaveEntry
  ) throws(FieldError) -> Sample {
    var fields = try ObjectFields(value, at: path)
    let description = try type(&fields)
    let given = try uuid(&fields)
    let uuid = given ?? newUUID(of: description.type)
    if given != nil { entry.isNamed = true }
    var inner = surroundings
    if let source = fields.take("source") {
      inner.source = try OriginJSON.revision(from: source, at: fields.path(of: "source"))
      inner.isEntered = false
    }
    if inner.isEntered, !isForced, Self.workedOut.contains(description.type) {
      throw FieldError(
        fields.path(of: "type"), "nobody types in \(description.name): a watch works it out",
        advice: "Name the \"source\" that measured it, or use --sensor NAME or --force.")
    }
    var device: Device?
    if let value = fields.take("device") {
      device = try OriginJSON.device(from: value, at: fields.path(of: "device"))
    }
    var metadata: Metadata = [:]
    if let value = fields.take("metadata") {
      metadata = try MetadataJSON.metadata(from: value, at: fields.path(of: "metadata"))
    }
    if inner.isEntered, metadata[Self.userEntered] == nil {
      metadata[Self.userEntered] = .bool(true)
    }
    let start = try fields.instant("start")
    let end = try fields.instant("end")
    inner.start = start ?? surroundings.start
    inner.end = end ?? (start == nil ? surroundings.end : nil)

    let body = try body(of: description, uuid, &fields, inner, &entry)
    guard let start = body.written ?? inner.start ?? body.start else {
      throw fields.missing(
        "start", advice: "Write it like \"start\":\"2026-11-21T08:00:00Z\".")
    }
    try fields.finish("type, \(body.fieldNames), start, end, source, device, metadata, uuid")
    let sample = Sample(
      uuid: uuid, type: description.type, start: start,
      end: body.written ?? inner.end ?? body.end ?? start, value: body.value, source: inner.source,
      device: device, metadata: metadata)
    entry.samples.append(sample)
    return sample
  }

  /// Reads the field `unit`, which mostly says what it said on the line before.
  mutating func unit(_ text: String, at path: String) throws(FieldError) -> Unit {
    if let known = units[text] { return known }
    let unit = try QuantityJSON.unit(text, at: path)
    if units.count >= Self.mostRemembered { units = [:] }
    units[text] = unit
    return unit
  }

  /// Reads the field `type`.
  mutating func type(_ fields: inout ObjectFields) throws(FieldError) -> TypeDescription {
    guard let text = try fields.text("type") else {
      throw fields.missing(
        "type", advice: "Write it like \"type\":\"heartRate\"; 'dyad types --all' lists them.")
    }
    if let known = types[text] { return known }
    guard let description = ObjectType(named: text)?.description, description.isSample else {
      throw FieldError(
        fields.path(of: "type"), "there is no such type of sample",
        advice: TypeWords.advice(for: text, among: Argument.typeNames))
    }
    if types.count >= Self.mostRemembered { types = [:] }
    types[text] = description
    return description
  }

  /// Names what has no name.
  mutating func newUUID(of type: ObjectType) -> SampleUUID { uuids.take(for: type) }

  /// Reads the field `uuid`.
  func uuid(_ fields: inout ObjectFields) throws(FieldError) -> SampleUUID? {
    guard let text = try fields.text("uuid") else { return nil }
    guard let uuid = SampleUUID(text) else {
      throw FieldError(
        fields.path(of: "uuid"), "it is no UUID",
        advice: "Write 32 hexadecimal digits as 8-4-4-4-12, or leave it out to get a new one.")
    }
    return uuid
  }
}
