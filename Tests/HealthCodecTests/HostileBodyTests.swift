internal import CDyadMessages
internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: bodies and metadata are broken by way of the codec's own packing.
struct HostileBodyTests {
  @Test func `bytes that are not UTF-8 are refused`() throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.type = packing.array([CChar(bitPattern: 0xC3), 0x28, 0])
    }
    #expect(error.code == .badText)
    #expect(error.field == "SampleRun.type")
  }

  @Test(arguments: ["\0", "a\0b", "a\0"])
  func `a text with a NUL is refused`(text: String) throws {
    // Field 1, `type`, once more: the last one counts.
    let bytes = try HostileRun.quantities().encoded() + [0x0A, UInt8(text.utf8.count)] + text.utf8
    let error = try #require(throws: CodecError.self) {
      try SampleRun(decoding: bytes, limits: .stored)
    }
    #expect(error.code == .badText)
    #expect(error.field == "SampleRun.type")
  }

  @Test func `a text with a NUL is not encoded`() throws {
    var run = try HostileRun.quantities()
    run.setSource(SourceRevision(source: Source(bundleIdentifier: "a\0b", name: "")))
    let error = try #require(throws: CodecError.self) { try run.encoded() }
    #expect(error.code == .badText)
    #expect(error.operation == .encode)
    #expect(error.field == "SampleRun.sources")
  }

  @Test func `a run without a payload is refused`() throws {
    let error = try HostileRun.error { message, _ in
      unsafe message.pointee.payload_case = DYAD__V1__SAMPLE_RUN__PAYLOAD__NOT_SET
    }
    #expect(error.code == .malformed)
    #expect(error.field == "SampleRun.payload")
  }

  @Test func `fewer bodies than rows are refused`() throws {
    let run = try HostileRun.objects(.correlation(Members()))
    let error = try HostileRun.error(.stored, run) { message, _ in
      unsafe message.pointee.objects.pointee.n_bodies = 3
    }
    #expect(error.code == .wrongCount)
    #expect(error.field == "SampleRun.objects.bodies")
  }

  @Test func `bodies with more members than a run may have are refused`() throws {
    let run = try HostileRun.objects(.correlation(Members()))
    let error = try HostileRun.error(.stored, run) { message, packing in
      for row in 0..<HostileRun.rows {
        let members = unsafe packing.make(dyad__v1__members__init)
        unsafe members.pointee.count = 60_000
        unsafe members.pointee.types = try packing.texts(["T"])
        unsafe members.pointee.n_types = 1
        unsafe members.pointee.type_indexes = packing.column(indexes: [0], ends: [60_000])
        unsafe members.pointee.uuids = packing.column(
          (0..<60_000).map { SampleUUID(base: 1, counter: $0) })
        unsafe message.pointee.objects.pointee.bodies[row]?.pointee.correlation = members
      }
    }
    #expect(error.code == .tooLarge)
    #expect(error.field == "SampleRun.objects.bodies.correlation.count")
  }

  @Test func `two legs of a workout with one name are refused`() throws {
    let legs = (1...2).map { number in
      Workout.Leg(SampleUUID(base: 1, counter: number), activity: 1, start: 0, end: 1)
    }
    let run = try HostileRun.objects(.workout(Workout(activity: 1, duration: 1, legs: legs)))
    let error = try HostileRun.error(.stored, run) { message, _ in
      let workout = unsafe message.pointee.objects.pointee.bodies[2]?.pointee.workout
      unsafe workout?.pointee.legs[1]?.pointee.uuid = workout!.pointee.legs[0]!.pointee.uuid
    }
    #expect(error.code == .duplicate)
    #expect(error.field == "SampleRun.objects.bodies.workout.legs")
  }

  @Test func `a workout's duration that is not finite is refused`() throws {
    let run = try HostileRun.objects(.workout(Workout(activity: 1, duration: 1)))
    let error = try HostileRun.error(.stored, run) { message, _ in
      unsafe message.pointee.objects.pointee.bodies[2]?.pointee.workout.pointee.duration = .nan
    }
    #expect(error.code == .notFinite)
    #expect(error.field == "SampleRun.objects.bodies.workout.duration")
  }

  private static let details = Details(
    values: ["kind": .integer(1), "valence": .double(0.5)], series: ["a": [1, 2], "b": [3]])

  @Test func `a series with a number that is not finite is refused`() throws {
    let run = try HostileRun.objects(.details(Self.details))
    let error = try HostileRun.error(.stored, run) { message, packing in
      let body = unsafe message.pointee.objects.pointee.bodies[2]
      unsafe body?.pointee.details.pointee.series[0]?.pointee.numbers = packing.column([1, .nan])
    }
    #expect(error.code == .notFinite)
    #expect(error.field == "SampleRun.objects.bodies.details.series.numbers")
  }

  @Test func `two series of one name are refused`() throws {
    let run = try HostileRun.objects(.details(Self.details))
    let error = try HostileRun.error(.stored, run) { message, packing in
      let body = unsafe message.pointee.objects.pointee.bodies[0]
      unsafe body?.pointee.details.pointee.series[1]?.pointee.name = try packing.text("a")
    }
    #expect(error.code == .duplicate)
    #expect(error.field == "SampleRun.objects.bodies.details.series")
  }

  @Test func `a value that is told without a row is refused`() throws {
    let run = try HostileRun.objects(.details(Self.details))
    let error = try HostileRun.error(.stored, run) { message, packing in
      let body = unsafe message.pointee.objects.pointee.bodies[0]
      let none = try unsafe packing.metadata([MetadataColumn(key: "kind")])
      unsafe body?.pointee.details.pointee.values[0] = none[0]
    }
    #expect(error.code == .wrongCount)
    #expect(error.field == "SampleRun.objects.bodies.details.values")
  }

  @Test func `series with more numbers than a run may have are refused`() throws {
    let many = Details(series: ["a": [Double](repeating: 1, count: 60_000)])
    let bytes = try HostileRun.objects(.details(many)).encoded()
    #expect(try SampleRun(decoding: bytes, limits: .stored).count == HostileRun.rows)
    let error = try HostileRun.error(.stored, try HostileRun.objects(.details(many))) {
      message, packing in
      let body = unsafe message.pointee.objects.pointee.bodies[3]
      let series = unsafe body?.pointee.details.pointee.series[0]
      unsafe series?.pointee.count = 90_000
      unsafe series?.pointee.numbers = packing.column([Double](repeating: 1, count: 90_000))
    }
    #expect(error.code == .tooLarge)
    #expect(error.field == "SampleRun.objects.bodies.details.series.count")
  }

  @Test func `more numbers than a run may have are not encoded`() throws {
    let many = Details(series: ["a": [Double](repeating: 1, count: 80_000)])
    let error = try #require(throws: CodecError.self) {
      try HostileRun.objects(.details(many)).encoded()
    }
    #expect(error.code == .tooLarge && error.operation == .encode)
  }

  @Test func `a document longer than 2^63 bytes is refused`() throws {
    let document = Document(
      title: "t", patientName: "p", authorName: "a", custodianName: "c", byteCount: 1)
    let run = try HostileRun.objects(.document(document))
    let error = try HostileRun.error(.stored, run) { message, _ in
      unsafe message.pointee.objects.pointee.bodies[0]?.pointee.document.pointee.byte_count = .max
    }
    #expect(error.code == .outOfRange)
  }

  @Test func `a container that is no UUID is refused`() throws {
    let run = try HostileRun.objects(
      .association(container: SampleUUID(high: 1, low: 1), Members()))
    let error = try HostileRun.error(.stored, run) { message, _ in
      unsafe message.pointee.objects.pointee.bodies[0]?.pointee.association.pointee.container.len =
        15
    }
    #expect(error.code == .wrongCount)
    #expect(error.field == "SampleRun.objects.bodies.association.container")
  }

  @Test(arguments: [[3, 1], [1, 1]])
  func `metadata rows that do not ascend are refused`(rows: [Int64]) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.metadata[0]?.pointee.rows = packing.column(rows)
    }
    #expect(error.code == .unordered)
    #expect(error.field == "SampleRun.metadata.rows")
  }

  @Test(arguments: [[0, 4], [-1, 1]])
  func `metadata rows that are not there are refused`(rows: [Int64]) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.metadata[0]?.pointee.rows = packing.column(rows)
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.metadata.rows")
  }

  @Test(arguments: [[6, 0], [-1, 0]])
  func `metadata of an unknown kind is refused`(kinds: [Int64]) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.metadata[0]?.pointee.kinds = packing.column(kinds)
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.metadata.kinds")
  }

  @Test func `metadata without the values of a kind is refused`() throws {
    let error = try HostileRun.error { message, _ in
      unsafe message.pointee.metadata[0]?.pointee.n_strings = 0
    }
    #expect(error.code == .wrongCount)
    #expect(error.field == "SampleRun.metadata.strings")
  }

  @Test func `a key with two columns is refused`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe message.pointee.metadata[0]
      unsafe message.pointee.metadata = packing.array([column, column])
      unsafe message.pointee.n_metadata = 2
    }
    #expect(error.code == .duplicate)
    #expect(error.field == "SampleRun.metadata.key")
  }

  @Test func `more metadata entries than a run may have are refused`() throws {
    let error = try HostileRun.error { message, _ in
      unsafe message.pointee.metadata[0]?.pointee.count = .max
    }
    #expect(error.code == .tooLarge)
    #expect(error.field == "SampleRun.metadata.count")
  }

  @Test func `more sources than rows are refused`() throws {
    let error = try HostileRun.error { message, packing in
      let source = unsafe message.pointee.sources[0]
      unsafe message.pointee.sources = packing.array(Array(repeating: source, count: 5))
      unsafe message.pointee.n_sources = 5
    }
    #expect(error.code == .tooLarge)
    #expect(error.field == "SampleRun.sources")
  }

  @Test func `an unknown type is kept`() throws {
    let run = try HostileRun.quantities()
    let decoded = try SampleRun(decoding: run.encoded(), limits: .stored)
    #expect(decoded.type == ObjectType("T"))
  }

  @Test func `a NaN in metadata keeps its bits`() throws {
    let value = Double(nan: 0x123, signaling: false)
    var run = try HostileRun.run(.category([1, 2, 3, 4]))
    run.append(
      Sample(
        uuid: SampleUUID(high: 8, low: 8), type: run.type, start: 0, end: 0, value: .category(1),
        source: run.sources[0], metadata: ["n": .double(value)]))
    run = run.slice(4..<5)
    let decoded = try SampleRun(decoding: run.encoded(), limits: .stored)
    guard case .double(let back) = try #require(decoded.metadata[0].value(at: 0)) else {
      Issue.record("another kind of value")
      return
    }
    #expect(back.bitPattern == value.bitPattern)
  }
}
