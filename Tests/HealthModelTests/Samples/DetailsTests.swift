internal import HealthModel
internal import Testing

struct DetailsTests {
  private static let dates = 100.0...110.0

  private static let route = Details(series: [
    "time": [100, 104, 104, 110], "latitude": [48, 48.1, 90, -90],
    "longitude": [11, 11, 180, -180],
  ])
  private static let heart = Details(
    values: [
      "classification": .integer(1), "symptomsStatus": .integer(0),
      "samplingFrequency": .quantity(Quantity(512, .hertz())),
    ], series: ["microvolts": [-180.5, 3]])
  private static let mood = Details(values: ["kind": .integer(2), "valence": .double(-1)])

  private static let lens = Details(values: [
    "kind": .integer(2), "brand": .string(""), "expires": .date(200),
    "leftSphere": .quantity(Quantity(-2.25, .diopter)),
  ])
  private static let record = Details(values: [
    "displayName": .string("Pollen"), "resourceType": .string("AllergyIntolerance"),
    "resource": .string(String(repeating: "x", count: Details.mostTextBytes)),
  ])
  private static let allergy = ObjectType("HKClinicalTypeIdentifierAllergyRecord")

  /// A change of something that is right.
  private struct Wrong: Sendable {
    let type: ObjectType
    let details: Details

    init(_ type: ObjectType, _ details: Details, _ change: (inout Details) -> Void) {
      self.type = type
      var details = details
      change(&details)
      self.details = details
    }
  }

  @Test func `what a type asks for is taken`() throws {
    try Self.route.check(for: .workoutRoute, in: Self.dates)
    try Self.heart.check(for: .electrocardiogram, in: Self.dates)
    try Self.mood.check(for: .stateOfMind, in: Self.dates)
    try Details(series: ["seconds": [0, 0, 10], "gap": [0, 1, 0]])
      .check(for: .heartbeatSeries, in: Self.dates)
    try Details(series: ["frequency": [500], "side": [1], "sensitivity": [20]])
      .check(for: .audiogram, in: Self.dates)
    try Self.lens.check(for: .visionPrescription, in: Self.dates)
    try Self.record.check(for: Self.allergy, in: Self.dates)
    try Details(series: ["answers": [0, 1, 2, 3, 0, 0, 0]])
      .check(for: .gad7Assessment, in: Self.dates)
    try Details(series: ["answers": [0, 1, 2, 3, 4, 0, 0, 0, 0]])
      .check(for: .phq9Assessment, in: Self.dates)
  }

  @Test func `anything else is refused without a value`() {
    let wrong = [
      Wrong(.workoutRoute, Self.route) { $0.series["latitude"] = nil },
      Wrong(.workoutRoute, Self.route) { $0.series["latitude"]?[0] = 90.1 },
      Wrong(.workoutRoute, Self.route) { $0.series["latitude"]?[0] = .nan },
      Wrong(.workoutRoute, Self.route) { $0.series["latitude"]?.removeLast() },
      Wrong(.workoutRoute, Self.route) { $0.series["height"] = [1, 2, 3, 4] },
      Wrong(.workoutRoute, Self.route) { $0.series["time"]?[3] = 110.5 },
      Wrong(.workoutRoute, Self.route) { $0.series["time"]?[0] = 99.5 },
      Wrong(.workoutRoute, Self.route) { $0.series["time"]?[1] = 105 },
      Wrong(.workoutRoute, Self.route) { $0.values["speed"] = .double(1) },
      Wrong(.workoutRoute, Self.route) { $0.series = $0.series.mapValues { _ in [] } },
      Wrong(.electrocardiogram, Self.heart) { $0.values["classification"] = .double(1) },
      Wrong(.electrocardiogram, Self.heart) { $0.values["symptomsStatus"] = .integer(3) },
      Wrong(.electrocardiogram, Self.heart) { $0.values["samplingFrequency"] = nil },
      Wrong(.electrocardiogram, Self.heart) {
        $0.values["samplingFrequency"] = .quantity(Quantity(512, .meter()))
      },
      Wrong(.electrocardiogram, Self.heart) {
        $0.series["microvolts"] = [Double](repeating: 0, count: Details.mostNumbers + 1)
      },
      Wrong(.stateOfMind, Self.mood) { $0.values["valence"] = .double(1.01) },
      Wrong(.stateOfMind, Self.mood) { $0.series["labels"] = [1.5] },
      Wrong(.visionPrescription, Self.lens) { $0.values["kind"] = .integer(3) },
      Wrong(.visionPrescription, Self.lens) { $0.values["expires"] = .integer(3) },
      Wrong(.visionPrescription, Self.lens) {
        $0.values["rightSphere"] = .quantity(Quantity(1, .meter()))
      },
      Wrong(.visionPrescription, Self.lens) { $0.series["sphere"] = [1] },
      Wrong(Self.allergy, Self.record) { $0.values["displayName"] = .string("") },
      Wrong(Self.allergy, Self.record) {
        $0.values["resource"] = .string(String(repeating: "x", count: Details.mostTextBytes + 1))
      },
      Wrong(Self.allergy, Self.record) { $0.values["identifier"] = .string("a\0") },
      Wrong(.gad7Assessment, Details()) { $0.series["answers"] = [0, 1, 2, 3, 0, 0] },
      Wrong(.heartRate, Details()) { _ in },
    ]
    for one in wrong {
      let error = #expect(throws: ModelError.self, "\(one)") {
        try one.details.check(for: one.type, in: Self.dates)
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func `texts make runs end as numbers do`() {
    let samples = (0..<9).map { number in
      Sample(
        uuid: SampleUUID(high: UInt64(number), low: 1), type: Self.allergy, start: 100, end: 100,
        value: .object(.details(Self.record)),
        source: SourceRevision(source: Source(bundleIdentifier: "clinic", name: "Clinic")))
    }
    var run = SampleRun(samples[0])
    for sample in samples.dropFirst() { run.append(sample) }
    // Eight resources alone would fill one; each has a name as well.
    #expect(run.rows(from: 0, to: 9).end == 7)
  }

  @Test func `an object ends with the last that it carries`() {
    #expect(Self.route.start == 100 && Self.route.end(from: 100) == 110)
    #expect(Self.heart.start == nil && Self.heart.end(from: 100) == 100 + 2.0 / 512)
    #expect(Self.mood.end(from: 100) == 100)
    let beats = Details(series: ["seconds": [0, 0.1, 0.7], "gap": [0, 0, 0]])
    #expect(beats.end(from: 1e9) >= 1e9 + 0.7 && beats.end(from: 1e9) < 1e9 + 0.701)
  }

  @Test func `rows end before their details have more numbers than a run may have`() throws {
    let sizes = [100_000, 100_000, 100_000, 0, 262_144, 300_000, 1]
    var run = SampleRun(empty: .electrocardiogram, like: .objects([]))
    for (index, size) in sizes.enumerated() {
      let details = Details(series: ["microvolts": [Double](repeating: 1, count: size)])
      run.append(
        Sample(
          uuid: SampleUUID(high: 1, low: UInt64(index)), type: .electrocardiogram, start: 0,
          end: 1, value: .object(.details(details)), source: .unsaid))
    }
    var ends: [Int] = []
    var row = 0
    while row < run.count {
      row = run.rows(from: row, to: run.count).end
      ends.append(row)
    }
    // One that is too large for any run stands alone.
    #expect(ends == [2, 4, 5, 6, 7])
    #expect(run.rows(from: 0, to: 7, afterNumbers: 200_000).end == 0)
    #expect(run.rows(from: 3, to: 4, afterNumbers: 262_144).end == 4)
  }
}
