internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct ImportTests {
  private typealias Export = AppleExport

  private static func instant(_ text: String) throws -> Double {
    try DateText(parsing: text).secondsSince2001
  }

  @Test func `a record keeps its value, dates, source, device and metadata`() async throws {
    let export = try await Export()
    let device =
      "&lt;&lt;HKDevice: 0x2807e9bd0&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, "
      + "hardware:Watch7,2, software:10.1, creation date:2025-12-13 12:48:57 +0000&gt;"
    let record = """
       <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Ann’s Apple\u{A0}Watch" \
      sourceVersion="10.1" device="\(device)" unit="count/min" \
      creationDate="2024-01-02 08:00:02 +0200" startDate="2024-01-02 08:00:00 +0200" \
      endDate="2024-01-02 08:00:01 +0200" value="61.5">
        <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>
        <MetadataEntry key="HKTimeZone" value="Asia/Jerusalem"/>
        <MetadataEntry key="HKWasUserEntered" value="0"/>
        <MetadataEntry key="HKAverageMETs" value="2.5 kcal/hr·kg"/>
        <MetadataEntry key="HKDateOfEarliestDataUsedForEstimate" value="2024-01-01 00:00:00 +0000"/>
        <MetadataEntry key="Meal" value="7"/>
        <MetadataEntry key="meal" value="x"/>
       </Record>
      """
    let summary = try await export.take(Export.document(record))
    #expect(summary.total == .init(read: 1, saved: 1) && summary.isComplete)
    #expect(summary.version == 14 && summary.locale == "de_DE")
    #expect(summary.exported == (try Self.instant("2024-05-01T08:00:00Z")))
    let sample = try #require(try await export.samples(.heartRate).first)
    #expect(sample.start == (try Self.instant("2024-01-02T06:00:00Z")))
    #expect(sample.end == sample.start + 1)
    #expect(sample.value == .quantity(Quantity(61.5, try Unit(parsing: "count/min"))))
    #expect(
      sample.source
        == SourceRevision(
          source: Source(
            bundleIdentifier: "com.apple.health.Ann’s-Apple-Watch",
            name: "Ann’s Apple\u{A0}Watch"), version: "10.1"))
    #expect(
      sample.device
        == Device([
          .name: "Apple Watch", .manufacturer: "Apple Inc.", .model: "Watch",
          .hardwareVersion: "Watch7,2", .softwareVersion: "10.1",
        ]))
    #expect(
      sample.metadata == [
        "HKMetadataKeyHeartRateMotionContext": .integer(1), "HKTimeZone": .string("Asia/Jerusalem"),
        "HKWasUserEntered": .bool(false),
        "HKAverageMETs": .quantity(Quantity(2.5, try Unit(parsing: "kcal/hr·kg"))),
        "HKDateOfEarliestDataUsedForEstimate": .date(try Self.instant("2024-01-01T00:00:00Z")),
        "Meal": .string("7"), "meal": .string("x"),
      ])
  }

  static let categories: [(String, String?, Int64)] = [
    ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisInBed", 0),
    ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleep", 1),
    ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepUnspecified", 1),
    ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAwake", 2),
    ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepCore", 3),
    ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM", 5),
    ("HKCategoryTypeIdentifierSleepAnalysis", "2", 2),
    ("HKCategoryTypeIdentifierAppleStandHour", "HKCategoryValueAppleStandHourIdle", 1),
    ("HKCategoryTypeIdentifierMoodChanges", "HKCategoryValuePresencePresent", 0),
    ("HKCategoryTypeIdentifierMoodChanges", "HKCategoryValuePresenceNotPresent", 1),
    ("HKCategoryTypeIdentifierHeadache", "HKCategoryValueSeverityNotPresent", 1),
    (
      "HKCategoryTypeIdentifierOvulationTestResult",
      "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge", 2
    ),
    (
      "HKCategoryTypeIdentifierAudioExposureEvent",
      "HKCategoryValueAudioExposureEventLoudEnvironment", 1
    ),
    ("HKCategoryTypeIdentifierHighHeartRateEvent", nil, 0),
    ("HKCategoryTypeIdentifierMindfulSession", "HKCategoryValueNotApplicable", 0),
  ]

  @Test(arguments: categories)
  func `a category's value has a name, a number, or none`(
    type: String, value: String?, expected: Int64
  ) async throws {
    let export = try await Export()
    let summary = try await export.take(Export.document(Export.record(type, value)))
    try #require(summary.total == .init(read: 1, saved: 1), "\(summary.losses)")
    #expect(try await export.samples(ObjectType(type)).map(\.value) == [.category(expected)])
  }

  static let numbers: [(String, String, Double)] = [
    ("5.91532e-05", "km", 5.91532e-05), ("1.23457e+06", "m", 1_234_570), ("0.271", "mi", 0.271),
    ("12", "ft", 12), ("-0", "km", -0.0),
  ]

  @Test(arguments: numbers)
  func `a number is read as C prints it, in the unit that it has`(
    text: String, unit: String, value: Double
  ) async throws {
    let export = try await Export()
    try await export.take(
      Export.document(
        Export.record("HKQuantityTypeIdentifierDistanceWalkingRunning", text, unit: unit)))
    let sample = try #require(try await export.samples(.distanceWalkingRunning).first)
    #expect(sample.value == .quantity(Quantity(value, try Unit(parsing: unit))))
  }

  @Test func `units are read by what they mean`() async throws {
    let export = try await Export()
    let records = [
      Export.record(
        "HKQuantityTypeIdentifierBloodGlucose", "5.4", unit: "mmol&lt;180.1558800000541&gt;/L"),
      Export.record("HKQuantityTypeIdentifierVO2Max", "40.1", unit: "mL/min·kg"),
      Export.record("HKQuantityTypeIdentifierVO2Max", "40.2", unit: "mL/min-kg"),
      Export.record("HKQuantityTypeIdentifierActiveEnergyBurned", "3", unit: "Cal"),
    ]
    let summary = try await export.take(Export.document(records.joined(separator: "\n")))
    #expect(summary.total.saved == 4 && summary.lossCount == 0, "\(summary.losses)")
  }

  static let losses: [(String, ImportProblem)] = [
    (Export.steps(""), .badNumber), (Export.steps("NaN"), .badNumber),
    (Export.steps("1,5"), .badNumber), (Export.steps("0x10"), .badNumber),
    (Export.steps(start: ""), .badDate),
    (Export.steps(start: "2024-02-30 08:00:00 +0100"), .badDate),
    (Export.steps(start: "2024-01-02 08:00:00"), .badDate),
    (Export.steps(start: "2024-01-02 09:00:00 +0100"), .endsEarly),
    (Export.record("HKQuantityTypeIdentifierStepCount", "1", unit: "pieces"), .badUnit("pieces")),
    (Export.record("HKQuantityTypeIdentifierStepCount", "1", unit: "kg"), .wrongUnit),
    (Export.record("HKCategoryTypeIdentifierSleepAnalysis", "HKOdd"), .unknownValue),
    (Export.record("HKCategoryTypeIdentifierSleepAnalysis", "77"), .unknownValue),
    (Export.record("", "1", unit: "count"), .noType),
    (
      Export.record("HKCategoryTypeIdentifierMenstrualFlow", "HKCategoryValueVaginalBleedingLight"),
      .missingMetadata("HKMenstrualCycleStart")
    ),
    (" <Record type='a' \n <x/>", .badTag("the tag is broken")),
  ]

  @Test(arguments: losses)
  func `a record that cannot be taken is told with its line, and the others are saved`(
    record: String, problem: ImportProblem
  ) async throws {
    let export = try await Export()
    let summary = try await export.take(
      Export.document([Export.steps("1"), record, Export.steps("3")].joined(separator: "\n")))
    #expect(summary.losses.map(\.problem) == [problem])
    let line = Export.linesBefore + 2
    #expect(summary.losses.map(\.line) == [line])
    #expect(summary.total.saved == 2 && summary.isComplete)
  }

  @Test func `what iOS 8 wrote is read`() async throws {
    let export = try await Export()
    let text = """
      <HealthData locale="en_US">
       <Record type="HKQuantityTypeIdentifierStepCount" source="Health" unit="count" \
      startDate="20150312093000+0100" endDate="20150312094000+0100" value="33" \
      Health Mate App Version="1.2" recordCount="1"/>
      </HealthData>
      """
    let summary = try await export.take(text)
    #expect(summary.total == .init(read: 1, saved: 1) && summary.lossCount == 0, "\(summary)")
    let sample = try #require(try await export.samples(.stepCount).first)
    #expect(sample.start == (try Self.instant("2015-03-12T08:30:00Z")))
    #expect(sample.source.source.bundleIdentifier == "com.apple.Health")
    #expect(
      sample.metadata == ["Health Mate App Version": .string("1.2"), "recordCount": .string("1")])
  }

  static let definitions = [
    "",
    "<!DOCTYPE HealthData [\n<!-- a ]> in it -->\n<!ELEMENT HealthData (Me)>\n]>",
    // Version 12, whose list of attributes does not end.
    "<!DOCTYPE HealthData [\n<!ATTLIST VisionPrescription\n  type CDATA #REQUIRED\n"
      + "<!ELEMENT RightEye EMPTY>\n>\n  device CDATA #IMPLIED\n>]>\n>",
  ]

  @Test(arguments: definitions)
  func `a broken definition of the document is passed over`(definition: String) async throws {
    let export = try await Export()
    let text =
      "<?xml version='1.0'?>\n\(definition)\n<HealthData>\n\(Export.steps())\n</HealthData>"
    let summary = try await export.take(text)
    #expect(summary.total.saved == 1 && summary.isComplete)
  }

  @Test func `a document that defines entities is refused`() async throws {
    let export = try await Export()
    let text = "<!DOCTYPE HealthData [<!ENTITY a SYSTEM '/etc/passwd'>]>\n<HealthData/>"
    await #expect(throws: ExportError.self) { try await export.take(text) }
  }

  @Test func `a text of controls, no-break spaces and emoji survives`() async throws {
    let export = try await Export()
    let summary = try await export.take(
      Export.document(
        [
          Export.steps(source: "Ann\u{B}s \u{A0}👩‍👩‍👧"), Export.steps("5", further: #" value="6""#),
        ].joined(separator: "\n")))
    #expect(summary.total.saved == 2 && summary.mended.count == 2, "\(summary.mended)")
    let names = try await export.samples(.stepCount).map(\.source.source.name)
    #expect(Set(names) == ["Anns \u{A0}👩‍👩‍👧", "iPhone von Ann"])
  }

  @Test func `elements that are not taken are counted, and records in them are not taken`()
    async throws
  {
    let export = try await Export()
    let elements = """
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-03" \
      HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" \
      HKCharacteristicTypeIdentifierBloodType="HKBloodTypeABNegative" \
      HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"/>
       <ActivitySummary dateComponents="2024-01-01"/>
       <Even type="DiagnosticReport"/>
       <Odd>\(Export.steps())</Odd>
       \(Export.record("HKDataTypeSleepDurationGoal", "8", unit: "hr"))
      """
    let summary = try await export.take(Export.document(elements))
    #expect(summary.total == .init(read: 1, saved: 1))
    #expect(
      summary.notTaken == [
        "ActivitySummary in which nothing is told": 1, "Even": 1, "Odd": 1,
      ])
    #expect(summary.foreignTypes == ["HKDataTypeSleepDurationGoal": 1])
    #expect(
      summary.profile == [
        .dateOfBirth(try DateOfBirth(year: 1980, month: 2, day: 3)), .biologicalSex(1),
        .bloodType(6),
      ])
  }

  @Test func `records of types that nobody knows are kept as they are, and given back`()
    async throws
  {
    let export = try await Export()
    let goal = "HKDataTypeSleepDurationGoal"
    let elements = [
      Export.record(goal, "8", unit: "hr", inside: "<MetadataEntry key='a' value='b'/>"),
      // At the same time: another value, another type, and the same once more.
      Export.record(goal, "9", unit: "hr"),
      Export.record("HKQuantityTypeIdentifierNew", "8", unit: "hr"),
      Export.record(goal, "9", unit: "hr"), Export.record("HKNewer", nil),
      Export.record("HKNewer", String(repeating: "x", count: 4_097)),
    ]
    let text = Export.document(elements.joined(separator: "\n"))
    let summary = try await export.take(text)
    #expect(summary.types == [.foreignRecord: .init(read: 5, saved: 5, lost: 1)])
    #expect(summary.foreignTypes == [goal: 3, "HKQuantityTypeIdentifierNew": 1, "HKNewer": 1])
    #expect(try await export.take(text).types[.foreignRecord]?.known == 5)
    var bytes: [UInt8] = []
    let form = try AppleExportForm(at: 800_000_000, offset: 3_600, profile: []) { bytes += $0 }
    var exporter = Exporter(export.data, as: form, [.foreignRecord: .constant(true)])
    try await exporter.run { _ in }
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(
      written.contains(
        #"<Record type="HKDataTypeSleepDurationGoal" sourceName="Watch" unit="hr" "#
          + #"creationDate="2024-01-02 08:00:00 +0100" startDate="2024-01-02 08:00:00 +0100" "#
          + #"endDate="2024-01-02 08:00:00 +0100" value="9"/>"#), "\(written)")
    #expect(try await export.take(written).types[.foreignRecord]?.known == 5)
    #expect(try await export.data.delete(.foreignRecord, where: .constant(true)) == 5)
    #expect(try await export.take(text).types[.foreignRecord]?.deleted == 5)
  }

  @Test func `a file that is cut after any byte gives what comes before`() async throws {
    let records = [
      Export.steps("1"), Export.steps("2", inside: "<MetadataEntry key='a' value='b'/>"),
    ]
    let text = Array(Export.document(records.joined(separator: "\n")).utf8)
    let export = try await Export()
    let start = try #require(
      String(decoding: text, as: UTF8.self).utf8.firstRange(of: "<HealthData ".utf8))
    let first = text.count - String(decoding: text, as: UTF8.self)[start.lowerBound...].utf8.count
    for count in (first + 12)..<(text.count - 1) {
      let summary = try await export.take(
        Array(text[..<count]), name: "cut.xml", .init(isDryRun: true))
      let isWhole = count == text.count - 1 || summary.isComplete
      #expect(isWhole == (summary.ending == nil))
      #expect(summary.total.saved <= 2)
    }
    #expect(try await export.samples(.stepCount).isEmpty)
  }

  @Test func `an export whose bytes were changed at random is read without a trap`() async throws {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    let export = try await Export()
    let records = [
      Export.steps("1", inside: "<MetadataEntry key='HKWasUserEntered' value='1'/>"),
      Export.record("HKQuantityTypeIdentifierHeartRate", "61", unit: "count/min"),
      Export.record("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAwake"),
      """
       <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="5" sourceName="a" \
      startDate="2024-01-02 08:00:00 +0100" endDate="2024-01-02 08:30:00 +0100">\
      <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-01-02 08:10:00 +0100"/></Workout>
      """,
    ]
    let text = Array(Export.document(records.joined(separator: "\n")).utf8)
    for _ in 0..<300 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          Bool.random(using: &generator)
          ? .random(in: 0...255, using: &generator) : text.randomElement(using: &generator) ?? 0
      }
      let summary = try? await export.take(bytes, name: "wrong.xml", .init(isDryRun: true))
      #expect((summary?.total.saved ?? 0) <= 4, "seed \(generator.seed)")
    }
  }
}
