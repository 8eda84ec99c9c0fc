internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import HealthExchange

// @testable: heartbeats and voltages are looked at apart from a store.

/// Heartbeats and electrocardiograms of an export.
@Suite struct ImportHeartTests {
  private typealias Export = AppleExport

  private static func variability(_ times: [String], rate: String = "60") -> String {
    let beats = times.map { #"<InstantaneousBeatsPerMinute bpm="\#(rate)" time="\#($0)"/>"# }
    return Export.record(
      "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "40.5", unit: "ms",
      inside:
        "<HeartRateVariabilityMetadataList>\(beats.joined())</HeartRateVariabilityMetadataList>",
      start: "2024-01-02 00:59:29 +0100", end: "2024-01-02 01:00:29 +0100")
  }

  private func series(_ export: Export) async throws -> (Sample, Details) {
    let sample = try #require(try await export.samples(.heartbeatSeries).first)
    guard case .object(.details(let details)) = sample.value else { throw CancellationError() }
    return (sample, details)
  }

  @Test(arguments: [
    ["23:59:37.86", "23:59:38.71", "00:00:01.5"],
    ["11:59:37.86 PM", "11:59:38.71 PM", "12:00:01.50 AM"],
    ["11:59:37,86\u{202F}PM", "11:59:38,71\u{202F}PM", "12:00:01,50\u{202F}AM"],
  ])
  func `beats are a series of the record's start, whatever the clock says`(
    times: [String]
  ) async throws {
    let export = try await Export()
    let text = Export.document(Self.variability(times))
    let summary = try await export.take(text)
    #expect(summary.total == .init(read: 2, saved: 2) && summary.mended.isEmpty)
    let (sample, details) = try await series(export)
    #expect(details.series["seconds"] == [8.86, 9.71, 32.5])
    #expect(details.series["gap"] == [0, 0, 1])
    #expect(sample.end == sample.start + 60)
    #expect(try await export.take(text).total == .init(read: 2, known: 2))
    try await export.data.delete(.heartbeatSeries, where: .constant(true))
    #expect(try await export.take(text).total == .init(read: 2, known: 1, deleted: 1))
  }

  @Test func `what are no beats is left out, and the record stays`() async throws {
    let export = try await Export()
    let summary = try await export.take(
      Export.document(Self.variability(["noon", "23:59:37.86", "11:00:00.00"])))
    #expect(summary.total == .init(read: 1, saved: 1))
    #expect(
      summary.mended == [
        "a heartbeat without a time was left out": 1,
        "heartbeats that lie hours apart were left out": 1,
      ])
  }

  private static let english = """
    Name,"Somebody"
    Date of Birth,"Jan 8, 2002"
    Recorded Date,2024-01-02 08:00:00 +0100
    Classification,Atrial Fibrillation
    Symptoms,
    Software Version,2.0
    Device,"Watch7,12"
    Sample Rate,512 hertz


    Lead,Lead I
    Unit,µV

    -180.596
    3
    1.5e1
    """
  private static let german = """
    Name
    Aufzeichnungsdatum,2024-01-02 08:00:00 +0100
    Klassifizierung,Vorhofflimmern
    Messrate,"511,562\u{A0}Hertz"

    Ableitung,Ableitung I
    Einheit,µV

    -180,596
    3,0
    """

  @Test(
    arguments: [
      (english, 2, 512, [-180.596, 3, 15]), (german, 0, 511.562, [-180.596, 3]),
    ] as [(String, Int64, Double, [Double])])
  func `an electrocardiogram is read in any language`(
    text: String, verdict: Int64, hertz: Double, voltages: [Double]
  ) async throws {
    let export = try await Export()
    try FileSystem.createFolder(export.folder.file("electrocardiograms"))
    try export.folder.write(Array(text.utf8), to: "electrocardiograms/ecg_2024-01-02.csv")
    try export.folder.write([1, 2, 3], to: "electrocardiograms/notes.txt")
    let document = Export.document(Export.steps())
    let summary = try await export.take(document)
    #expect(summary.types[.electrocardiogram] == .init(read: 1, saved: 1))
    let sample = try #require(try await export.samples(.electrocardiogram).first)
    guard case .object(.details(let details)) = sample.value else { throw CancellationError() }
    #expect(sample.start == 725_871_600 + 0 && sample.end > sample.start)
    #expect(details.values["classification"] == .integer(verdict))
    #expect(details.values["samplingFrequency"] == .quantity(Quantity(hertz, .hertz())))
    #expect(details.series["microvolts"] == voltages)
    #expect(sample.source.source.name == "Apple Watch" && sample.metadata.isEmpty)
    #expect(try await export.take(document).types[.electrocardiogram] == .init(read: 1, known: 1))
  }

  @Test func `what is no electrocardiogram is told`() async throws {
    let export = try await Export()
    try FileSystem.createFolder(export.folder.file("electrocardiograms"))
    let odd = "Recorded Date,2024-01-02 04:00:00 +0100\nSample Rate,512 hertz\n\n1\n1e290\n"
    for (name, text) in [("a", "a,b\n1\n"), ("b", odd)] {
      try export.folder.write(Array(text.utf8), to: "electrocardiograms/\(name).csv")
    }
    let summary = try await export.take(Export.document(Export.steps()))
    #expect(summary.types[.electrocardiogram] == .init(lost: 2))
    #expect(
      Set(summary.losses.map(\.problem.text)) == ["its file is none of an electrocardiogram"])
  }
}
