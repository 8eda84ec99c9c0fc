internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import TestSupport
internal import Testing
internal import TextFormats

/// What small exports look like.
@Suite struct ExportFormTests {
  private static let start = 725_846_400.25

  private static func samples() throws -> [Sample] {
    let phone = SourceRevision(
      source: Source(bundleIdentifier: "com.example.app", name: "My \"App\" & more"), version: "2")
    let watch = SourceRevision(
      source: Source(bundleIdentifier: "com.apple.health.Watch", name: "Watch"))
    let uuid = { SampleUUID(high: 0x0011_2233_4455_8677, low: 0x8899_AABB_CCDD_EE00 + $0) }
    var members = Members()
    members.append(uuid(1), of: .bloodPressureSystolic)
    members.append(uuid(2), of: .bloodPressureDiastolic)
    let pressure = { (type: ObjectType, value: Double, number: UInt64) in
      Sample(
        uuid: uuid(number), type: type, start: 725_846_400, end: 725_846_400,
        value: .quantity(Quantity(value, .millimeterOfMercury)), source: watch)
    }
    return [
      Sample(
        uuid: uuid(0), type: .heartRate, start: start, end: start + 1,
        value: .quantity(Quantity(61.5, try Unit(parsing: "count/min"))), source: phone,
        device: Device([.name: "Strap", .hardwareVersion: "A,1"]),
        metadata: ["HKTimeZone": .string("UTC"), "meal": .integer(2)]),
      pressure(.bloodPressureSystolic, 111, 1), pressure(.bloodPressureDiastolic, 76, 2),
      Sample(
        uuid: uuid(3), type: .bloodPressure, start: 725_846_400, end: 725_846_400,
        value: .object(.correlation(members)), source: watch),
      Sample(
        uuid: uuid(4), type: .sleepAnalysis, start: 725_846_400, end: 725_850_000,
        value: .category(3), source: watch),
      Sample(
        uuid: uuid(5), type: .workout, start: 725_846_400, end: 725_850_000,
        value: .object(
          .workout(
            Workout(
              activity: 37, duration: 3_000,
              events: [Workout.Event(kind: 3, date: 725_846_460)],
              totalDistance: Quantity(7.1, try Unit(parsing: "km"))))), source: watch),
    ]
  }

  private func export(_ form: any ExportForm) async throws {
    let export = try await AppleExport()
    try await export.data.save(try Self.samples().map { SampleRun($0) })
    var choices: [ObjectType: Predicate] = [:]
    for type in try await export.data.counts().keys { choices[type] = .constant(true) }
    var exporter = Exporter(export.data, as: form, choices)
    try await exporter.run { _ in }
  }

  @Test func `Apple's form is as its readers expect it`() async throws {
    var bytes: [UInt8] = []
    let birth = try DateOfBirth(year: 1980, month: 2, day: 3)
    let form = try AppleExportForm(
      at: 725_846_400, offset: 3_600, profile: [.dateOfBirth(birth), .bloodType(5)]
    ) { bytes += $0 }
    try await export(form)
    let text = String(decoding: bytes, as: UTF8.self)
    let root = try #require(text.firstRange(of: "<HealthData "))
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData ["))
    #expect(
      text[root.lowerBound...] == """
        <HealthData locale="en_US">
         <ExportDate value="2024-01-02 01:00:00 +0100"/>
         <Me HKCharacteristicTypeIdentifierBiologicalSex="" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeABPositive" HKCharacteristicTypeIdentifierDateOfBirth="1980-02-03" HKCharacteristicTypeIdentifierFitzpatrickSkinType=""/>
         <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Watch" unit="mmHg" creationDate="2024-01-02 01:00:00 +0100" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 01:00:00 +0100" value="76"/>
         <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Watch" unit="mmHg" creationDate="2024-01-02 01:00:00 +0100" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 01:00:00 +0100" value="111"/>
         <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="My &quot;App&quot; &amp; more" sourceVersion="2" device="&lt;&lt;HKDevice: 0x0&gt;, name:Strap, hardware:A,1&gt;" unit="count/min" creationDate="2024-01-02 01:00:01 +0100" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 01:00:01 +0100" value="61.5">
          <MetadataEntry key="HKTimeZone" value="UTC"/>
          <MetadataEntry key="meal" value="2"/>
          <MetadataEntry key="dyad.exact.meal" value="2"/>
          <MetadataEntry key="dyad.bundle" value="com.example.app"/>
          <MetadataEntry key="dyad.start" value="725846400.25"/>
          <MetadataEntry key="dyad.end" value="725846401.25"/>
         </Record>
         <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" creationDate="2024-01-02 02:00:00 +0100" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 02:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleepCore"/>
         <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Watch" creationDate="2024-01-02 01:00:00 +0100" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 01:00:00 +0100">
         <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Watch" unit="mmHg" creationDate="2024-01-02 01:00:00 +0100" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 01:00:00 +0100" value="111"/>
         <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Watch" unit="mmHg" creationDate="2024-01-02 01:00:00 +0100" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 01:00:00 +0100" value="76"/>
         </Correlation>
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="50" durationUnit="min" totalDistance="7.1" totalDistanceUnit="km" sourceName="Watch" creationDate="2024-01-02 02:00:00 +0100" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 02:00:00 +0100">
          <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-01-02 01:01:00 +0100"/>
          <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" startDate="2024-01-02 01:00:00 +0100" endDate="2024-01-02 02:00:00 +0100" sum="7.1" unit="km"/>
         </Workout>
        </HealthData>

        """)
  }

