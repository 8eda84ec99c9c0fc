internal import ArchiveCore
internal import HealthModel
internal import LocalStore
internal import SQLiteCore
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@testable internal import HealthExchange

// @testable: sources are named as an import names them.

/// Everything of a store as a form of export, and back.
@Suite struct RoundTripTests {
  private static let now = 800_000_000.0

  private func filled(
    seed: UInt64, hasFractions: Bool = true
  ) async throws -> (export: AppleExport, samples: [Sample]) {
    let export = try await AppleExport()
    var random = RandomStore(seed: seed, hasFractions: hasFractions)
    var all: [Sample] = []
    for _ in 0..<60 {
      let samples = random.next()
      try await export.data.save(samples.map { SampleRun($0) })
      all += samples
    }
    return (export, all)
  }

  private func run(_ form: any ExportForm, _ data: any OwnerAccess) async throws -> Exporter {
    var choices: [ObjectType: Predicate] = [:]
    for type in try await data.counts().keys { choices[type] = .constant(true) }
    var exporter = Exporter(data, as: form, choices)
    try await exporter.run { _ in }
    return exporter
  }

  /// Samples without their UUIDs, and correlations by what they hold, in an order of their own.
  private func contents(_ samples: [Sample]) -> [String] {
    let byUUID = Dictionary(samples.map { ($0.uuid, $0) }) { first, _ in first }
    func text(_ sample: Sample) -> String {
      var sample = sample
      sample.uuid = SampleUUID(high: 0, low: 0)
      var inner: [String] = []
      if case .object(.correlation(let members)) = sample.value {
        inner = members.uuids.map { byUUID[$0].map(text) ?? "?" }.sorted()
        sample.value = .category(0)
      }
      if case .object(.details(let details)) = sample.value {
        inner = details.series.map { "\($0.key)=\($0.value)" }.sorted() + Self.text(details.values)
        sample.value = .category(0)
      }
      var events: [String] = []
      if case .object(.workout(var workout)) = sample.value {
        events = workout.events.map { "\($0.kind) \($0.date) \(Self.text($0.metadata))" }
        events += workout.legs.map { leg in
          "\(leg.uuid) \(leg.activity) \(leg.start) \(leg.end) \(Self.text(leg.metadata))"
        }
        (workout.events, workout.legs) = ([], [])
        sample.value = .object(.workout(workout))
      }
      let metadata = Self.text(sample.metadata)
      sample.metadata = [:]
      let device = Device.Property.allCases.map { sample.device?[$0] ?? "-" }
      sample.device = nil
      return "\(sample) \(device) \(metadata) \(events) \(inner)"
    }
    return samples.map(text).sorted()
  }

  private static func text(_ metadata: Metadata) -> [String] {
    metadata.map { "\($0.key)=\($0.value)" }.sorted()
  }

  private func all(_ data: any OwnerAccess) async throws -> [Sample] {
    var all: [Sample] = []
    for type in try await data.counts().keys {
      for run in try await data.samples(SampleQuery(type)).all() {
        all += (0..<run.count).map { run[$0] }
      }
    }
    return all
  }

  /// Whether a store has the samples, and no others.
  private func expectAll(
    of samples: [Sample], in data: any OwnerAccess, _ seed: UInt64
  ) async throws {
    let (taken, given) = (contents(try await all(data)), contents(samples))
    if let (one, two) = zip(taken, given).first(where: { $0 != $1 }) {
      Issue.record("seed \(seed):\n\(one)\n\(two)")
    }
    #expect(taken.count == given.count, "seed \(seed)")
  }

  static let seeds: [UInt64] = {
    var entropy = Entropy()
    return (0..<12).map { _ in entropy.next() }
  }()

  @Test(arguments: seeds)
  func `what Apple's form says is imported as the same samples, and once`(
    seed: UInt64
  )
    async throws
  {
    let (export, samples) = try await filled(seed: seed)
    var bytes: [UInt8] = []
    let archive = ZipWriter { bytes += $0 }
    try archive.begin("apple_health_export/export.xml")
    let form = try AppleExportForm(at: Self.now, offset: 7_200, profile: [], archive.write)
    let exporter = try await run(form, export.data)
    try archive.close()
    #expect(exporter.written.values.reduce(0, +) == samples.count)
    #expect(exporter.leftOut.isEmpty)
    let other = try await AppleExport()
    let summary = try await other.take(bytes, name: "export.zip")
    #expect(summary.lossCount == 0 && summary.isComplete, "seed \(seed): \(summary.losses)")
    try await expectAll(of: samples, in: other.data, seed)
    // What is there already is known by the same.
    #expect(try await export.take(bytes, name: "export.zip").total.saved == 0, "seed \(seed)")
    #expect(try await other.take(bytes, name: "export.zip").total.saved == 0, "seed \(seed)")
  }

