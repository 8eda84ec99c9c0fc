internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import TestSupport
internal import Testing

/// What was deleted here, and files that were taken before.
@Suite struct ImportDeletedTests {
  private typealias Export = AppleExport

  private static let bringsBack = Importer.Options(bringsBack: true)

  private static func mass(_ value: String, _ unit: String = "kg") -> String {
    Export.record("HKQuantityTypeIdentifierBodyMass", value, unit: unit)
  }

  @Test func `what was deleted stays deleted in another unit, language and offset`() async throws {
    let export = try await Export()
    let sleep = "HKCategoryValueSleepAnalysisAsleep"
    let before = [
      Self.mass("70.1"), Export.steps(),
      Export.record("HKCategoryTypeIdentifierSleepAnalysis", sleep),
    ]
    try await export.take(Export.document(before.joined(separator: "\n")))
    for type in [.bodyMass, .stepCount, .sleepAnalysis] as [ObjectType] {
      #expect(try await export.data.delete(type, where: .constant(true)) == 1)
    }
    let start = "2024-01-02 09:00:00 +0200"
    let after = [
      Export.record("HKQuantityTypeIdentifierBodyMass", "154.544", unit: "lb", start: start),
      Export.steps(start: start, end: "2024-01-02 07:10:00 +0000"),
      Export.record(
        "HKCategoryTypeIdentifierSleepAnalysis", sleep + "Unspecified", start: start),
    ]
    let text = Export.document(after.joined(separator: "\n"))
    #expect(try await export.take(text).total == .init(read: 3, deleted: 3))
    #expect(try await export.take(text, Self.bringsBack).total == .init(read: 3, saved: 3))
    #expect(try await export.take(text).total == .init(read: 3, known: 3))
  }

  @Test func `a value that was corrected on the phone is saved`() async throws {
    let export = try await Export()
    try await export.take(Export.document(Self.mass("701")))
    try await export.data.delete(.bodyMass, where: .constant(true))
    let both = Export.document([Self.mass("701"), Self.mass("70.1")].joined(separator: "\n"))
    #expect(try await export.take(both).total == .init(read: 2, saved: 1, deleted: 1))
    #expect(try await export.samples(.bodyMass).count == 1)
  }

  @Test func `of records alike in all, as many are left out as were deleted`() async throws {
    let export = try await Export()
    let text = Export.document([Export.steps(), Export.steps(), Export.steps()].joined())
    try await export.take(text)
    let uuids = try await export.samples(.stepCount).map(\.uuid)
    try await export.data.delete(Array(uuids.prefix(2)))
    #expect(try await export.take(text).total == .init(read: 3, known: 1, deleted: 2))
    #expect(try await export.samples(.stepCount).map(\.uuid) == [uuids[2]])
  }

  @Test func `what nobody imported is saved, though the like of it was deleted`() async throws {
    let export = try await Export()
    try await export.take(Export.document(Self.mass("70.1")))
    let imported = try await export.samples(.bodyMass)
    try await export.data.delete(imported.map(\.uuid))
    var own = imported[0]
    var generator = SeededGenerator(seed: 1)
    var uuids = UUIDSequence(using: &generator)
    own.uuid = uuids.take(for: .bodyMass)
    own.source.source = Source(bundleIdentifier: "org.example.scales", name: "Scales")
    try await export.data.save([SampleRun(own)])
    try await export.data.delete([own.uuid])
    // One mark: that of the import.
    let text = Export.document([Self.mass("70.1"), Self.mass("70.1")].joined())
    #expect(try await export.take(text).total == .init(read: 2, saved: 1, deleted: 1))
  }

  @Test func `a deleted correlation, or one that lacks a deleted member, is not made anew`()
    async throws
  {
    let pressure = { (minute: Int) in
      let start = "2024-01-02 08:0\(minute):00 +0100"
      let parts = [("Systolic", "120"), ("Diastolic", "80")].map { name, value in
        Export.record(
          "HKQuantityTypeIdentifierBloodPressure\(name)", value, unit: "mmHg", start: start)
      }.joined(separator: "\n")
      return """
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Watch" \
        startDate="\(start)" endDate="\(start)">\(parts)</Correlation>\(parts)
        """
    }
    let export = try await Export()
    let text = Export.document([pressure(1), pressure(2), pressure(3)].joined(separator: "\n"))
    try await export.take(text)
    let correlations = try await export.samples(.bloodPressure)
    #expect(correlations.count == 3)
    let systolic = try await export.samples(.bloodPressureSystolic)
    try await export.data.delete([correlations[0].uuid, systolic[1].uuid])
    let again = try await export.take(text)
    #expect(again.types[.bloodPressure]?.saved == 0, "\(again.types)")
    #expect(again.total.saved == 0, "\(again.types)")
    #expect(try await export.samples(.bloodPressure).count == 2)
    #expect(try await export.samples(.bloodPressureSystolic).count == 2)
  }

