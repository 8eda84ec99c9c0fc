internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct WorkoutSessionTests {
  private typealias Kind = WorkoutSession.Moment.Kind

  private static let uuid = SampleUUID(base: 1, counter: 1)

  private static func session(_ kinds: Kind...) throws -> WorkoutSession {
    try WorkoutSession(
      uuid, of: "app", WorkoutPlan(.running),
      kinds.enumerated().map { .init($1, at: Double($0)) })
  }

  /// What each state makes of what happens; `nil` where that is refused, the state itself for no change.
  @Test func `a session goes by its table`() throws {
    let states: [(WorkoutSessionState, WorkoutSession)] = [
      (.notStarted, try Self.session()), (.prepared, try Self.session(.prepared)),
      (.running, try Self.session(.started)), (.paused, try Self.session(.started, .paused)),
      (.stopped, try Self.session(.started, .stopped)),
      (.ended, try Self.session(.started, .ended)),
    ]
    let kinds: [Kind] = [.prepared, .started, .paused, .resumed, .lap, .stopped, .ended]
    let table: [[WorkoutSessionState?]] = [
      [.prepared, .running, nil, nil, nil, nil, .ended],
      [.prepared, .running, nil, nil, nil, nil, .ended],
      [nil, nil, .paused, .running, .running, .stopped, .ended],
      [nil, nil, .paused, .running, .paused, .stopped, .ended],
      [nil, nil, nil, nil, nil, .stopped, .ended],
      [nil, nil, nil, nil, nil, nil, .ended],
    ]
    for ((state, session), row) in zip(states, table) {
      #expect(session.state == state)
      for (kind, next) in zip(kinds, row) {
        var session = session
        let moment = WorkoutSession.Moment(kind, at: 9)
        guard let next else {
          #expect(throws: ModelError.self, "\(state) \(kind)") {
            try session.add(moment, now: 9)
          }
          continue
        }
        let isNews = try session.add(moment, now: 9)
        #expect(session.state == next, "\(state) \(kind)")
        #expect(isNews == (next != state || kind == .lap), "\(state) \(kind)")
      }
    }
  }

  @Test func `nothing happens before what happened, nor later than now`() throws {
    var session = try Self.session(.started, .paused)
    for moment in [
      WorkoutSession.Moment(.resumed, at: 0.5), .init(.resumed, at: 11), .init(.resumed, at: .nan),
      .init(.lap, at: -1), .init(.lap, at: 5, lasting: 6), .init(.marker, at: 5, lasting: 1),
      .init(.lap, at: 5, lasting: -1),
    ] {
      #expect(throws: ModelError.self) { try session.add(moment, now: 10) }
    }
    #expect(session.moments.count == 2)
    // A lap is told when it is over, and began before the pause.
    #expect(try session.add(.init(.lap, at: 0.5, lasting: 9.5), now: 10))
    #expect(session.events.map(\.kind) == [3, 1])
  }

  @Test func `so many things happen that it can still be ended`() throws {
    var session = try Self.session(.started)
    while !session.isFull { _ = try session.add(.init(.marker, at: 1), now: 1) }
    #expect(throws: ModelError.self) { try session.add(.init(.lap, at: 1), now: 1) }
    #expect(try session.add(.init(.stopped, at: 2), now: 2))
    #expect(try session.add(.init(.ended, at: 2), now: 2))
    #expect(session.moments.count < WorkoutSession.mostMoments)
  }

  @Test func `legs follow each other, begin with what is done and end with the workout`() throws {
    func leg(
      _ number: UInt64, _ activity: WorkoutActivityType, at date: Double
    )
      -> WorkoutSession.Moment
    {
      let uuid = SampleUUID(base: 2, counter: number)
      return .init(.leg, at: date, beginning: .init(uuid, WorkoutPlan(activity)))
    }
    var session = try Self.session(.started, .paused)
    // There is none to end.
    #expect(try !session.add(.init(.legEnded, at: 2), now: 90))
    #expect(try session.add(leg(1, .cycling, at: 5), now: 90))
    #expect(session.currentLeg?.plan.activity == .cycling)
    for wrong in [
      leg(2, .running, at: 4), leg(1, .running, at: 9), leg(2, .running, at: 91),
      .init(.leg, at: 9), .init(.lap, at: 9, beginning: leg(2, .running, at: 9).leg),
      .init(.legEnded, at: 4),
      .init(
        .leg, at: 9,
        beginning: .init(
          SampleUUID(base: 2, counter: 2), WorkoutPlan(.running, swimmingLocation: .pool))),
    ] {
      #expect(throws: ModelError.self) { try session.add(wrong, now: 90) }
    }
    // Whoever ends it says when, which may have been before a leg that was begun.
    for moment in [
      leg(2, .running, at: 20), .init(.legEnded, at: 30), leg(3, .other, at: 40),
      leg(4, .yoga, at: 60), .init(.stopped, at: 50),
    ] {
      #expect(try session.add(moment, now: 90))
    }
    let legs = session.legs(until: try #require(session.activeEnd))
    #expect(legs.map(\.start) == [5, 20, 40])
    #expect(legs.map(\.end) == [20, 30, 50])
    try Workout(activity: 82, duration: 0, legs: legs).check(in: 0...50)
    #expect(throws: ModelError.self) { try session.add(leg(5, .yoga, at: 70), now: 90) }
    #expect(
      try WorkoutSession(session.uuid, of: "app", session.plan, session.moments) == session)
  }

  /// Second by second, whether it was running.
  @Test func `random sessions are active for as long as they run`() throws {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    for _ in 0..<300 {
      var session = WorkoutSession(Self.uuid, of: "", WorkoutPlan(.other))
      var active = 0
      for second in 0..<60 {
        let kind = Kind.allCases.randomElement(using: &generator) ?? .lap
        if kind.rawValue < Kind.ended.rawValue, second < 50 || kind == .stopped {
          let before = session
          do {
            _ = try session.add(.init(kind, at: Double(second)), now: Double(second))
          } catch {
            #expect(session == before)
          }
        }
        active += session.state == .running ? 1 : 0
      }
      #expect(session.activeSeconds(at: 60) == Double(active), "seed \(generator.seed)")
      let again = try WorkoutSession(session.uuid, of: "", session.plan, session.moments)
      #expect(again == session)
      // What becomes of it is a workout that can be saved.
      if let start = session.startDate {
        try Workout(activity: 3_000, duration: 0, events: session.events)
          .check(in: start...(session.activeEnd ?? 60))
      }
    }
  }

  @Test(arguments: [
    WorkoutPlan(.running, swimmingLocation: .pool),
    WorkoutPlan(.swimming, lapLength: Quantity(25, .meter())),
    WorkoutPlan(.swimming, swimmingLocation: .pool, lapLength: Quantity(25, .count)),
    WorkoutPlan(.swimming, swimmingLocation: .pool, lapLength: Quantity(0, .meter())),
  ])
  func `a plan says nothing that does not fit`(plan: WorkoutPlan) throws {
    #expect(throws: ModelError.self) { try plan.check() }
  }
}