  @Test func `routes and electrocardiograms are files of an export, and come back`() async throws {
    let export = try await AppleExport()
    let source = SourceRevision(source: NamedSource.source("Apple Watch"))
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    func sample(_ type: ObjectType, _ body: ObjectBody, _ start: Double, _ end: Double) -> Sample {
      Sample(
        uuid: uuids.take(for: type), type: type, start: start, end: end, value: .object(body),
        source: source)
    }
    let workout = sample(
      .workout, .workout(Workout(activity: 37, duration: 600)), 700_000_000, 700_000_600)
    let routes = [700_000_000.0, 700_000_300].map { start in
      sample(
        .workoutRoute,
        .details(
          Details(series: [
            "time": [start, start + 0.25, start + 1], "latitude": [48, 48.123456789, 0.00001],
            "longitude": [-11.5, 11.5, 180], "altitude": [-3, 500.25, 501],
            "speed": [-1, 2.5, 3],
          ])), start, start + 1)
    }
    let heart = Details(
      values: [
        "classification": .integer(2), "symptomsStatus": .integer(0),
        "samplingFrequency": .quantity(Quantity(511.562, .hertz())),
      ], series: ["microvolts": [-180.596, 0, 1e-7, 2_000]])
    let taken = sample(
      .electrocardiogram, .details(heart), 700_000_900, heart.end(from: 700_000_900))
    try await export.data.save([SampleRun(workout), SampleRun(taken)])
    for route in routes {
      try await export.data.save([SampleRun(route)])
      try await export.data.add([SampleRun(route)], to: workout.uuid)
    }
    var bytes: [UInt8] = []
    let archive = ZipWriter { bytes += $0 }
    try archive.begin("apple_health_export/export.xml")
    let form = try AppleExportForm(
      at: Self.now, offset: 0, profile: [],
      beginFile: { try archive.beginNext("apple_health_export/\($0)") }, archive.write)
    let exporter = try await run(form, export.data)
    try archive.close()
    #expect(exporter.leftOut.isEmpty && exporter.written[.workoutRoute] == 2)
    let other = try await AppleExport()
    let summary = try await other.take(bytes, name: "export.zip")
    #expect(summary.lossCount == 0 && summary.total.saved == 4, "\(summary.losses)")
    let read = try await all(other.data)
    #expect(contents(read) == contents([workout, taken] + routes))
    let found = try #require(read.first { $0.type == .workout })
    let members = SampleQuery(.workoutRoute, where: .memberOf(workout: found.uuid))
    #expect(try await other.data.samples(members).all().reduce(0) { $0 + $1.count } == 2)
    #expect(try await export.take(bytes, name: "export.zip").total == .init(read: 4, known: 4))
  }

  @Test(arguments: seeds)
  func `what a database says is imported as the same samples, and once`(
    seed: UInt64
  ) async throws {
    // Its dates are to the microsecond.
    let (export, samples) = try await filled(seed: seed, hasFractions: false)
    try export.folder.write([], to: "out.db")
    let path = export.folder.file("out.db")
    _ = try await run(try SQLiteForm(path), export.data)
    #expect(try DatabaseImporter.takes(path))
    func take(into data: any OwnerAccess) async throws -> ImportSummary {
      var entropy = Entropy()
      var importer = try await DatabaseImporter(
        path, into: data, uuids: UUIDSequence(using: &entropy))
      return try await importer.run { _ in true }
    }
    let other = try await AppleExport()
    let summary = try await take(into: other.data)
    #expect(summary.lossCount == 0 && summary.isComplete, "seed \(seed): \(summary.losses)")
    try await expectAll(of: samples, in: other.data, seed)
    #expect(try await take(into: export.data).total.saved == 0, "seed \(seed)")
    #expect(try await take(into: other.data).total.saved == 0, "seed \(seed)")
  }

  @Test func `what an expression of a database works out is not imported`() async throws {
    let export = try await AppleExport()
    let path = export.folder.file("out.db")
    do {
      let connection = try Connection(path: path, mode: .readWriteCreate)
      try connection.execute(
        """
        CREATE TABLE sources (id INTEGER PRIMARY KEY, name TEXT, bundle TEXT, version TEXT);
        CREATE TABLE devices (id, name, manufacturer, model, hardware_version, firmware_version,
          software_version, local_identifier, udi);
        INSERT INTO sources VALUES (1, 'A', 'a', NULL);
        CREATE TABLE stepCount (uuid, start, "end", value AS (abs(-7.0)), unit, source, device, metadata);
        INSERT INTO stepCount (start, "end", unit, source)
          VALUES ('2024-01-02T08:00:00Z', '2024-01-02T08:01:00Z', 'count', 1);
        CREATE TABLE heartRate (uuid, start, "end", value, unit, source, device, metadata);
        INSERT INTO heartRate
          VALUES (NULL, '2024-01-02T08:00:00Z', '2024-01-02T08:00:00Z', 60.0, 'count/min', 1, NULL, NULL);
        """)
    }
    var entropy = Entropy()
    var importer = try await DatabaseImporter(
      path, into: export.data, uuids: UUIDSequence(using: &entropy))
    let summary = try await importer.run { _ in true }
    #expect(summary.lossCount == 1, "\(summary.losses)")
    #expect(try await export.samples(.stepCount).isEmpty)
    #expect(try await export.samples(.heartRate).count == 1)
  }

