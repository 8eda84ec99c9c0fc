package import HealthModel

/// What a workout came to so far.
package struct WorkoutFigures: Hashable, Sendable {
  /// In the canonical unit of each cumulative type.
  package var sums: [ObjectType: Double] = [:]
  /// In beats a second, of the last heart rate and of all.
  package var heartRate: Statistics.Values?
}

extension AppAccess {
  /// The session that goes on here, without the name of a watch, or else the one that goes on at a watch; `nil` where
  /// none does.
  package func activeWorkout() async throws -> WatchWorkout? {
    if let session = try await workoutSessions().last(where: { $0.state != .ended }) {
      return WatchWorkout(watch: "", session: session)
    }
    return try await watchWorkouts().last { $0.session.state != .ended }
  }

  /// What was measured while a session was active.
  ///
  /// - Parameters:
  ///   - session: It goes on, or is over.
  ///   - now: What time it is.
  /// - Returns: What the store has of it. Time that several sources cover counts once.
  /// - Throws: What reading the store throws.
  package func figures(
    of session: WorkoutSession, at now: Double
  ) async throws -> WorkoutFigures {
    var figures = WorkoutFigures()
    let predicate = session.activeSamples(at: now)
    for type in session.plan.collectedTypes {
      if type.description?.aggregation == .cumulative {
        let query = StatisticsQuery(type, where: predicate, .cumulativeSum)
        figures.sums[type] = try await statistics(query).statistics.first?.values.sum
      } else if type == .heartRate {
        let query = StatisticsQuery(type, where: predicate, [.discrete, .mostRecent])
        figures.heartRate = try await statistics(query).statistics.first?.values
      }
    }
    return figures
  }

  /// Saves the workout that a session became, with what was measured while it was active.
  ///
  /// It has the session's UUID. Where it was saved before, what is missing is added to it.
  ///
  /// - Parameters:
  ///   - session: It was stopped or is over.
  ///   - figures: What it came to.
  /// - Returns: How many samples belong to the workout.
  /// - Throws: Where it never began, and what the store throws.
  package func saveWorkout(
    of session: WorkoutSession, _ figures: WorkoutFigures
  ) async throws -> Int {
    guard let start = session.startDate, let end = session.activeEnd else {
      throw ModelError(
        .invalidArgument, cannot: "save the workout", "it never began, or still goes on")
    }
    func total(_ type: ObjectType) -> Quantity? {
      figures.sums[type].flatMap { sum in
        type.description?.canonicalUnit.map { Quantity(sum, $0) }
      }
    }
    let workout = Workout(
      activity: Int64(session.plan.activity.rawValue),
      duration: session.activeSeconds(at: end), events: session.events,
      legs: session.legs(until: end),
      totalEnergyBurned: total(.activeEnergyBurned),
      totalDistance: total(session.plan.activity.distanceType),
      totalSwimmingStrokeCount: total(.swimmingStrokeCount))
    let sample = Sample(
      uuid: session.uuid, type: .workout, start: start, end: end,
      value: .object(.workout(workout)), source: .unsaid, metadata: session.plan.metadata)
    let isThere = try await samples(
      SampleQuery(.workout, where: .uuid(UUIDSet([session.uuid])), limit: 1)
    ).all().contains { !$0.isEmpty }
    if !isThere { try await save([SampleRun(sample)]) }
    return try await addMembers(to: session, activeUntil: end)
  }

  private func addMembers(
    to session: WorkoutSession, activeUntil end: Double
  ) async throws -> Int {
    let types = session.plan.collectedTypes
    let statuses = try await authorizationStatuses(of: types)
    let member = Predicate.memberOf(workout: session.uuid)
    var count = 0
    for type in types where statuses[type] == .sharingAuthorized {
      for try await run in try await samples(SampleQuery(type, where: member)) {
        count += run.count
      }
      let query = SampleQuery(type, where: .and([session.activeSamples(at: end), .not(member)]))
      for try await run in try await samples(query) where !run.isEmpty {
        try await add([run], to: session.uuid)
        count += run.count
      }
    }
    return count
  }
}
