internal import ArchiveCore
internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// Audiograms, prescriptions and clinical records of an export.
@Suite struct ImportDetailsTests {
  private typealias Export = AppleExport

  private static let date = "2024-01-02 08:00:00 +0100"
  private static let allergies = ObjectType("HKClinicalTypeIdentifierAllergyRecord")
  private static let results = ObjectType("HKClinicalTypeIdentifierLabResultRecord")
  private static let vitals = ObjectType("HKClinicalTypeIdentifierVitalSignRecord")

  private static func audiogram(_ points: String) -> String {
    """
    <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Ears" startDate="\(date)" \
    endDate="\(date)"><MetadataEntry key="room" value="quiet"/>\(points)</Audiogram>
    """
  }

  private static func clinical(
    _ type: String, _ identifier: String, file: String? = nil, received: String = date
  ) -> String {
    """
    <ClinicalRecord type="\(type)" identifier="\(identifier)" sourceName="Clinic" \
    sourceURL="https://clinic.example/\(identifier)" fhirVersion="4.0.1" \
    receivedDate="\(received)" resourceFilePath="\(file.map { "/clinical-records/\($0)" } ?? "")"/>
    """
  }

  private func details(_ sample: Sample) throws -> Details {
    guard case .object(.details(let details)) = sample.value else { throw CancellationError() }
    return details
  }

  @Test func `an audiogram has a level for each ear and tone`() async throws {
    let export = try await Export()
    let text = Export.document(
      Self.audiogram(
        """
        <SensitivityPoint frequencyValue="0.5" frequencyUnit="kHz" leftEarValue="10" \
        leftEarUnit="dBHL" rightEarValue="15.5" rightEarUnit="dBHL"/>
        <SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" rightEarValue="-5"/>
        """))
    let summary = try await export.take(text)
    #expect(summary.total == .init(read: 1, saved: 1) && summary.lossCount == 0)
    let sample = try #require(try await export.samples(.audiogram).first)
    let series = try details(sample).series
    #expect(series["frequency"] == [500, 500, 1_000] && series["side"] == [0, 1, 1])
    #expect(series["sensitivity"] == [10, 15.5, -5])
    #expect(sample.metadata == ["room": .string("quiet")])
    #expect(try await export.take(text).total == .init(read: 1, known: 1))
  }

