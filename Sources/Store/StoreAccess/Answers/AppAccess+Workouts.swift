package import HealthModel

/// What a workout came to so far.
package struct WorkoutFigures: Hashable, Sendable {
  /// In the canonical unit of each cumulative type.
  package var sums: [ObjectType: Double] = [:]
  /// In beats a second, of the last heart rate and of all.
  package var heartRate: Statistics.Values?
}

extension AppAccess {
  /// What was measured while a session was active.
  ///
  /// - Parameters:
  ///   - session: It goes on, or is over.
  ///   - types: Of which types; those of its plan where none are told.
  ///   - now: What time it is.
  /// - Returns: What the store has of it. Time that several sources cover counts once.
  /// - Throws: What reading the store throws.
  package func figures(
    of session: WorkoutSession, _ types: [ObjectType]? = nil, at now: Double
  ) async throws -> WorkoutFigures {
    var figures = WorkoutFigures()
    let predicate = session.activeSamples(at: now)
    for type in types ?? session.plan.collectedTypes {
      if type.description?.aggregation == .cumulative {
        let query = StatisticsQuery(type, where: predicate, .cumulativeSum)
        figures.sums[type] = try await statistics(query).statistics.first?.values.sum
      } else if type == .heartRate {
        let query = StatisticsQuery(
          type, where: predicate, [.discrete, .mostRecent])
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
  ///   - types: The samples of which types belong to it; those of its plan where none are told.
  ///   - device: What measured it.
  ///   - metadata: What else is to be said of it.
  ///   - source: Who saves it; an app is that itself.
  ///   - now: What time it is.
  /// - Returns: The workout, and how many samples belong to it.
  /// - Throws: Where it never began, and what the store throws.
  package func saveWorkout(
    of session: WorkoutSession, with types: [ObjectType]? = nil, device: Device? = nil,
    metadata: Metadata = [:], source: SourceRevision = .unsaid, at now: Double
  ) async throws -> (workout: Sample, members: Int) {
    guard let start = session.startDate, let end = session.activeEnd else {
      throw ModelError(
        .invalidArgument, cannot: "save the workout", "it never began, or still goes on")
    }
    let types = types ?? session.plan.collectedTypes
    let figures = try await figures(of: session, types, at: now)
    func total(_ type: ObjectType) -> Quantity? {
      figures.sums[type].flatMap { sum in
        type.description?.canonicalUnit.map { Quantity(sum, $0) }
      }
    }
    let workout = Workout(
      activity: Int64(session.plan.activity.rawValue),
      duration: session.activeSeconds(at: end), events: session.events,
      totalEnergyBurned: total(.activeEnergyBurned),
      totalDistance: total(session.plan.activity.distanceType),
      totalSwimmingStrokeCount: total(.swimmingStrokeCount))
    let sample = Sample(
      uuid: session.uuid, type: .workout, start: start, end: end,
      value: .object(.workout(workout)), source: source, device: device,
      metadata: session.plan.metadata.merging(metadata) { _, told in told })
    let isThere = try await samples(
      SampleQuery(.workout, where: .uuid(UUIDSet([session.uuid])), limit: 1)
    ).all().contains { !$0.isEmpty }
    if !isThere { try await save([SampleRun(sample)]) }
    return (sample, try await addMembers(to: session, of: types, at: now))
  }

  private func addMembers(
    to session: WorkoutSession, of types: [ObjectType], at now: Double
  ) async throws -> Int {
    let statuses = try await authorizationStatuses(of: types)
    var count = 0
    for type in types where statuses[type] == .sharingAuthorized {
      let query = SampleQuery(
        type,
        where: .and([
          session.activeSamples(at: now), .not(.memberOf(workout: session.uuid)),
        ]))
      for try await run in try await samples(query) where !run.isEmpty {
        try await add([run], to: session.uuid)
        count += run.count
      }
    }
    return count
  }
}
