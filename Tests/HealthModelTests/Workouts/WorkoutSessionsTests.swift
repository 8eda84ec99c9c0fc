internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct WorkoutSessionsTests {
  private static func uuid(_ number: Int) -> SampleUUID {
    SampleUUID(base: 1, counter: UInt64(number))
  }

  private static func begin(_ number: Int) -> WorkoutChange {
    WorkoutChange(beginning: WorkoutPlan(.cycling), as: uuid(number))
  }

  @Test func `a program that is started for a workout is told all of its plan`() throws {
    var plans = WorkoutActivityType.allCases.map { WorkoutPlan($0, .outdoor) }
    plans.append(
      WorkoutPlan(
        .swimming, .indoor, swimmingLocation: .pool, lapLength: Quantity(33.5, .meter())))
    plans.append(WorkoutPlan(.swimming, swimmingLocation: .openWater))
    for plan in plans {
      #expect(WorkoutPlan(environment: plan.environment) == plan, "\(plan.environment)")
    }
    #expect(WorkoutPlan(environment: ["DYAD_WORKOUT": "flying"]) == nil)
    #expect(WorkoutPlan(environment: [:]) == nil)
  }

  @Test func `one that begins takes the place of the one before`() throws {
    var sessions = WorkoutSessions()
    for number in 1...20 {
      let session = try sessions.make(Self.begin(number), for: "app", now: Double(number)) {
        Self.uuid(0)
      }
      #expect(session.state == .running)
      #expect(sessions.all.count == min(number, WorkoutSessions.mostKept))
      #expect(sessions.all.last == session)
      for former in sessions.all.dropLast() {
        #expect(former.wasReplaced)
        #expect(former.endDate == former.startDate.map { $0 + 1 })
      }
    }
    #expect(throws: ModelError.self) {
      try sessions.make(Self.begin(20), for: "app", now: 21) { Self.uuid(0) }
    }
    #expect(sessions.all.last?.state == .running)
  }

  @Test func `what is refused leaves the session that goes on`() throws {
    var sessions = WorkoutSessions()
    _ = try sessions.make(Self.begin(1), for: "app", now: 1) { Self.uuid(0) }
    let before = sessions
    var late = Self.begin(2)
    late.date = 9
    var paused = Self.begin(2)
    paused.kind = .paused
    var unfit = Self.begin(2)
    unfit.plan?.swimmingLocation = .pool
    for change in [
      late, paused, unfit, WorkoutChange(.replaced), WorkoutChange(.recovered),
      WorkoutChange(.ended, to: Self.uuid(7)), WorkoutChange(.started),
    ] {
      #expect(throws: ModelError.self) {
        try sessions.make(change, for: "app", now: 2) { Self.uuid(0) }
      }
      #expect(sessions == before)
    }
  }

  @Test func `an app finds its own alone, and the owner all`() throws {
    var sessions = WorkoutSessions()
    _ = try sessions.make(Self.begin(1), for: "app", now: 1) { Self.uuid(0) }
    #expect(sessions.seen(by: "app").count == 1)
    #expect(sessions.seen(by: nil).count == 1)
    #expect(sessions.seen(by: "other").isEmpty)
    for uuid in [nil, Self.uuid(1)] {
      #expect(throws: ModelError.self) {
        try sessions.make(WorkoutChange(.ended, to: uuid), for: "other", now: 2) { Self.uuid(0) }
      }
    }
    let paused = try sessions.make(WorkoutChange(.paused), for: nil, now: 2) { Self.uuid(0) }
    #expect(paused.app == "app")
    #expect(paused.state == .paused)
    #expect(try !sessions.end(of: "other", now: 3))
    #expect(try sessions.end(of: "app", now: 3))
    #expect(sessions.all[0].endDate == 3)
  }

  @Test func `a clock that was set back keeps nobody from ending`() throws {
    var sessions = WorkoutSessions()
    _ = try sessions.make(Self.begin(1), for: nil, now: 100) { Self.uuid(0) }
    #expect(try sessions.recover(now: 50))
    let ended = try sessions.make(WorkoutChange(.ended), for: nil, now: 50) { Self.uuid(0) }
    #expect(ended.moments.map(\.date) == [100, 100, 100])
    #expect(try !sessions.recover(now: 50))
    #expect(try WorkoutSessions(sessions.all) == sessions)
  }

  @Test func `what cannot have been kept is refused`() throws {
    let running = try WorkoutSession(
      Self.uuid(1), of: "", WorkoutPlan(.other), [.init(.started, at: 1)])
    let other = try WorkoutSession(
      Self.uuid(2), of: "", WorkoutPlan(.other), [.init(.started, at: 1)])
    #expect(throws: ModelError.self) { try WorkoutSessions([running, other]) }
    #expect(throws: ModelError.self) { try WorkoutSessions([running, running]) }
    #expect(throws: ModelError.self) {
      try WorkoutSessions(
        try (0..<9).map {
          try WorkoutSession(
            Self.uuid($0), of: "", WorkoutPlan(.other),
            [.init(.started, at: 1), .init(.ended, at: 2)])
        })
    }
  }
}
