internal import DyadServices
internal import HealthModel
internal import ProtobufWire
internal import Testing

@Suite struct PlainSampleMessageTests {
  private static let source = SourceRevision(
    source: Source(bundleIdentifier: "a.b", name: "A"), version: "1")
  private static let metadata: Metadata = [
    "text": .string("t"), "number": .double(0.5), "whole": .integer(-3), "flag": .bool(false),
    "date": .date(7.25), "amount": .quantity(Quantity(2, .count)),
  ]

  private static func sample(
    _ number: UInt64, _ type: ObjectType, _ value: Sample.Value, device: Device? = nil,
    metadata: Metadata = [:]
  ) -> Sample {
    Sample(
      uuid: SampleUUID(base: 1, counter: number), type: type, start: 10.5, end: 20, value: value,
      source: source, device: device, metadata: metadata)
  }

  /// One of each kind, with all that a sample can carry.
  private static var samples: [Sample] {
    var members = Members()
    members.append(SampleUUID(base: 1, counter: 1), of: .heartRate)
    members.append(SampleUUID(base: 1, counter: 2), of: .stepCount)
    let workout = Workout(
      activity: 37, duration: 9.5,
      events: [.init(kind: 1, date: 12, metadata: metadata), .init(kind: 2, date: 13)],
      totalEnergyBurned: Quantity(3, .count), totalDistance: nil,
      totalSwimmingStrokeCount: Quantity(4, .count))
    let document = Document(
      title: "T", patientName: "P", authorName: "A", custodianName: "C", byteCount: 12)
    return [
      sample(
        1, .heartRate, .quantity(Quantity(60, .count)), device: Device([.name: "W", .model: "M"]),
        metadata: metadata),
      sample(2, .stepCount, .quantity(Quantity(0, .count))),
      sample(3, .sleepAnalysis, .category(-1)),
      sample(4, .bloodPressure, .object(.correlation(members))),
      sample(5, .workout, .object(.workout(workout))),
      sample(6, .cda, .object(.document(document))),
      sample(
        7, .stateOfMind,
        .object(.details(Details(values: metadata, series: ["labels": [1, 2.5], "none": []])))),
    ]
  }

  private static func unnamed(_ type: ObjectType) -> SampleUUID {
    Issue.record("each has a UUID")
    return SampleUUID(high: 0, low: 0)
  }

  private func said(_ samples: [Sample]) throws -> [PlainSampleMessage] {
    try samples.flatMap { try PlainSampleMessage.messages(of: SampleRun($0), rows: 0..<1) }.map {
      try PlainSampleMessage(decoding: $0.encoded())
    }
  }

  @Test func `samples of every kind come back as they were said`() throws {
    let (runs, uuids) = try SampleRun.runs(plain: said(Self.samples), naming: Self.unnamed)
    #expect(runs.flatMap { run in (0..<run.count).map { run[$0] } } == Self.samples)
    #expect(uuids == Self.samples.map(\.uuid))
  }

  @Test func `rows of a type make one run, whatever lies between, and kinds never mix`() throws {
    var samples: [Sample] = []
    for number in 0..<UInt64(3) {
      let one = Sample.Value.quantity(Quantity(1, .count))
      samples.append(Self.sample(3 * number, .heartRate, one))
      samples.append(Self.sample(3 * number + 1, .heartRate, .category(1)))
      samples.append(Self.sample(3 * number + 2, .stepCount, one))
    }
    let (runs, _) = try SampleRun.runs(plain: said(samples), naming: Self.unnamed)
    #expect(runs.map(\.count) == [3, 3, 3])
    #expect(runs.map(\.type) == [.heartRate, .heartRate, .stepCount])
  }

