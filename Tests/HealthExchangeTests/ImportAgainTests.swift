internal import HealthExchange
internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct ImportAgainTests {
  private typealias Export = AppleExport

  @Test func `the same export adds nothing, and records alike in all are as many as before`()
    async throws
  {
    let export = try await Export()
    let records = [
      Export.steps(), Export.steps(), Export.steps("7"),
      Export.steps(start: "2024-01-01 08:00:00 +0100"),
    ]
    let text = Export.document(records.joined(separator: "\n"))
    #expect(try await export.take(text).total == .init(read: 4, saved: 4))
    #expect(try await export.take(text).total == .init(read: 4, known: 4))
    // One more that says the same is one more.
    let more = Export.document((records + [Export.steps()]).joined(separator: "\n"))
    #expect(try await export.take(more).total == .init(read: 5, saved: 1, known: 4))
    #expect(try await export.samples(.stepCount).count == 5)
  }

  @Test func `another offset, unit, language, device address and version are the same records`()
    async throws
  {
    let export = try await Export()
    let device = { (address: String) in
      " device=\"&lt;&lt;HKDevice: 0x\(address)&gt;, name:iPhone, hardware:iPhone12,1&gt;\""
    }
    let winter = [
      Export.steps(further: device("1")),
      Export.record("HKQuantityTypeIdentifierDistanceWalkingRunning", "1.23456", unit: "km"),
      Export.record("HKQuantityTypeIdentifierBodyTemperature", "36.6", unit: "degC"),
      Export.record("HKQuantityTypeIdentifierBodyMass", "70.1", unit: "kg"),
      Export.record(
        "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleep",
        source: "Apple Watch"),
    ]
    let start = "2024-01-02 09:00:00 +0200"
    let summer = [
      Export.record(
        "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepUnspecified",
        start: start, source: "Apple\u{A0}Watch"),
      Export.record("HKQuantityTypeIdentifierBodyMass", "154.544", unit: "lb", start: start),
      Export.record("HKQuantityTypeIdentifierBodyTemperature", "97.88", unit: "degF", start: start),
      Export.record(
        "HKQuantityTypeIdentifierDistanceWalkingRunning", "0.76712", unit: "mi", start: start),
      Export.steps(start: start, end: "2024-01-02 07:10:00 +0000", further: device("2")),
    ]
    #expect(try await export.take(Export.document(winter.joined(separator: "\n"))).total.saved == 5)
    let again = try await export.take(Export.document(summer.joined(separator: "\n")))
    #expect(again.total == .init(read: 5, known: 5), "\(again.types)")
  }

  @Test func `what another source, or nobody, has is saved`() async throws {
    let export = try await Export()
    try await export.take(Export.document(Export.steps()))
    let others = [
      Export.steps(source: "Watch"), Export.steps("101"),
      Export.steps(end: "2024-01-02 08:10:01 +0100"),
    ]
    let summary = try await export.take(Export.document(others.joined(separator: "\n")))
    #expect(summary.total == .init(read: 3, saved: 3))
  }

  @Test func `a dry run tells the same and saves nothing`() async throws {
    let export = try await Export()
    let text = Export.document([Export.steps(), Export.steps("2")].joined(separator: "\n"))
    #expect(
      try await export.take(text, Importer.Options(isDryRun: true)).total
        == .init(read: 2, saved: 2))
    #expect(try await export.samples(.stepCount).isEmpty)
  }

  @Test func `an import that was ended goes on with the rest`() async throws {
    let export = try await Export()
    let records = (0..<40_000).map { number in
      Export.record(
        "HKQuantityTypeIdentifierHeartRate", "\(60 + number % 40)", unit: "count/min",
        start: "2024-01-\(10 + number / 4_000) 0\(number / 3_600 % 10):"
          + "\(10 + number / 60 % 50):\(10 + number % 50) +0000")
    }
    let text = Export.document(records.joined(separator: "\n"))
    try export.folder.write(Array(text.utf8), to: "export.xml")
    var generator = SeededGenerator(seed: 1)
    var importer = try await Importer(
      export.folder.file("export.xml"), into: export.data,
      uuids: UUIDSequence(using: &generator))
    var heard = 0
    await #expect(throws: CancellationError.self) {
      try await importer.run { progress in
        heard = progress.summary.total.saved
        return heard == 0
      }
    }
    #expect(heard > 0 && heard < 40_000)
    let rest = try await export.importFile(export.folder.file("export.xml"))
    #expect(rest.total == .init(read: 40_000, saved: 40_000 - heard, known: heard))
    #expect(try await export.samples(.heartRate).count == 40_000)
  }

  @Test func `random records imported twice, in any order, are there once`() async throws {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    let export = try await Export()
    let records = (0..<3_000).map { _ in
      Export.steps(
        "\(Int.random(in: 1...3, using: &generator))",
        start: "2024-01-0\(Int.random(in: 1...3, using: &generator)) 08:00:00 +0000",
        end: "2024-01-05 08:00:0\(Int.random(in: 0...2, using: &generator)) +0000")
    }
    let one = Export.document(records.joined(separator: "\n"))
    let other = Export.document(records.shuffled(using: &generator).joined(separator: "\n"))
    #expect(try await export.take(one).total.saved == 3_000, "seed \(generator.seed)")
    let again = try await export.take(other).total
    #expect(again == .init(read: 3_000, known: 3_000), "seed \(generator.seed)")
  }
}
