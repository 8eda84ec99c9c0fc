internal import ConformanceKit
internal import ConformanceWire
internal import Testing

/// The sums of HealthStorageReadingTests, where WeightTests counts them from the text.
struct WeightTests {
  private static let bare = 128 + 1 + 64 + 16 + 6 + 3 + 2

  private static func weight(
    _ payload: Sample.Payload, device: [String: String]? = nil,
    metadata: [String: Sample.Metadatum] = [:]
  ) throws -> Int {
    let dot = Dot(1, "T", 1)
    return try Weight.run(
      Run.value([
        Sample(
          dot, uuid: Sample.uuid(dot), start: 0, end: 0, payload,
          source: .init("app.é", "App", version: "12"), device: device, metadata: metadata)
      ]))
  }

  @Test func `columns weigh what the text says`() throws {
    #expect(try Self.weight(.category(1)) == Self.bare)
    #expect(try Self.weight(.quantity(1, unit: "count")) == Self.bare + 64)
    #expect(
      try Self.weight(.category(1), device: ["name": "Uhr", "model": "é"])
        == Self.bare + 16 + 11 + 10)
    let metadata: [String: Sample.Metadatum] = [
      "key": .init(.string, "value"), "other": .init(.quantity, 1.0, unit: "count"),
    ]
    #expect(
      try Self.weight(.category(1), metadata: metadata)
        == Self.bare + (64 + 3 + 8 + 16 + 5) + (64 + 5 + 8 + 16 + 32))
  }

  @Test func `objects weigh what the text says`() throws {
    let members = (2...3).map { (type: "AB", uuid: UUID(base: 1, counter: $0)) }
    let body = Self.bare + 32
    #expect(try Self.weight(.body(Body.correlation(members))) == body + 48 + 10)
    #expect(
      try Self.weight(.body(Body.association(UUID(base: 1, counter: 9), members)))
        == body + 48 + 10)
    var unknown: Value = [:]
    unknown.extra = [1, 2, 3]
    #expect(try Self.weight(.body(unknown)) == body + 3)
    var document = Body.document(title: "é", byteCount: 9999)
    document["document"]["patient_name"] = "b"
    document["document"]["author_name"] = "cc"
    document["document"]["custodian_name"] = ""
    #expect(try Self.weight(.body(document)) == body + 5)
    let workout = Body.workout(
      activity: 1, duration: 1, events: [0, 0], eventMetadata: [[:], ["k": .init(.bool, true)]])
    #expect(try Self.weight(.body(workout)) == body + 256 + 64 + 24 + 1 + 8)
    let legs = Body.workout(
      activity: 1, duration: 1,
      legs: [
        Body.leg(
          UUID(base: 1, counter: 9), activity: 1, from: 0, to: 1, ["é": .init(.string, "ab")])
      ])
    #expect(try Self.weight(.body(legs)) == body + 256 + 64 + 24 + 2 + 2)
  }

  @Test func `counts that nobody could hold are refused`() {
    let run: Value = [
      "metadata": [["count": 4_294_967_295, "value_count": 4_294_967_295]]
    ]
    #expect(throws: ModelError.self) { _ = try Weight.run(run) }
    let workout: Value = [
      "objects": ["bodies": [["workout": ["event_count": 4_294_967_295]]]]
    ]
    #expect(throws: ModelError.self) { _ = try Weight.run(workout) }
  }
}
