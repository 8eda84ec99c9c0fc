internal import CalendarEdges
internal import HealthExchange
internal import HealthModel
internal import LocalStore
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// An export in a file of its own, and a store in memory.
struct AppleExport {
  let folder: TemporaryFolder
  let data: any OwnerAccess

  init() async throws {
    folder = try TemporaryFolder()
    data = EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
  }

  /// A document with elements of a phone.
  static func document(_ elements: String, date: String = "2024-05-01 10:00:00 +0200") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
    ]>
    <HealthData locale="de_DE">
     <ExportDate value="\(date)"/>
    \(elements)
    </HealthData>

    """
  }

  /// How many lines stand before the elements.
  static let linesBefore = 7

  /// A record of steps.
  static func steps(
    _ value: String = "100", start: String = "2024-01-02 08:00:00 +0100",
    end: String = "2024-01-02 08:10:00 +0100", source: String = "iPhone von Ann",
    further: String = "", inside: String = ""
  ) -> String {
    let attributes =
      #"type="HKQuantityTypeIdentifierStepCount" sourceName="\#(source)" sourceVersion="17.1" "#
      + #"unit="count" creationDate="\#(end)" startDate="\#(start)" endDate="\#(end)" value="\#(value)""#
    return inside.isEmpty
      ? " <Record \(attributes)\(further)/>" : " <Record \(attributes)\(further)>\(inside)</Record>"
  }

  /// Any record.
  static func record(
    _ type: String, _ value: String?, unit: String? = nil, inside: String = "",
    start: String = "2024-01-02 08:00:00 +0100", end: String? = nil, source: String = "Watch"
  ) -> String {
    var attributes = #"type="\#(type)" sourceName="\#(source)""#
    if let unit { attributes += #" unit="\#(unit)""# }
    attributes += #" startDate="\#(start)" endDate="\#(end ?? start)""#
    if let value { attributes += #" value="\#(value)""# }
    return " <Record \(attributes)>\(inside)</Record>"
  }

  /// Imports a whole document.
  @discardableResult
  func take(
    _ text: String, _ options: Importer.Options = .init(readsAgain: true)
  ) async throws -> ImportSummary {
    try await take(Array(text.utf8), name: "export.xml", options)
  }

  /// Takes an export, whether or not the same was taken before.
  @discardableResult
  func take(
    _ bytes: [UInt8], name: String, _ options: Importer.Options = .init(readsAgain: true)
  ) async throws -> ImportSummary {
    try folder.write(bytes, to: name)
    return try await importFile(folder.file(name), options)
  }

  func importFile(
    _ path: String, _ options: Importer.Options = .init(readsAgain: true)
  ) async throws -> ImportSummary {
    var generator = Entropy()
    var importer = try await Importer(
      path, into: data, uuids: UUIDSequence(using: &generator), options)
    return try await importer.run { _ in true }
  }

  /// Imports a file of FHIR, whose days are those of UTC.
  func takeFHIR(_ bytes: [UInt8], isOne: Bool = true) async throws -> ImportSummary {
    try folder.write(bytes, to: "bundle.json")
    let path = folder.file("bundle.json")
    #expect(try FHIRImporter.takes(path) == isOne)
    var entropy = Entropy()
    var importer = try await FHIRImporter(
      path, into: data, uuids: UUIDSequence(using: &entropy), by: .utc)
    return try await importer.run { _ in true }
  }

  /// What is stored of a type, by start.
  func samples(_ type: ObjectType) async throws -> [Sample] {
    let runs = try await data.samples(SampleQuery(type, order: [SortDescriptor(.start)])).all()
    return runs.flatMap { run in (0..<run.count).map { run[$0] } }
  }
}
