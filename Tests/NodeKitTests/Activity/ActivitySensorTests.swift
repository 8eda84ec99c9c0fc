internal import CalendarEdges
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeApps
@testable internal import NodeLog

// The daemon alone is made of these parts, so that none of them is `package`.

/// What a watch works out of what is measured there.
@Suite(.timeLimit(.minutes(2))) struct ActivitySensorTests {
  private static let log = Log(.error, to: DroppedLines())
  /// The beginning of an hour in Nepal, where clocks are 45 minutes off.
  private static let hour =
    700_000_200.0 - 700_000_200.0.truncatingRemainder(dividingBy: 3_600) + 900

  /// A watch whose clock shows what a test says.
  private final class Watch: Sendable {
    let store: LocalStore
    let owner: OwnerSession
    private let now: SharedClock
    private let uuids: Mutex<UUIDSequence>

    private final class SharedClock: Sendable {
      let shown = Mutex(0.0)
    }

    init(at time: Double) async throws {
      let now = SharedClock()
      now.shown.withLock { $0 = time }
      self.now = now
      store = try await LocalStore.openInMemory(clock: WallClock { now.shown.withLock { $0 } })
      owner = OwnerSession(store)
      var entropy = Entropy()
      uuids = Mutex(UUIDSequence(using: &entropy))
    }

    func set(_ time: Double) { now.shown.withLock { $0 = time } }

    /// A sensor as the node begins with it.
    var sensor: ActivitySensor {
      get throws {
        let device = try #require(DeviceID(Array(repeating: 7, count: DeviceID.byteCount)))
        let nepal = try TimeZoneRules.named("+05:45")
        return ActivitySensor(store, on: device, log: ActivitySensorTests.log) { nepal }
      }
    }

    func save(
      _ type: ObjectType, _ value: Sample.Value, from start: Double, to end: Double
    ) async throws {
      let uuid = uuids.withLock { $0.take(for: type) }
      let source = SourceRevision(source: Source(bundleIdentifier: "app.one", name: "App"))
      try await owner.save([
        SampleRun(
          Sample(uuid: uuid, type: type, start: start, end: end, value: value, source: source))
      ])
    }

    func walk(_ steps: Double, from start: Double, to end: Double) async throws {
      try await save(.stepCount, .quantity(Quantity(steps, .count)), from: start, to: end)
    }

    func all(_ type: ObjectType) async throws -> [Sample] {
      var all: [Sample] = []
      for try await run in try await store.samples(
        SampleQuery(type, order: [SortDescriptor(.start)]))
      {
        all += (0..<run.count).map { run[$0] }
      }
      return all
    }

    /// Which hours are stood, and which are idle, by how many hours after the first they begin.
    var hours: [Double: Bool] {
      get async throws {
        var hours: [Double: Bool] = [:]
        for sample in try await all(.appleStandHour) {
          let isStood = sample.value == .category(Int64(AppleStandHourValue.stood.rawValue))
          let former = hours.updateValue(
            isStood, forKey: (sample.start - ActivitySensorTests.hour) / 3_600)
          #expect(former == nil, "an hour is told once")
        }
        return hours
      }
    }
  }

  @Test func `what is measured becomes minutes and hours of a source of the node's own, once`()
    async throws
  {
    let watch = try await Watch(at: Self.hour + 7_300)
    try await watch.walk(330, from: Self.hour + 60, to: Self.hour + 240)
    let workout = Workout(activity: 37, duration: 90)
    try await watch.save(
      .workout, .object(.workout(workout)), from: Self.hour + 600, to: Self.hour + 690)
    let slow = Sample.Value.quantity(Quantity(1, try #require(Unit.remembered("count/s"))))
    try await watch.save(.heartRate, slow, from: Self.hour + 4_000, to: Self.hour + 4_000)
    let next = try await watch.sensor.look(from: -.infinity)
    #expect(next == Self.hour + 7_200)
    let minutes = try await watch.all(.appleExerciseTime)
    #expect(minutes.map { $0.start - Self.hour } == [60, 120, 180, 600, 660])
    #expect(minutes.allSatisfy { $0.end == $0.start + 60 })
    let values = minutes.map(\.value)
    #expect(values == [1, 1, 1, 1, 0.5].map { .quantity(Quantity($0, .minute)) })
    #expect(Set(minutes.map(\.source.source.bundleIdentifier)) == ["dyad.sensor.activity"])
    #expect(try await watch.hours == [0: true, 1: false])
    let before = watch.store.state.anchor
    // Neither a second look nor a node that begins anew saves anything.
    _ = try await watch.sensor.look(from: -.infinity)
    #expect(watch.store.state.anchor == before)
  }

  @Test func `an hour that was idle is stood when its steps come late`() async throws {
    let watch = try await Watch(at: Self.hour + 3_700)
    try await watch.walk(20, from: Self.hour, to: Self.hour + 60)
    _ = try await watch.sensor.look(from: -.infinity)
    #expect(try await watch.hours == [0: false])
    try await watch.walk(70, from: Self.hour + 300, to: Self.hour + 1_000)
    _ = try await watch.sensor.look(from: Self.hour + 300)
    #expect(try await watch.hours == [0: true])
  }

  @Test func `what was deleted stays so, and the rest comes`() async throws {
    let watch = try await Watch(at: Self.hour + 300)
    try await watch.walk(240, from: Self.hour, to: Self.hour + 120)
    let sensor = try watch.sensor
    _ = try await sensor.look(from: -.infinity)
    let first = try #require(try await watch.all(.appleExerciseTime).first)
    try await watch.owner.delete([first.uuid])
    try await watch.walk(120, from: Self.hour + 180, to: Self.hour + 240)
    // An hour before that was idle, and its steps come late.
    try await watch.walk(20, from: Self.hour - 3_600, to: Self.hour - 3_540)
    _ = try await sensor.look(from: -.infinity)
    #expect(try await watch.hours == [-1: false, 0: true])
    try await watch.walk(70, from: Self.hour - 3_000, to: Self.hour - 2_000)
    _ = try await sensor.look(from: -.infinity)
    #expect(try await watch.hours == [-1: true, 0: true])
    #expect(
      try await watch.all(.appleExerciseTime).map { $0.start - Self.hour } == [60, 180])
  }

  @Test func `minutes and hours that somebody told already are left to them`() async throws {
    let watch = try await Watch(at: Self.hour + 300)
    let start = Self.hour
    try await watch.save(
      .appleExerciseTime, .quantity(Quantity(1, .minute)), from: start, to: start + 60)
    let stood = Sample.Value.category(Int64(AppleStandHourValue.stood.rawValue))
    try await watch.save(.appleStandHour, stood, from: start, to: start + 3_600)
    // By clocks that are not set to the second.
    try await watch.save(
      .appleExerciseTime, .quantity(Quantity(0.5, .minute)), from: start + 150, to: start + 179)
    try await watch.walk(480, from: start, to: start + 240)
    _ = try await watch.sensor.look(from: -.infinity)
    #expect(
      try await watch.all(.appleExerciseTime).map(\.source.source.bundleIdentifier)
        == ["app.one", "dyad.sensor.activity", "app.one", "dyad.sensor.activity"])
    #expect(try await watch.all(.appleStandHour).count == 1)
  }

  @Test func `what is older than a week, or than what the watch may hold, makes nothing`()
    async throws
  {
    let watch = try await Watch(at: Self.hour + 8 * 86_400)
    try await watch.walk(600, from: Self.hour, to: Self.hour + 300)
    _ = try await watch.sensor.look(from: -.infinity)
    #expect(try await watch.all(.appleExerciseTime).isEmpty)
    watch.set(Self.hour + 6 * 86_400)
    try await watch.store.commit(.setCutoff(Self.hour + 120))
    _ = try await watch.sensor.look(from: -.infinity)
    #expect(try await watch.all(.appleExerciseTime).first?.end ?? 0 >= Self.hour + 120)
  }

  @Test func `it looks after the minute in which something was measured`() async throws {
    // The minute is over in an instant, again and again.
    let watch = try await Watch(at: Self.hour + 899.999)
    let sensor = try watch.sensor
    var news = watch.store.wakeups(for: [.appleExerciseTime]).makeAsyncIterator()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await sensor.run() }
      defer { group.cancelAll() }
      for start in [Self.hour, Self.hour + 300] {
        try await watch.walk(400, from: start, to: start + 120)
        #expect(await news.next() != nil)
      }
    }
    #expect(try await watch.all(.appleExerciseTime).count == 4)
  }
}
