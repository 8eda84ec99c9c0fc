internal import HealthModel
internal import TestSupport
internal import Testing

/// What a run weighs, counted from its comment.
struct WeightTests {
  private static let source = SourceRevision(
    source: Source(bundleIdentifier: "app.é", name: "App"), version: "12")
  private static let type = ObjectType("T")
  private static let bare = 128 + 1 + 64 + 16 + 6 + 3 + 2

  private static func run(
    _ value: Sample.Value, device: Device? = nil, metadata: Metadata = [:]
  ) -> SampleRun {
    SampleRun(
      Sample(
        uuid: SampleUUID(base: 1, counter: 1), type: type, start: 0, end: 0, value: value,
        source: source, device: device, metadata: metadata))
  }

  @Test func `columns weigh what the comment says`() {
    #expect(Self.run(.category(1)).weight == Self.bare)
    #expect(Self.run(.quantity(Quantity(1, .count))).weight == Self.bare + 64)
    let device = Device([.name: "Uhr", .model: "é"])
    #expect(Self.run(.category(1), device: device).weight == Self.bare + 16 + 11 + 10)
    let metadata: Metadata = ["key": .string("value"), "other": .quantity(Quantity(1, .count))]
    #expect(
      Self.run(.category(1), metadata: metadata).weight
        == Self.bare + (64 + 3 + 8 + 16 + 5) + (64 + 5 + 8 + 16 + 32))
  }

  @Test func `objects weigh what the comment says`() {
    var members = Members()
    members.append(SampleUUID(base: 1, counter: 2), of: ObjectType("AB"))
    members.append(SampleUUID(base: 1, counter: 3), of: ObjectType("AB"))
    let body = Self.bare + 32
    #expect(Self.run(.object(.correlation(members))).weight == body + 48 + 10)
    #expect(
      Self.run(.object(.association(container: SampleUUID(base: 1, counter: 9), members))).weight
        == body + 48 + 10)
    #expect(Self.run(.object(.unknown([1, 2, 3]))).weight == body + 3)
    let document = Document(
      title: "é", patientName: "b", authorName: "cc", custodianName: "", byteCount: 9_999)
    #expect(Self.run(.object(.document(document))).weight == body + 5)
    let workout = Workout(
      activity: 1, duration: 1,
      events: [
        Workout.Event(kind: 1, date: 0),
        Workout.Event(kind: 1, date: 0, metadata: ["k": .bool(true)]),
      ])
    #expect(Self.run(.object(.workout(workout))).weight == body + 256 + 64 + 24 + 1 + 8)
  }

  @Test func `what is joined weighs no more than its parts`() {
    var run = SampleRun.steps(0..<10)
    let other = SampleRun.steps(10..<700, by: "app.own")
    let sum = run.weight + other.weight
    run.append(other, rows: 0..<other.count)
    #expect(run.weight < sum)
    #expect(run.slice(0..<10).weight < run.weight)
  }
}