  @Test func `what is left out has a meaning`() throws {
    var message = PlainSampleMessage(.quantity(2))
    message.type = "heartrate"
    message.start = 5
    let uuid = SampleUUID(base: 9, counter: 9)
    let (runs, uuids) = try SampleRun.runs(plain: [message]) { type in
      #expect(type == .heartRate)
      return uuid
    }
    let sample = try #require(runs.first)[0]
    #expect(uuids == [uuid] && sample.uuid == uuid)
    #expect(sample.type == .heartRate && sample.start == 5 && sample.end == 5)
    #expect(sample.value == .quantity(Quantity(2, try Unit(parsing: "count/s"))))
    #expect(sample.device == nil && sample.metadata.isEmpty)
  }

  @Test(arguments: [
    ("fooBarThing", "samples[0].type", "'fooBarThing' is no type that this node knows"),
    ("HKQuantityTypeIdentifierOfTomorrow", "samples[0].type", "say its unit"),
    ("sleepAnalysis", "samples[0].value", "samples of sleepAnalysis have no quantity"),
  ])
  func `a number without a unit says what is wrong with its type`(
    type: String, field: String, words: String
  ) throws {
    var message = PlainSampleMessage(.quantity(2))
    message.type = type
    message.start = 5
    let error = try #require(throws: StoreWireError.self) {
      try SampleRun.runs(plain: [message], naming: { _ in SampleUUID(high: 0, low: 1) })
    }
    #expect(error.field == field)
    #expect(error.detail.contains(words), "\(error)")
  }

  private static let flaws:
    [(field: String, change: @Sendable (inout PlainSampleMessage) -> Void)] =
      [
        ("samples[0].type", { $0.type = "" }), ("samples[0].uuid", { $0.uuid = "1234" }),
        ("samples[0].start", { $0.start = .nan }), ("samples[0].start", { $0.start = 1e300 }),
        ("samples[0].end", { $0.end = 1 }), ("samples[0].value", { $0.value = nil }),
        ("samples[0].quantity", { $0.value = .quantity(.infinity) }),
        ("samples[0].unit", { $0.unit = "bananas" }), ("samples[0].source", { $0.source = [0xFF] }),
        ("samples[0].device", { $0.device = [0xFF] }),
        ("samples[0].metadata.value", { $0.metadata = [PlainMetadataMessage()] }),
        (
          "samples[0].metadata",
          { $0.metadata = Array(repeating: PlainMetadataMessage(), count: 65) }
        ),
        (
          "samples[0].workout.duration",
          {
            var workout = PlainWorkoutMessage()
            workout.duration = .nan
            $0.value = .workout(workout)
          }
        ),
        (
          "samples[0].correlation.uuid",
          {
            var members = PlainMembersMessage()
            members.members = [PlainMemberMessage()]
            $0.value = .correlation(members)
          }
        ),
      ]

  @Test(arguments: flaws.indices) func `what cannot be read names its field`(index: Int) throws {
    let (field, change) = Self.flaws[index]
    var message = try PlainSampleMessage(Self.samples[0])
    change(&message)
    let error = try #require(throws: StoreWireError.self) {
      try SampleRun.runs(plain: [message], naming: Self.unnamed)
    }
    #expect(error.field == field)
    #expect(!error.detail.contains("60"))
  }

  @Test func `a run that leaves indexes and sources out is read`() throws {
    var run = SampleRun(Self.sample(1, .heartRate, .quantity(Quantity(60, .count))))
    run.append(Self.sample(2, .heartRate, .quantity(Quantity(61, .count))))
    var leftOut = WireWriter()
    // Fields 9 to 12 of a run are the sources, the devices and their indexes.
    var reader = try WireReader(SampleRun.messages(of: [run])[0])
    while let field = try reader.nextField() {
      if !(9...12).contains(field.number) { leftOut.write(field.value, field: field.number) }
    }
    let read = try #require(try SampleRun.runs([leftOut.bytes]).first)
    #expect(read.sources.values == [.unsaid] && read.devices.values == [nil])
    #expect(read.payload == run.payload && read.count == 2)
  }
}