  @Test func `records that are nearly alike stay deleted in whatever order they come`()
    async throws
  {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    let export = try await Export()
    let kilograms = (0..<400).map { _ in
      Double(Int.random(in: 70_000...70_400, using: &generator)) / 1_000
    }
    let first = kilograms.map { Self.mass("\($0)") }
    try await export.take(Export.document(first.joined(separator: "\n")))
    try await export.data.delete(.bodyMass, where: .constant(true))
    let again = kilograms.shuffled(using: &generator).map {
      Self.mass(Self.sixDigits($0 / 0.453_592_37), "lb")
    }
    let summary = try await export.take(Export.document(again.joined(separator: "\n")))
    #expect(summary.total == .init(read: 400, deleted: 400), "seed \(generator.seed)")
  }

  @Test func `random records of which some were deleted stay as they are`() async throws {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    let export = try await Export()
    let records = (0..<500).map { _ in
      let value = Double(Int.random(in: 1...2_000_000, using: &generator)) / 1_000
      let day = Int.random(in: 1...9, using: &generator)
      return (kilograms: value, start: "2024-01-0\(day) 08:00:00 +0000")
    }
    func text(pounds: Bool) -> String {
      let all = records.map { record in
        let digits =
          pounds ? Self.sixDigits(record.kilograms / 0.453_592_37) : "\(record.kilograms)"
        return Export.record(
          "HKQuantityTypeIdentifierBodyMass", digits, unit: pounds ? "lb" : "kg",
          start: record.start)
      }
      return Export.document(all.shuffled(using: &generator).joined(separator: "\n"))
    }
    #expect(try await export.take(text(pounds: false)).total.saved == 500)
    let all = try await export.samples(.bodyMass).map(\.uuid)
    let victims = all.filter { _ in Bool.random(using: &generator) }
    try await export.data.delete(victims)
    let again = try await export.take(text(pounds: true)).total
    let expected = ImportSummary.Counts(
      read: 500, known: 500 - victims.count, deleted: victims.count)
    #expect(again == expected, "seed \(generator.seed)")
    let left = Set(try await export.samples(.bodyMass).map(\.uuid))
    #expect(left == Set(all).subtracting(victims), "seed \(generator.seed)")
  }

  private static func sixDigits(_ value: Double) -> String {
    var scale = 1.0
    while value * scale < 100_000 { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
  }

  // Files that were taken.

  private static let reading = Importer.Options()

  @Test func `a file that was taken is not read again until something may be missing`()
    async throws
  {
    let export = try await Export()
    let text = Export.document(Export.steps())
    #expect(try await export.take(text, Self.reading).taken == nil)
    let again = try await export.take(text, Self.reading)
    #expect(again.taken?.count == 1)
    #expect(again.total == .init())
    // Another file of the same, and other ways to ask.
    #expect(try await export.take(text + " ", Self.reading).total == .init(read: 1, known: 1))
    #expect(try await export.take(text).total == .init(read: 1, known: 1))
    try await export.data.delete(.stepCount, where: .constant(true))
    #expect(try await export.take(text, Self.reading).taken?.count == 1)
    #expect(try await export.take(text, Self.bringsBack).total == .init(read: 1, saved: 1))
  }

  @Test func `a file that was cut, or only looked at, is read again`() async throws {
    let export = try await Export()
    let text = Export.document(Export.steps())
    let cut = String(text.dropLast(20))
    #expect(try await export.take(cut, Self.reading).ending != nil)
    #expect(try await export.take(cut, Self.reading).taken == nil)
    try await export.take(text, .init(isDryRun: true))
    #expect(try await export.take(text, Self.reading).taken == nil)
  }
}