  @Test(arguments: [
    (audiogram(""), "1 to 120 numbers"),
    (audiogram(#"<SensitivityPoint leftEarValue="1"/>"#), "number"),
    (
      audiogram(
        String(
          repeating: #"<SensitivityPoint frequencyValue="5" leftEarValue="1"/>"#, count: 121)),
      "1 to 120 numbers"
    ),
    (clinical("Condition", String(repeating: "x", count: 5_000)), "too long"),
    (audiogram(#"<SensitivityPoint frequencyValue="5" frequencyUnit="kg"/>"#), "number"),
    (#"<VisionPrescription type="Glasses"/>"#, "date"),
    (
      #"<VisionPrescription type="Glasses" dateIssued="\#(date)" expirationDate="soon"/>"#, "date"
    ),
    (
      #"<VisionPrescription type="Glasses" dateIssued="\#(date)"><LeftEye sphere="x"/></VisionPrescription>"#,
      "number"
    ),
    (
      #"<VisionPrescription type="Glasses" dateIssued="\#(date)"><LeftEye sphere="1" sphereUnit="kg"/></VisionPrescription>"#,
      "unit"
    ),
  ])
  func `what is none is told with its line and left out`(
    element: String, reason: String
  ) async throws {
    let export = try await Export()
    let summary = try await export.take(Export.document(element + Export.steps()))
    #expect(summary.total.saved == 1 && summary.lossCount == 1)
    let loss = try #require(summary.losses.first)
    #expect(loss.line == Export.linesBefore + 1)
    #expect(loss.problem.text.contains(reason), "\(loss.problem.text)")
  }

  @Test func `a prescription is of glasses or of contact lenses`() async throws {
    let export = try await Export()
    let text = Export.document(
      """
      <VisionPrescription type="HKVisionPrescriptionTypeGlasses" dateIssued="\(Self.date)" \
      expirationDate="2026-01-02 08:00:00 +0100">
      <RightEye sphere="-2.25" sphereUnit="D" axis="170" axisUnit="deg" farPD="32"/>
      <LeftEye sphere="-2" prismAmount="1.5" prismAngle="90"/><Attachment identifier="x"/>
      </VisionPrescription>
      <VisionPrescription type="Contacts" dateIssued="2024-02-02 08:00:00 +0100" brand="Clear"/>
      """)
    let summary = try await export.take(text)
    #expect(summary.total == .init(read: 2, saved: 2) && summary.notTaken == ["Attachment": 1])
    let samples = try await export.samples(.visionPrescription)
    let glasses = try details(samples[0]).values
    #expect(glasses["kind"] == .integer(1) && glasses["brand"] == nil)
    #expect(glasses["expires"] == .date(samples[0].start + 731 * 86_400))
    #expect(glasses["rightSphere"] == .quantity(Quantity(-2.25, .diopter)))
    #expect(glasses["rightAxis"] == .quantity(Quantity(170, try Unit(parsing: "deg"))))
    #expect(
      glasses["rightFarPupillaryDistance"] == .quantity(Quantity(32, try Unit(parsing: "mm"))))
    #expect(glasses["leftPrismAmount"] == .quantity(Quantity(1.5, try Unit(parsing: "pD"))))
    #expect(
      try details(samples[1]).values == ["kind": .integer(2), "brand": .string("Clear")])
    #expect(try await export.take(text).total == .init(read: 2, known: 2))
  }

  @Test func `clinical records have what their files tell`() async throws {
    let export = try await Export()
    try FileSystem.createFolder(export.folder.file("clinical-records"))
    let pollen = #"{"resourceType":"AllergyIntolerance","id":"7","code":{"text":"Pollen"}}"#
    for (name, resource) in [
      ("a.json", pollen),
      ("b.json", #"{"resourceType":"Observation","category":{"coding":[{"code":"vital-signs"}]}}"#),
      (
        "c.json",
        #"{"resourceType":"Observation","category":[{"coding":[{"code":"lab"}]}],"code":{"coding":[{"display":"Iron"}]}}"#
      ),
      ("d.json", #"{"resourceType":"Patient"}"#), ("e.json", "[1]"),
    ] {
      try export.folder.write(Array(resource.utf8), to: "clinical-records/\(name)")
    }
    let text = Export.document(
      [
        // All of one moment: they are told apart by what the clinic calls them.
        Self.clinical("AllergyIntolerance", "7", file: "a.json"),
        Self.clinical("AllergyIntolerance", "8"), Self.clinical("Observation", "9", file: "b.json"),
        Self.clinical("Observation", "10", file: "c.json"),
        Self.clinical("Patient", "11", file: "d.json"),
        Self.clinical("Condition", "12", file: "e.json"),
        Self.clinical("Condition", "13", received: "never"),
      ].joined(separator: "\n"))
    let summary = try await export.take(text)
    #expect(summary.total == .init(read: 4, saved: 4) && summary.lossCount == 3)
    #expect(summary.mended == ["a clinical record has no file": 1])
    let found = try await export.samples(Self.allergies)
    let values = try found.map { try details($0).values }
    let named = try #require(values.first { $0["identifier"] == .string("7") })
    #expect(
      named == [
        "displayName": .string("Pollen"), "resourceType": .string("AllergyIntolerance"),
        "identifier": .string("7"), "fhirVersion": .string("4.0.1"), "resource": .string(pollen),
        "sourceURL": .string("https://clinic.example/7"),
      ])
    #expect(values.contains { $0["identifier"] == .string("8") && $0["resource"] == nil })
    #expect(found.allSatisfy { $0.source.source.name == "Clinic" })
    #expect(try await export.samples(Self.vitals).count == 1)
    let iron = try #require(try await export.samples(Self.results).first)
    #expect(try details(iron).values["displayName"] == .string("Iron"))
    #expect(try await export.take(text).total == .init(read: 4, known: 4))
    // What was deleted here stays so, and what is like it in all but its name does not go with it.
    let gone = try #require(found.first { (try? details($0).values["identifier"]) == .string("7") })
    try await export.data.delete([gone.uuid])
    let again = try await export.take(text).total
    #expect(again == .init(read: 4, known: 3, deleted: 1))
  }

  @Test func `what another node brought is exported as far as it says something`() throws {
    let sample = Sample(
      uuid: SampleUUID(high: 1, low: 1), type: .audiogram, start: 700_000_000, end: 700_000_000,
      value: .object(.details(Details(series: ["frequency": [250, 500, 750], "side": [1, 0]]))),
      source: SourceRevision(source: Source(bundleIdentifier: "a.b", name: "Ears")))
    var bytes: [UInt8] = []
    let form = try AppleExportForm(at: 800_000_000, offset: 0, profile: []) { bytes += $0 }
    try form.write(SampleRun(sample), ExportParts())
    try form.finish()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<Audiogram") && !text.contains("<SensitivityPoint"))
  }

  @Test func `all of them come back from an export of ours`() async throws {
    let export = try await Export()
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let source = SourceRevision(
      source: Source(bundleIdentifier: "com.example.clinic", name: "Clinic"), version: "2")
    func sample(_ type: ObjectType, _ details: Details, _ start: Double) -> Sample {
      Sample(
        uuid: uuids.take(for: type), type: type, start: start, end: start,
        value: .object(.details(details)), source: source, metadata: ["note": .string("a <b>")])
    }
    let lens = Quantity(-0.75, .diopter)
    let samples = [
      sample(
        .audiogram,
        Details(series: [
          "frequency": [250, 500, 500], "side": [1, 0, 1], "sensitivity": [0.5, -3, 9],
          "masked": [0, 1, 0], "clamped": [3, 2, 0], "lowerClamp": [-10, 0, 0],
          "upperClamp": [90, 80.5, 0],
        ]),
        700_000_000.25),
      sample(
        .visionPrescription,
        Details(values: [
          "kind": .integer(2), "brand": .string("\"Clear\""), "expires": .date(800_000_000),
          "leftSphere": .quantity(lens), "rightCylinder": .quantity(lens),
        ]), 700_000_000),
      sample(
        Self.allergies,
        Details(values: [
          "displayName": .string("AllergyIntolerance"), "fhirVersion": .string("4.0.1"),
          "resourceType": .string("AllergyIntolerance"), "identifier": .string("é/7"),
          "resource": .string(#"{"resourceType":"AllergyIntolerance"}"#),
          "sourceURL": .string("https://clinic.example"),
        ]), 700_000_000.5),
    ]
    for sample in samples { try await export.data.save([SampleRun(sample)]) }
    var bytes: [UInt8] = []
    let archive = ZipWriter { bytes += $0 }
    try archive.begin("apple_health_export/export.xml")
    let form = try AppleExportForm(
      at: 800_000_000, offset: 3_600, profile: [],
      beginFile: { try archive.beginNext("apple_health_export/\($0)") }, archive.write)
    let types = Dictionary(
      uniqueKeysWithValues: samples.map { ($0.type, Predicate.constant(true)) })
    var exporter = Exporter(export.data, as: form, types)
    try await exporter.run { _ in }
    try archive.close()
    #expect(exporter.written.values.reduce(0, +) == 3 && exporter.leftOut.isEmpty)
    let other = try await Export()
    let summary = try await other.take(bytes, name: "export.zip")
    #expect(summary.total == .init(read: 3, saved: 3), "\(summary.losses)")
    for sample in samples {
      var told = try #require(try await other.samples(sample.type).first)
      told.uuid = sample.uuid
      #expect(told == sample)
    }
    #expect(try await export.take(bytes, name: "export.zip").total == .init(read: 3, known: 3))
  }
}
