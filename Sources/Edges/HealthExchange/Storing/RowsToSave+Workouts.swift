internal import HealthModel
internal import StoreAccess

extension RowsToSave {
  /// Saves a workout with all that belongs to it, or nothing of it.
  ///
  /// - Parameters:
  ///   - recorded: The workout.
  ///   - place: What the report calls it where it cannot be taken: the element and its line.
  ///   - metadata: What else is said of it.
  ///   - hasSamples: Whether what was measured meanwhile comes with it, and not only its route.
  /// - Throws: What the store throws.
  mutating func save(
    _ recorded: RecordedWorkout, at place: (element: String, line: Int),
    metadata: Metadata = [:], withSamples hasSamples: Bool = true
  ) async throws {
    guard let objects = recorded.objects(naming: { saver.name(for: $0) }) else {
      return context.summary.lose(
        place.element, line: place.line, .unreadable("nothing in it says when it was"),
        of: .workout)
    }
    var workout = objects.workout
    workout.metadata = metadata
    if recorded.isCut { workout.metadata[Self.cutKey] = .bool(true) }
    let others = objects.others.filter { hasSamples || $0.type == .workoutRoute }
    var counts: [ObjectType: Int] = [.workout: 1]
    for run in others { counts[run.type, default: 0] += run.count }
    func count(_ field: WritableKeyPath<ImportSummary.Counts, Int>) {
      for (type, count) in counts {
        context.summary.types[type, default: .init()].read += count
        context.summary.types[type, default: .init()][keyPath: field] += count
      }
    }
    guard workout.end >= context.cutoff else { return count(\.old) }
    let known = try await StoredObjects(data).like(workout)
    let parts =
      recorded.isCut && !known.isEmpty ? [] : try await parts(of: workout)
    if let known = known.first(where: { uuid in !parts.contains { $0.uuid == uuid } }) {
      count(\.known)
      if !saver.isDryRun { try await join(others.map(\.type), known, workout) }
      return
    }
    if recorded.isCut, try await hasWhole(of: workout) { return count(\.known) }
    guard !wasDeleted(workout) else { return count(\.deleted) }
    let former = try await parts.isEmpty ? [:] : all(of: parts, alsoOf: others.map(\.type))
    if let problem = try await saver.save([SampleRun(workout)] + others, inPlaceOf: former) {
      return context.summary.lose(place.element, line: place.line, problem, of: .workout)
    }
    count(\.saved)
    if !saver.isDryRun { try await join(others.map(\.type), workout.uuid, workout) }
  }

  /// What a workout says whose file was cut, until one takes its place that was not, or was later.
  private static let cutKey = "DyadRecordingIsCut"

  /// The source of files that do not say what made them, as those that were cut before they said it.
  private static let unnamed = NamedSource.source(RecordedWorkout.unnamed).bundleIdentifier

  private func workouts(_ conditions: [Predicate]) async throws -> [Sample] {
    let query = SampleQuery(.workout, where: .and(conditions))
    return try await data.samples(query).all().flatMap { run in (0..<run.count).map { run[$0] } }
  }

  /// Whether there is one of which this is a part.
  private func hasWhole(of workout: Sample) async throws -> Bool {
    // The first record of a file may come a moment after its session began.
    var conditions: [Predicate] = [
      .start(.lessOrEqual, workout.start + 1), .end(.greaterOrEqual, workout.end - 1),
    ]
    let bundle = workout.source.source.bundleIdentifier
    conditions.append(
      bundle == Self.unnamed
        ? .start(.greaterOrEqual, workout.start - 1) : .sources(bundleIdentifiers: [bundle]))
    return try await !workouts(conditions).isEmpty
  }

  /// The workouts that are parts of this one, because their files were cut.
  private func parts(of workout: Sample) async throws -> [Sample] {
    try await workouts([
      .start(.greaterOrEqual, workout.start - 1), .end(.lessOrEqual, workout.end + 1),
      .sources(bundleIdentifiers: [workout.source.source.bundleIdentifier, Self.unnamed]),
    ]).filter { $0.metadata[Self.cutKey] == .bool(true) }
  }

  /// Some workouts and what belongs to them.
  private func all(
    of workouts: [Sample], alsoOf types: [ObjectType]
  ) async throws -> [ObjectType: [SampleUUID]] {
    var all: [ObjectType: [SampleUUID]] = [.workout: workouts.map(\.uuid)]
    // A file that was cut may not say what was done, and its way is then another type's.
    for type in Set(types + [.distanceWalkingRunning]) {
      for workout in workouts {
        let bundle = workout.source.source.bundleIdentifier
        let query = SampleQuery(
          type,
          where: .and([
            .memberOf(workout: workout.uuid), .sources(bundleIdentifiers: [bundle]),
          ]))
        for try await run in try await data.samples(query) {
          all[type, default: []] += run.uuids
        }
      }
    }
    return all
  }

  /// Adds to a workout what its source measured meanwhile, as far as it does not belong to it yet.
  private func join(
    _ types: [ObjectType], _ uuid: SampleUUID, _ workout: Sample
  ) async throws {
    for type in Set(types).sorted() {
      let query = SampleQuery(
        type,
        where: .and([
          .start(.greaterOrEqual, workout.start), .end(.lessOrEqual, workout.end),
          .sources(bundleIdentifiers: [workout.source.source.bundleIdentifier]),
          .not(.memberOf(workout: uuid)),
        ]))
      for try await run in try await data.samples(query) where !run.isEmpty {
        try await data.add([run], to: uuid)
      }
    }
  }
}