  @Test(arguments: seeds.prefix(4))
  func `a database has a row for each sample, with all that it says`(seed: UInt64) async throws {
    let (export, samples) = try await filled(seed: seed)
    try export.folder.write([], to: "out.db")
    let path = export.folder.file("out.db")
    _ = try await run(try SQLiteForm(path), export.data)
    let connection = try Connection(path: path, mode: .readOnly)
    for sample in samples {
      var statement = try connection.prepare(
        """
        SELECT t.*, s.name, s.bundle, s.version, d.name, d.udi FROM "\(sample.type.name)" t
        JOIN sources s ON s.id = t.source LEFT JOIN devices d ON d.id = t.device WHERE uuid = ?1
        """)
      try statement.bind(sample.uuid.description, at: 1)
      try #require(try statement.step())
      let dates = try (1...2).map { try DateText(parsing: statement.text(at: $0)).secondsSince2001 }
      #expect(abs(dates[0] - sample.start) < 1e-5 && abs(dates[1] - sample.end) < 1e-5)
      var last = 5
      switch sample.value {
      case .quantity(let quantity):
        #expect(statement.double(at: 3).bitPattern == quantity.value.bitPattern)
        #expect(try statement.text(at: 4) == quantity.unit.unitString)
      case .category(let value): #expect(statement.integer(at: 3) == value)
      case .object(.workout(let workout)):
        #expect(statement.double(at: 4) == workout.duration)
        #expect(statement.double(at: 5) == workout.totalEnergyBurned?.value ?? 0)
        #expect(statement.double(at: 7) == workout.totalDistance?.value ?? 0)
        let events = try statement.text(at: 10)
        let list = events.isEmpty ? [] : try JSONValue(parsing: events).arrayValue
        #expect(list?.count == workout.events.count)
        let legs = try statement.text(at: 11)
        let uuids = legs.isEmpty ? [] : try JSONValue(parsing: legs).arrayValue
        #expect(
          uuids?.map { $0["uuid"]?.stringValue } == workout.legs.map(\.uuid.description))
        last = 12
      case .object(.correlation(let members)):
        let list = try JSONValue(parsing: statement.text(at: 3)).arrayValue
        #expect(
          list?.map { $0["uuid"]?.stringValue } == members.uuids.map { Optional($0.description) })
        last = 4
      default: Issue.record("no such sample")
      }
      let metadata = try statement.text(at: last + 2)
      let count = metadata.isEmpty ? 0 : try JSONValue(parsing: metadata).objectValue?.count
      #expect(count == sample.metadata.count)
      #expect(try statement.text(at: last + 3) == sample.source.source.name)
      #expect(try statement.text(at: last + 4) == sample.source.source.bundleIdentifier)
      #expect(try statement.text(at: last + 5) == sample.source.version ?? "")
      #expect(try statement.text(at: last + 6) == sample.device?[.name] ?? "")
      #expect(try statement.text(at: last + 7) == sample.device?[.udiDeviceIdentifier] ?? "")
    }
  }

  @Test(arguments: seeds)
  func `what a bundle says is imported as the same samples, and once`(seed: UInt64) async throws {
    let (export, samples) = try await filled(seed: seed)
    var bytes: [UInt8] = []
    let form = FHIRForm(at: Self.now, owner: SampleUUID(high: 1, low: 2), profile: []) {
      bytes += $0
    }
    _ = try await run(form, export.data)
    let other = try await AppleExport()
    let summary = try await other.takeFHIR(bytes)
    #expect(summary.lossCount == 0 && summary.isComplete, "seed \(seed): \(summary.losses)")
    try await expectAll(of: samples, in: other.data, seed)
    #expect(try await export.takeFHIR(bytes).total.saved == 0, "seed \(seed)")
    #expect(try await other.takeFHIR(bytes).total.saved == 0, "seed \(seed)")
  }

  @Test func `clinical records are resources of a bundle, and come back as they were`() async throws
  {
    let export = try await AppleExport()
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let source = SourceRevision(
      source: Source(bundleIdentifier: "com.example.clinic", name: "Clinic"))
    let resources: [(String, String?)] = [
      ("Condition", #"{"resourceType":"Condition","id":"1","subject":{"reference":"Patient/7"}}"#),
      ("Condition", #"{ "resourceType" : "Condition", "id" : "2", "n" : 1.50 }"#),
      ("Immunization", nil),
    ]
    var samples: [Sample] = []
    for (index, (kind, text)) in resources.enumerated() {
      let type = try #require(ObjectType(named: kind.lowercased() + "Record"))
      var values: Metadata = [
        "displayName": .string("Record \(index)"), "resourceType": .string(kind),
        "identifier": .string("\(index)"),
      ]
      values["resource"] = text.map { .string($0) }
      samples.append(
        Sample(
          uuid: uuids.take(for: type), type: type, start: 700_000_000.1, end: 700_000_000.1,
          value: .object(.details(Details(values: values))), source: source,
          metadata: ["note": .bool(true)]))
    }
    for sample in samples { try await export.data.save([SampleRun(sample)]) }
    var bytes: [UInt8] = []
    let form = FHIRForm(at: Self.now, owner: SampleUUID(high: 1, low: 2), profile: []) {
      bytes += $0
    }
    #expect(try await run(form, export.data).leftOut.isEmpty)
    let other = try await AppleExport()
    let summary = try await other.takeFHIR(bytes)
    #expect(summary.lossCount == 0 && summary.total.saved == 3, "\(summary.losses)")
    #expect(contents(try await all(other.data)) == contents(samples))
    #expect(try await other.takeFHIR(bytes).total.saved == 0)
    #expect(try await export.takeFHIR(bytes).total.saved == 0)
  }

  @Test(arguments: seeds.prefix(4))
  func `a bundle has an observation for each sample, with all that it says`(
    seed: UInt64
  )
    async throws
  {
    let (export, samples) = try await filled(seed: seed)
    var bytes: [UInt8] = []
    let form = FHIRForm(
      at: Self.now, owner: SampleUUID(high: 1, low: 2), profile: [.biologicalSex(1)]
    ) { bytes += $0 }
    _ = try await run(form, export.data)
    let bundle = try JSONValue(parsing: bytes)
    let resources = try #require(bundle["entry"]?.arrayValue).compactMap { $0["resource"] }
    #expect(resources.first?["gender"] == .string("female"))
    var byID: [String: JSONValue] = [:]
    for resource in resources { byID[resource["id"]?.stringValue ?? ""] = resource }
    #expect(byID.count == samples.count + 1)
    for sample in samples {
      let resource = try #require(byID[sample.uuid.description])
      let date =
        resource["effectiveDateTime"] ?? resource["effectivePeriod"]?["start"] ?? .null
      let start = try DateText(parsing: date.stringValue ?? "").secondsSince2001
      #expect(abs(start - sample.start) < 1e-5)
      let own = resource["extension"]?.arrayValue ?? []
      let exact = own.first { $0["url"] == .string("urn:dyad:quantity") }?["valueString"]
      if case .quantity(let quantity) = sample.value {
        let told = try #require(resource["valueQuantity"])
        if let text = exact?.stringValue {
          let words = text.split(separator: " ", maxSplits: 1)
          #expect(Double(words[0]) == quantity.value && words[1] == quantity.unit.unitString)
        } else {
          let factor = told["unit"] == .string("%") ? 100.0 : 1
          let value = try #require(told["value"]?.doubleValue)
          #expect((value / factor).bitPattern == quantity.value.bitPattern)
        }
        #expect(told["system"] == .string("http://unitsofmeasure.org"))
      }
      let metadata = own.first { $0["url"] == .string("urn:dyad:metadata") }?["valueString"]
      let entries = try metadata?.stringValue.map { try JSONValue(parsing: $0) }?.objectValue
      #expect((entries?.count ?? 0) == sample.metadata.count)
      guard case .object(.workout(let workout)) = sample.value else { continue }
      let text = own.first { $0["url"] == .string("urn:dyad:events") }?["valueString"]?.stringValue
      let events = try text.map { try JSONValue(parsing: $0) }?.arrayValue ?? []
      #expect(events.count == workout.events.count)
      for (told, event) in zip(events, workout.events) {
        let kind = WorkoutEventType(rawValue: Int(event.kind))
        #expect(told["kind"]?.stringValue == kind.map { "\($0)" })
        let date = try DateText(parsing: told["date"]?.stringValue ?? "").secondsSince2001
        #expect(abs(date - event.date) < 1e-5)
        #expect((told["metadata"]?.objectValue?.count ?? 0) == event.metadata.count)
      }
      let legs = own.first { $0["url"] == .string("urn:dyad:legs") }?["valueString"]?.stringValue
      let uuids = try legs.map { try JSONValue(parsing: $0) }?.arrayValue ?? []
      #expect(uuids.map { $0["uuid"]?.stringValue } == workout.legs.map(\.uuid.description))
    }
  }
}
