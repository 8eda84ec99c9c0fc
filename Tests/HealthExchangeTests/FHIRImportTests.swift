internal import HealthModel
internal import StoreAccess
internal import TestSupport
internal import Testing
internal import TextFormats

@testable internal import HealthExchange

// @testable: how a file is cut into resources.

/// Resources of FHIR as clinics and apps write them.
@Suite struct FHIRImportTests {
  /// An observation by a code of LOINC.
  private static func observation(
    _ code: String, _ value: String,
    _ date: String = #""effectiveDateTime":"2024-01-02T08:00:00Z""#,
    further: String = ""
  ) -> String {
    #"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"\#(code)"}]},\#(date)\#(further)\#(value.isEmpty ? "" : ",")\#(value)}"#
  }

  private static func quantity(_ number: String, _ unit: String, code: String? = nil) -> String {
    let code = code.map { #","system":"http://unitsofmeasure.org","code":"\#($0)""# } ?? ""
    return #""valueQuantity":{"value":\#(number),"unit":"\#(unit)"\#(code)}"#
  }

  private static func bundle(_ resources: [String]) -> String {
    let entries = resources.map { #"{"fullUrl":"urn:uuid:x","resource":\#($0)}"# }
    return
      #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ",\n"))]}"#
  }

  /// 2024-01-02 00:00 UTC.
  private static let midnight = 725_846_400.0

  private func quantity(_ type: ObjectType, _ export: AppleExport) async throws -> Quantity? {
    let samples = try await export.samples(type)
    #expect(samples.count <= 1)
    guard case .quantity(let quantity) = samples.first?.value else { return nil }
    return quantity
  }

  private static let measured: [(String, String, String, Double, String)] = [
    ("8867-4", quantity("61.5", "beats/minute", code: "/min"), "heartRate", 61.5, "count/min"),
    ("8867-4", quantity("61", "bpm"), "heartRate", 61, "count/min"),
    ("8867-4", quantity("61", "x", code: "{beats}/min"), "heartRate", 61, "count/min"),
    ("29463-7", quantity("150", "lbs", code: "[lb_av]"), "bodyMass", 150, "lb"),
    ("3141-9", quantity("70.5", "kg"), "bodyMass", 70.5, "kg"),
    ("8302-2", quantity("70", "in", code: "[in_i]"), "height", 70, "in"),
    ("8310-5", quantity("37.1", "C", code: "Cel"), "bodyTemperature", 37.1, "degC"),
    ("2708-6", quantity("97", "%", code: "%"), "oxygenSaturation", 0.97, "%"),
    ("59408-5", quantity("0.97", "%"), "oxygenSaturation", 0.97, "%"),
    (
      "15074-8", quantity("5.5", "mmol/L", code: "mmol/L"), "bloodGlucose", 5.5, "mmol<180.15588>/L"
    ),
    ("39156-5", quantity("22.5", "kg/m2", code: "kg/m2"), "bodyMassIndex", 22.5, "count"),
    ("55423-8", quantity("120", "steps"), "stepCount", 120, "count"),
    ("55423-8", #""valueInteger":120,"interpretation":[]"#, "stepCount", 120, "count"),
    ("8480-6", quantity("118", "mmHg", code: "mm[Hg]"), "bloodPressureSystolic", 118, "mmHg"),
    ("94122-9", quantity("41.5", "mL/kg/min", code: "mL/min/kg"), "vo2Max", 41.5, "mL/min·kg"),
  ]

  @Test(arguments: measured)
  func `what is measured is told by codes and units`(
    code: String, value: String, type: String, number: Double, unit: String
  ) async throws {
    let export = try await AppleExport()
    let text = Self.observation(code, value)
    let summary = try await export.takeFHIR(Array(text.utf8))
    // A number without a unit is a count, or nothing.
    #expect(summary.lossCount == 0, "\(summary.losses)")
    let found = try await quantity(try #require(ObjectType(named: type)), export)
    #expect(found?.unit == (try Unit(parsing: unit)))
    #expect(abs((found?.value ?? .nan) - number) < 1e-12)
  }

  @Test func `dates are instants, days by the clocks, and times between them`() async throws {
    let export = try await AppleExport()
    let weight = Self.quantity("70", "kg")
    let steps = Self.quantity("9000", "{steps}")
    let summary = try await export.takeFHIR(
      Array(
        Self.bundle([
          Self.observation("29463-7", weight, #""effectiveDateTime":"2024-01-02""#),
          Self.observation(
            "29463-7", weight, #""effectiveInstant":"2024-01-03T09:30:00.250+01:00""#),
          Self.observation("41950-7", steps, #""effectiveDateTime":"2024-01-02""#),
          Self.observation(
            "55423-8", steps,
            #""effectivePeriod":{"start":"2024-01-03T08:00:00Z","end":"2024-01-03T09:00:00Z"}"#),
          Self.observation(
            "55423-8", steps, #""effectivePeriod":{"start":"2024-01-04","end":"2024-01-05"}"#),
          Self.observation("29463-7", weight, #""effectiveDateTime":"2024-01""#),
          Self.observation(
            "55423-8", steps,
            #""effectivePeriod":{"start":"2024-01-03T08:00:00Z","end":"2024-01-02T09:00:00Z"}"#),
        ]).utf8))
    #expect(summary.losses.map(\.problem) == [.badDate, .endsEarly])
    let days = try await export.samples(.bodyMass)
    #expect(days.map(\.start) == [Self.midnight, Self.midnight + 86_400 + 8.5 * 3_600 + 0.25])
    #expect(days.map(\.start) == days.map(\.end))
    let walks = try await export.samples(.stepCount)
    #expect(walks.map { ($0.start - Self.midnight) / 3_600 } == [0, 32, 48])
    #expect(walks.map { ($0.end - $0.start) / 3_600 } == [24, 1, 48])
  }

  @Test func `a blood pressure is a correlation, and half of one a sample`() async throws {
    let export = try await AppleExport()
    func component(_ code: String, _ value: String) -> String {
      #"{"code":{"coding":[{"system":"http://loinc.org","code":"\#(code)"}]}\#(value.isEmpty ? "" : ",")\#(value)}"#
    }
    let upper = component("8480-6", Self.quantity("118", "mmHg"))
    let lower = component("8462-4", Self.quantity("76", "mmHg"))
    let absent = component("8462-4", #""dataAbsentReason":{"text":"unknown"}"#)
    let rate = component("8867-4", Self.quantity("60", "/min"))
    let text = Self.bundle([
      Self.observation("85354-9", #""component":[\#(upper),\#(lower)]"#),
      Self.observation(
        "55284-4", #""component":[\#(upper),\#(absent)]"#,
        #""effectiveDateTime":"2024-01-03T08:00:00Z""#),
      // One alone, and two with their mean and a pulse.
      Self.observation(
        "85354-9", #""component":[\#(upper)]"#, #""effectiveDateTime":"2024-01-05T08:00:00Z""#),
      Self.observation(
        "85354-9",
        #""component":[\#(upper),\#(component("8478-0", Self.quantity("90", "mmHg"))),\#(lower),\#(rate)]"#,
        #""effectiveDateTime":"2024-01-06T08:00:00Z""#),
      // A panel that has no type of its own.
      Self.observation(
        "85353-1", #""component":[\#(rate)]"#, #""effectiveDateTime":"2024-01-04T08:00:00Z""#),
    ])
    let summary = try await export.takeFHIR(Array(text.utf8))
    #expect(summary.lossCount == 0, "\(summary.losses)")
    #expect(summary.notTaken == ["component of no known type": 1])
    #expect(try await export.samples(.bloodPressure).count == 2)
    #expect(try await export.samples(.bloodPressureSystolic).count == 4)
    #expect(try await export.samples(.bloodPressureDiastolic).count == 2)
    #expect(try await export.samples(.heartRate).count == 2)
    #expect(try await export.takeFHIR(Array(text.utf8)).total.saved == 0)
  }

  @Test func `what an app says of its source, its device and its metadata is kept`() async throws {
    let export = try await AppleExport()
    let defs = "https://bdh.stanford.edu/fhir/defs"
    func text(_ url: String, _ value: String) -> String {
      #"{"url":"\#(defs)/\#(url)","valueString":"\#(value)"}"#
    }
    let extensions = """
      ,"extension":[{"url":"\(defs)/sourceRevision","extension":[{"url":"\(defs)/sourceRevision/source",\
      "extension":[\(text("sourceRevision/source/name", "Watch")),\
      \(text("sourceRevision/source/bundleIdentifier", "com.example.watch"))]},\
      \(text("sourceRevision/version", "10.1"))]},\
      {"url":"\(defs)/sourceDevice","extension":[\(text("sourceDevice/model", "M1"))]},\
      {"url":"\(defs)/metadata","extension":[\
      {"url":"\(defs)/metadata/HKHeartRateMotionContext","valueCoding":{"code":"1"}},\
      {"url":"\(defs)/metadata/HKWasUserEntered","valueBoolean":true},\(text("metadata/note", "x"))]},\
      {"url":"\(defs)/absoluteTimeRangeStart","valueDecimal":1704182400.0004},\
      {"url":"\(defs)/absoluteTimeRangeEnd","valueDecimal":1704182400.0004}]
      """
    let json = Self.observation("8867-4", Self.quantity("61", "/min"), further: extensions)
    #expect(try await export.takeFHIR(Array(json.utf8)).lossCount == 0)
    let sample = try #require(try await export.samples(.heartRate).first)
    #expect(sample.source.source == Source(bundleIdentifier: "com.example.watch", name: "Watch"))
    #expect(sample.source.version == "10.1" && sample.device?[.model] == "M1")
    #expect(
      sample.metadata == [
        "HKHeartRateMotionContext": .integer(1), "HKWasUserEntered": .bool(true),
        "note": .string("x"),
      ])
    #expect(sample.start == 1_704_182_400.000_4 - 978_307_200 && sample.end == sample.start)
  }

  @Test func `categories and workouts go by the names of HealthKit`() async throws {
    let export = try await AppleExport()
    func own(_ identifier: String, _ value: String) -> String {
      let date =
        #""effectivePeriod":{"start":"2024-01-02T08:00:00Z","end":"2024-01-02T09:00:00Z"}"#
      return
        #"{"resourceType":"Observation","status":"final","code":{"coding":[{"code":"\#(identifier)"}]},\#(date),\#(value)}"#
    }
    func coded(_ code: String) -> String {
      #""valueCodeableConcept":{"coding":[{"code":"\#(code)"}]}"#
    }
    let text = Self.bundle([
      own("HKCategoryTypeIdentifierSleepAnalysis", coded("5")),
      own("HKCategoryTypeIdentifierSleepAnalysis", coded("HKCategoryValueSleepAnalysisAwake")),
      own(
        "HKCategoryTypeIdentifierMindfulSession",
        #""valueString":"HKCategoryTypeIdentifierMindfulSession""#),
      own("HKCategoryTypeIdentifierSleepAnalysis", coded("dozing")),
      own("HKWorkoutTypeIdentifier", coded("running")),
      own("HKQuantityTypeIdentifierOfTomorrow", Self.quantity("7", "zz")),
    ])
    let summary = try await export.takeFHIR(Array(text.utf8))
    #expect(summary.losses.map(\.problem) == [.unknownValue])
    #expect(summary.foreignTypes == ["HKQuantityTypeIdentifierOfTomorrow": 1])
    let nights = try await export.samples(.sleepAnalysis).map(\.value)
    #expect(Set(nights) == [.category(5), .category(2)])
    #expect(try await export.samples(.mindfulSession).count == 1)
    let workout = try #require(try await export.samples(.workout).first)
    guard case .object(.workout(let body)) = workout.value else {
      Issue.record("no workout")
      return
    }
    #expect(body.activity == Int64(WorkoutActivityType.running.rawValue) && body.duration == 3_600)
    #expect(try await export.samples(.foreignRecord).count == 1)
  }

  @Test func `what has no type is kept as clinics tell it`() async throws {
    let export = try await AppleExport()
    let text = Self.bundle([
      #"{"resourceType":"Patient","id":"p1","gender":"female","birthDate":"1980-02-03"}"#,
      Self.observation(
        "718-7", Self.quantity("14.1", "g/dL"),
        further: #","id":"o1","subject":{"reference":"Patient/p1"}"#
      ),
      Self.observation(
        "4544-3", Self.quantity("41", "%"),
        further: #","id":"o2","subject":{"reference":"urn:uuid:p1"}"#),
      #"{"resourceType":"Condition","id":"c1","code":{"text":"Asthma"},"onsetDateTime":"2010-05-01","subject":{"reference":"Patient/p1"}}"#,
      #"{"resourceType":"Condition","id":"c2","code":{"text":"Hay fever"},"onsetDateTime":"2010-05-01","subject":{"reference":"Patient/p1"}}"#,
      #"{"resourceType":"Immunization","id":"i1","vaccineCode":{"text":"Tetanus"},"occurrenceDateTime":"2015-05-01"}"#,
      #"{"resourceType":"Organization","id":"x"}"#,
      #"{"resourceType":"Condition","id":"c3","onsetDateTime":"2010-05-01","subject":{"reference":"Patient/p2"}}"#,
      #"{"resourceType":"Condition","id":"c4"}"#,
      #"{"resourceType":"Immunization","id":"i1","vaccineCode":{"text":"Tetanus"},"occurrenceDateTime":"2015-05-01"}"#,
    ])
    let summary = try await export.takeFHIR(Array(text.utf8))
    #expect(
      summary.losses.map(\.problem) == [
        .unreadable("it is about another person than those before"), .badDate,
      ])
    #expect(summary.losses.map(\.line) == [8, 9])
    #expect(summary.notTaken == ["Organization": 1, "Immunization that was told before": 1])
    #expect(summary.profile.count == 2)
    func names(_ type: String) async throws -> Set<MetadataValue> {
      let samples = try await export.samples(try #require(ObjectType(named: type)))
      return Set(
        samples.compactMap { sample in
          guard case .object(.details(let details)) = sample.value else { return nil }
          return details.values["displayName"]
        })
    }
    #expect(
      try await names("conditionRecord") == [.string("Asthma"), .string("Hay fever")])
    #expect(try await names("immunizationRecord") == [.string("Tetanus")])
    #expect(
      try await export.samples(try #require(ObjectType(named: "immunizationRecord"))).count == 1)
    #expect(
      try await export.samples(try #require(ObjectType(named: "labResultRecord"))).count == 2)
    #expect(try await export.takeFHIR(Array(text.utf8)).total.saved == 0)
  }

  @Test func `a person is known by an id, by an address and in any version`() async throws {
    let export = try await AppleExport()
    func rate(_ reference: String, _ minute: Int) -> String {
      let date = #""effectiveDateTime":"2024-01-02T08:0\#(minute):00Z""#
      let subject = #","subject":{"reference":"\#(reference)"}"#
      return Self.observation("8867-4", Self.quantity("61", "/min"), date, further: subject)
    }
    let entries = [
      rate("urn:uuid:A1", 0), #"{"resourceType":"Patient","id":"p1","gender":"male"}"#,
      rate("Patient/p1", 1), rate("http://example.org/fhir/Patient/p1/_history/3", 2),
      rate("Patient/p2", 3), #"{"resourceType":"Patient","id":"p2"}"#,
    ].enumerated().map { index, resource in
      #"{"fullUrl":"urn:uuid:\#(index == 1 ? "a1" : "x\(index)")","resource":\#(resource)}"#
    }
    let text = #"{"resourceType":"Bundle","entry":[\#(entries.joined(separator: ",\n"))]}"#
    let summary = try await export.takeFHIR(Array(text.utf8))
    #expect(summary.lossCount == 2 && summary.types[.heartRate]?.saved == 3)
    #expect(summary.profile.count == 1)
  }

  @Test(arguments: [256, 257])
  func `a panel of very many components is kept as a record`(count: Int) async throws {
    let export = try await AppleExport()
    let part =
      #"{"code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},\#(Self.quantity("60", "/min"))}"#
    let parts = Array(repeating: part, count: count).joined(separator: ",")
    let text = Self.observation("85353-1", #""component":[\#(parts)]"#)
    let summary = try await export.takeFHIR(Array(text.utf8))
    #expect(summary.lossCount == 0 && summary.total.saved > 0, "\(summary.losses)")
    #expect(try await export.samples(.heartRate).isEmpty == (count == 257))
  }

  @Test func `what tells nothing is counted, and what is damaged is told`() async throws {
    let export = try await AppleExport()
    let text = [
      Self.observation("8867-4", Self.quantity("61", "/min"), further: #","status":"final""#),
      Self.observation("8867-4", Self.quantity("62", "/min")).replacing(
        #""status":"final""#, with: #""status":"entered-in-error""#),
      Self.observation("8867-4", #""dataAbsentReason":{"text":"unknown"}"#),
      Self.observation("8867-4", Self.quantity("61", "kg")),
      Self.observation("8867-4", #""valueQuantity":{"value":61}"#),
      Self.observation("2339-0", #""valueQuantity":{"value":20,"comparator":"<","unit":"mg/dL"}"#),
      #"{"resourceType":"Observation","status":"final","code":{"#,
    ].joined(separator: "\n")
    let summary = try await export.takeFHIR(Array(text.utf8))
    #expect(
      summary.losses.map(\.problem) == [
        .unreadable("it is no JSON"), .wrongUnit, .badUnit(""),
        .unreadable("it tells a bound, and no value"),
      ])
    #expect(summary.losses.map(\.line) == [1, 4, 5, 6])
    #expect(
      summary.notTaken == ["Observation that was withdrawn": 1, "Observation without a value": 1])
    #expect(!summary.isComplete && summary.ending == "it ends inside of a resource or a list")
    #expect(summary.total.saved == 0)
  }

  @Test func `what was deleted here stays deleted`() async throws {
    let export = try await AppleExport()
    let text = Array(Self.observation("8867-4", Self.quantity("61", "/min")).utf8)
    #expect(try await export.takeFHIR(text).total.saved == 1)
    let sample = try #require(try await export.samples(.heartRate).first)
    _ = try await export.data.delete([sample.uuid])
    #expect(try await export.takeFHIR(text).total == .init(read: 1, deleted: 1))
  }

  @Test func `other files are not taken for one`() async throws {
    let export = try await AppleExport()
    for text in [
      "", "{", "[]", #"{"data":{"metrics":[]}}"#,
      #"{"type":"conditionRecord","details":{"resource":"{\"resourceType\":\"Condition\"}"}}"#,
      #"{"a":{"resourceType":"Bundle"}}"#, "<HealthData>",
    ] {
      try export.folder.write(Array(text.utf8), to: "other.json")
      #expect(try !FHIRImporter.takes(export.folder.file("other.json")), "\(text)")
    }
  }

  @Test(arguments: (0..<40).map { UInt64($0) })
  func `a file is cut into its resources wherever its bytes are cut`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func text() -> String {
      let pieces = ["a", "entry", #"\""#, #"\\"#, "{", "}", "[", "]", ",", "ü", #"\n"#]
      return "\""
        + (0..<Int.random(in: 0...4, using: &generator))
        .compactMap { _ in pieces.randomElement(using: &generator) }.joined() + "\""
    }
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 3 ? 2 : 4), using: &generator) {
      case 0: return "\(Int.random(in: 0...9, using: &generator))"
      case 1: return text()
      case 2: return object(depth + 1)
      default:
        let inner = (0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth + 1) }
        return "[\(inner.joined(separator: ", "))]"
      }
    }
    func object(_ depth: Int) -> String {
      // No outermost name is that of a bundle's list.
      let members = (0..<Int.random(in: 0...4, using: &generator)).map {
        "\"n\($0)\" : \(value(depth))"
      }
      return "{\(members.joined(separator: ",\n"))}"
    }
    var all = ""
    var expected: [String] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      if Bool.random(using: &generator) {
        let one = object(0)
        expected.append(one)
        all += one + "\n"
      } else {
        let entries = (0..<Int.random(in: 0...4, using: &generator)).map { _ in object(1) }
        expected += entries
        all +=
          "{\"x\": \(value(1)), \"entry\" :\n [ \(entries.joined(separator: "\n, "))], \"y\":\(value(1))}"
      }
    }
    let bytes = Array(all.utf8)
    var cutter = ResourceCutter()
    var pieces: [ResourceCutter.Piece] = []
    var place = 0
    while place < bytes.count {
      let end = min(bytes.count, place + Int.random(in: 1...20, using: &generator))
      pieces += cutter.take(Array(bytes[place..<end]))
      place = end
    }
    #expect(pieces.map { String(decoding: $0.bytes, as: UTF8.self) } == expected, "\(all)")
    #expect(!cutter.isCut)
    var whole = ResourceCutter()
    #expect(whole.take(bytes) == pieces)
    // Each is on the line on which it begins.
    let lines = all.split(separator: "\n", omittingEmptySubsequences: false)
    for piece in pieces { #expect(lines[piece.line - 1].contains("{")) }
    var cut = ResourceCutter()
    _ = cut.take(Array(bytes.dropLast()))
    #expect(cut.isCut || bytes.last == UInt8(ascii: "\n"))
  }

  @Test func `a resource that is longer than any is told, and the next one is read`() throws {
    var cutter = ResourceCutter()
    let long = #"{"a":""# + String(repeating: "x", count: ResourceCutter.mostBytes) + #""}"#
    let pieces = cutter.take(Array(#"{"entry":[\#(long),{"b":1}]}"#.utf8))
    #expect(pieces.map(\.bytes.count) == [0, 7])
  }
}
