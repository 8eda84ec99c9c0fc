internal import HealthCodec
internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct WorkoutMessageTests {
  private static let plan = WorkoutPlan(
    .swimming, .indoor, swimmingLocation: .pool, lapLength: Quantity(25, .meter()))

  private static func sessions() throws -> WorkoutSessions {
    let ended = try WorkoutSession(
      SampleUUID(base: 1, counter: 1), of: "app.one", WorkoutPlan(.running, .outdoor),
      [
        .init(.prepared, at: 0.5), .init(.started, at: 1), .init(.paused, at: 2),
        .init(.lap, at: 1.25, lasting: 0.5),
        .init(.leg, at: 2, beginning: .init(SampleUUID(base: 1, counter: 3), plan)),
        .init(.legEnded, at: 2.5), .init(.recovered, at: 3), .init(.replaced, at: 4),
      ])
    let running = try WorkoutSession(
      SampleUUID(base: 1, counter: 2), of: "", plan, [.init(.started, at: 4)])
    return try WorkoutSessions([ended, running])
  }

  @Test func `sessions come back as they are`() throws {
    let sessions = try Self.sessions()
    let bytes = try sessions.encoded()
    #expect(try WorkoutSessions(decoding: bytes, limits: .stored) == sessions)
    for session in sessions.all {
      #expect(try WorkoutSession(decoding: session.encoded(), limits: .wire) == session)
      #expect(try WorkoutPlan(decoding: session.plan.encoded(), limits: .wire) == session.plan)
    }
    #expect(try WorkoutSessions(decoding: [], limits: .stored) == WorkoutSessions())
  }

  @Test func `what is changed anywhere is read as something that can be, or refused`() throws {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    let bytes = try Self.sessions().encoded()
    var refused = 0
    for _ in 0..<2_000 {
      var changed = bytes
      changed[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
        in: 0...255, using: &generator)
      if Bool.random(using: &generator) {
        changed.removeLast(Int.random(in: 0...bytes.count, using: &generator))
      }
      guard let read = try? WorkoutSessions(decoding: changed, limits: .wire) else {
        refused += 1
        continue
      }
      #expect(read.all.count { $0.state != .ended } <= 1, "seed \(generator.seed)")
    }
    #expect(refused > 500)
  }

  private static func orders() throws -> WorkoutOrders {
    let watch = try #require(DeviceID(Array(1...13)))
    let session = SampleUUID(base: 7, counter: 1)
    return try WorkoutOrders([
      WorkoutOrder(1, to: watch, for: nil, WorkoutChange(beginning: plan)),
      WorkoutOrder(.max, to: watch, for: "app.one", WorkoutChange(.paused, to: session)),
      WorkoutOrder(3, to: watch, for: "app.two", WorkoutChange(.ended, to: session)),
    ])
  }

  @Test func `orders come back as they are, or are refused`() throws {
    let orders = try Self.orders()
    let bytes = try orders.encoded()
    #expect(try WorkoutOrders(decoding: bytes, limits: .stored) == orders)
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    var refused = 0
    for _ in 0..<2_000 {
      var changed = bytes
      changed[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
        in: 0...255, using: &generator)
      guard let read = try? WorkoutOrders(decoding: changed, limits: .wire) else {
        refused += 1
        continue
      }
      for order in read.all {
        #expect((order.change.plan != nil) == (order.change.kind == .started))
        #expect((order.change.plan == nil) == (order.change.session != nil))
      }
    }
    #expect(refused > 500, "seed \(generator.seed)")
  }

  @Test func `orders that cannot be are refused`() throws {
    let watch = try #require(DeviceID(Array(1...13)))
    let session = SampleUUID(base: 7, counter: 1)
    var late = WorkoutChange(.paused, to: session)
    late.date = 1
    for change in [
      WorkoutChange(.started, to: session), WorkoutChange(.paused),
      WorkoutChange(.replaced, to: session),
      WorkoutChange(beginning: Self.plan, .prepared), late,
    ] {
      #expect(throws: ModelError.self) { try WorkoutOrder(1, to: watch, for: nil, change) }
    }
    let order = try #require(try Self.orders().all.first)
    #expect(throws: ModelError.self) { try WorkoutOrders([order, order]) }
    let many = try (0...UInt64(WorkoutOrders.most)).map {
      try WorkoutOrder($0, to: watch, for: nil, order.change)
    }
    #expect(throws: ModelError.self) { try WorkoutOrders(many) }
    #expect(try WorkoutOrders(Array(many.dropLast())).all.count == WorkoutOrders.most)
  }

  @Test func `a plan of what there is not is refused`() throws {
    // An activity of 85, and a swimming location of a run.
    for bytes in [[0x08, 0x55, 0x10, 0x01], [0x08, 0x25, 0x10, 0x01, 0x18, 0x01]] as [[UInt8]] {
      #expect(throws: CodecError.self) { try WorkoutPlan(decoding: bytes, limits: .wire) }
    }
  }
}
