internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// What was deleted on a phone since an earlier export.
@Suite struct GoneSamplesTests {
  /// When the exports that follow were made.
  private static let exported = "2024-05-01 10:00:00 +0200"

  /// Imports an export and deletes what is gone; what comes back is taken again.
  private func mirror(
    _ elements: [String], into export: AppleExport, date: String = exported
  ) async throws -> (summary: ImportSummary, gone: GoneSamples) {
    let text = AppleExport.document(elements.joined(separator: "\n"), date: date)
    try export.folder.write(Array(text.utf8), to: "export.xml")
    var entropy = Entropy()
    var importer = try await Importer(
      export.folder.file("export.xml"), into: export.data, uuids: UUIDSequence(using: &entropy),
      .init(bringsBack: true, readsAgain: true))
    let summary = try await importer.run { _ in true }
    let gone = try await importer.goneSamples()
    #expect(try await gone.delete(from: export.data) == gone.count)
    return (summary, gone)
  }

  private func texts(_ export: AppleExport) async throws -> [String] {
    var texts: [String] = []
    for type in try await export.data.counts().keys {
      texts += try await export.samples(type).map { sample in
        let value =
          switch sample.value {
          case .quantity(let quantity): "\(quantity.value) \(quantity.unit)"
          case .category(let number): "\(number)"
          case .object(.correlation(let members)): "\(members.count)"
          case .object(.workout(let workout)): "\(workout.activity)"
          case .object: ""
          }
        return "\(type.name) \(sample.start) \(sample.end) \(value) \(sample.source.source.name)"
      }
    }
    return texts.sorted()
  }

  private static func random(_ generator: inout SeededGenerator) -> String {
    let second = Int.random(in: 10...20, using: &generator)
    let date = "2024-01-02 08:00:\(second) +0100"
    let source = ["Watch", "iPhone", "Scale"].randomElement(using: &generator) ?? ""
    func quantity(_ type: String, _ unit: String) -> String {
      AppleExport.record(
        "HKQuantityTypeIdentifier\(type)", "\(Int.random(in: 60...64, using: &generator))",
        unit: unit, start: date, source: source)
    }
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return quantity("HeartRate", "count/min")
    case 1: return quantity("BodyMass", "kg")
    case 2:
      return AppleExport.record(
        "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAwake", start: date,
        source: source)
    case 3:
      let members =
        quantity("BloodPressureSystolic", "mmHg") + quantity("BloodPressureDiastolic", "mmHg")
      return
        #"<Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="\#(source)" startDate="\#(date)" endDate="\#(date)">\#(members)</Correlation>"#
    default:
      let activity = ["Running", "Walking"].randomElement(using: &generator) ?? ""
      return
        #"<Workout workoutActivityType="HKWorkoutActivityType\#(activity)" duration="1" durationUnit="min" sourceName="\#(source)" startDate="\#(date)" endDate="2024-01-02 08:01:30 +0100"></Workout>"#
    }
  }

  static let seeds: [UInt64] = {
    var entropy = Entropy()
    return (0..<16).map { _ in entropy.next() }
  }()

  @Test(arguments: seeds)
  func `after mirroring there is what the export has`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let export = try await AppleExport()
    // Each source stays in the export: what comes of others is not its business.
    let always = ["Watch", "iPhone", "Scale"].map {
      AppleExport.record("HKQuantityTypeIdentifierHeight", "170", unit: "cm", source: $0)
    }
    var records = (0..<12).map { _ in Self.random(&generator) }
    _ = try await mirror(always + records, into: export)
    for _ in 0..<4 {
      records.removeAll { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      records += (0..<3).map { _ in Self.random(&generator) }
      records.shuffle(using: &generator)
      _ = try await mirror(always + records, into: export)
      let fresh = try await AppleExport()
      _ = try await mirror(always + records, into: fresh)
      let (have, want) = (try await texts(export), try await texts(fresh))
      #expect(have == want, "seed \(seed): \(have.difference(from: want))")
    }
  }

  @Test func `what the export cannot have stays`() async throws {
    let export = try await AppleExport()
    let old = AppleExport.steps("100")
    let gone = AppleExport.steps("200")
    let newer = AppleExport.steps(
      "300", start: "2024-06-01 08:00:00 +0200", end: "2024-06-01 09:00:00 +0200")
    let other = AppleExport.steps("400", source: "Band")
    _ = try await mirror(
      [old, gone, newer, other], into: export, date: "2024-07-01 10:00:00 +0200")
    var entropy = Entropy()
    let own = Sample(
      uuid: SampleUUID(high: entropy.next(), low: entropy.next()), type: .stepCount,
      start: 725_000_000, end: 725_000_100, value: .quantity(Quantity(5, .count)),
      source: SourceRevision(source: Source(bundleIdentifier: "com.example.app", name: "App")))
    try await export.data.save([SampleRun(own)])
    let (_, found) = try await mirror([old], into: export)
    #expect(found.count == 1)
    let values = try await export.samples(.stepCount).compactMap { sample in
      if case .quantity(let quantity) = sample.value { quantity.value } else { nil }
    }
    #expect(values.sorted() == [5, 100, 300, 400])
  }

  @Test func `of what could not be read nothing is gone`() async throws {
    let export = try await AppleExport()
    let rate = AppleExport.record(
      "HKQuantityTypeIdentifierHeartRate", "61", unit: "count/min", source: "iPhone von Ann")
    _ = try await mirror([AppleExport.steps("100"), rate], into: export)
    let (summary, found) = try await mirror([AppleExport.steps("many")], into: export)
    #expect(summary.lossCount == 1 && found.unsure == [.stepCount])
    // The one that could not be read names no source of the heart rate either.
    #expect(found.count == 0)
    #expect(try await export.samples(.stepCount).count == 1)
  }

  @Test func `a file that is cut, or says no date, does not tell what is gone`() async throws {
    let export = try await AppleExport()
    let whole = AppleExport.document(AppleExport.steps())
    for text in [String(whole.dropLast(20)), whole.replacing("<ExportDate", with: "<Other")] {
      try export.folder.write(Array(text.utf8), to: "export.xml")
      var entropy = Entropy()
      var importer = try await Importer(
        export.folder.file("export.xml"), into: export.data, uuids: UUIDSequence(using: &entropy))
      _ = try await importer.run { _ in true }
      await #expect(throws: ExportError.self) { _ = try await importer.goneSamples() }
    }
  }
}