  @Test func `tables are as their readers expect them`() async throws {
    var tables: [String] = []
    let form = CSVForm(
      beginning: { tables.append("\($0)\n") },
      { tables[tables.count - 1] += String(decoding: $0, as: UTF8.self) })
    try await export(form)
    let rows = tables.joined().split(separator: "\r\n", omittingEmptySubsequences: true)
    let line = "2024-01-02T00:00:00Z,2024-01-02T00:00:00Z"
    let hour = "2024-01-02T00:00:00Z,2024-01-02T01:00:00Z"
    let watch = "Watch,com.apple.health.Watch,,,,00112233-4455-8677-8899-AABBCCDDEE0"
    let ending = "source,bundle,version,device,metadata,uuid"
    #expect(
      rows.joined(separator: "\n") == """
        bloodPressureDiastolic
        start,end,value,unit,\(ending)
        \(line),76,mmHg,\(watch)2
        bloodPressureSystolic
        start,end,value,unit,\(ending)
        \(line),111,mmHg,\(watch)1
        heartRate
        start,end,value,unit,\(ending)
        2024-01-02T00:00:00.250Z,2024-01-02T00:00:01.250Z,61.5,count/min,"My ""App"" & more",com.example.app,2,Strap,"{""HKTimeZone"":""UTC"",""meal"":2}",00112233-4455-8677-8899-AABBCCDDEE00
        sleepAnalysis
        start,end,value,meaning,\(ending)
        \(hour),3,asleepCore,\(watch)4
        bloodPressure
        start,end,members,\(ending)
        \(line),"[{""type"":""bloodPressureSystolic"",""value"":111,""unit"":""mmHg"",""uuid"":""00112233-4455-8677-8899-AABBCCDDEE01""},{""type"":""bloodPressureDiastolic"",""value"":76,""unit"":""mmHg"",""uuid"":""00112233-4455-8677-8899-AABBCCDDEE02""}]",\(watch)3
        workout
        start,end,activity,seconds,energy,energy_unit,distance,distance_unit,strokes,events,legs,\(ending)
        \(hour),running,3000,,,7.1,km,,"[{""kind"":""lap"",""date"":""2024-01-02T00:01:00Z""}]",,\(watch)5
        """)
  }

  @Test func `a bundle is as its readers expect it`() async throws {
    var bytes: [UInt8] = []
    let form = FHIRForm(at: 725_846_400, owner: SampleUUID(high: 1, low: 2), profile: []) {
      bytes += $0
    }
    try await export(form)
    let entries = try #require(try JSONValue(parsing: bytes)["entry"]?.arrayValue)
    #expect(entries.count == 7)
    let heart = try #require(
      entries.first { $0.text.contains("HKQuantityTypeIdentifierHeartRate") }?["resource"])
    #expect(
      heart.text == """
        {"resourceType":"Observation","id":"00112233-4455-8677-8899-AABBCCDDEE00",\
        "extension":[{"url":"urn:dyad:source","extension":[{"url":"name","valueString":\
        "My \\"App\\" & more"},{"url":"bundle","valueString":"com.example.app"},\
        {"url":"version","valueString":"2"}]},{"url":"urn:dyad:device","extension":\
        [{"url":"name","valueString":"Strap"},{"url":"hardwareVersion","valueString":"A,1"}]},\
        {"url":"urn:dyad:metadata","valueString":"{\\"HKTimeZone\\":\\"UTC\\",\\"meal\\":2}"}],\
        "status":"final","category":[{"coding":[{"system":\
        "http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs"}]}],\
        "code":{"coding":[{"system":"http://loinc.org","code":"8867-4"},{"system":\
        "http://developer.apple.com/documentation/healthkit","code":\
        "HKQuantityTypeIdentifierHeartRate"}],"text":"heartRate"},"subject":{"reference":\
        "urn:uuid:00000000-0000-0001-0000-000000000002"},"effectivePeriod":{"start":\
        "2024-01-02T00:00:00.250Z","end":"2024-01-02T00:00:01.250Z"},"device":{"display":"Strap"},\
        "valueQuantity":{"value":61.5,"unit":"count/min","system":"http://unitsofmeasure.org",\
        "code":"/min"}}
        """)
    let pressure = try #require(
      entries.first { $0.text.contains("85354-9") }?["resource"]?["component"]?.arrayValue)
    #expect(
      pressure.map { $0["valueQuantity"]?["code"] } == [.string("mm[Hg]"), .string("mm[Hg]")])
  }

  @Test func `every type of the catalogue has its unit in the words of FHIR`() async throws {
    var bytes: [UInt8] = []
    let form = FHIRForm(at: 0, owner: SampleUUID(high: 1, low: 2), profile: []) { bytes += $0 }
    for type in ObjectType.all {
      guard let unit = type.description?.canonicalUnit else { continue }
      try form.begin(type)
      let sample = Sample(
        uuid: SampleUUID(high: 3, low: 4), type: type, start: 0, end: 0,
        value: .quantity(Quantity(1, unit)), source: .unsaid)
      try form.write(SampleRun(sample), ExportParts())
    }
    try form.finish()
    let entries = try #require(try JSONValue(parsing: bytes)["entry"]?.arrayValue).dropFirst()
    for entry in entries where entry["resource"]?["valueQuantity"]?["code"] == nil {
      Issue.record("\(entry["resource"]?["code"]?["text"]?.text ?? "")")
    }
  }
}
