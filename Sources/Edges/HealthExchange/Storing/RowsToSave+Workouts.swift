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
    if let known = try await StoredObjects(data).like(workout).first {
      count(\.known)
      if !saver.isDryRun { try await join(others.map(\.type), known, workout) }
      return
    }
    guard !wasDeleted(workout) else { return count(\.deleted) }
    if let problem = try await saver.save([SampleRun(workout)] + others) {
      return context.summary.lose(place.element, line: place.line, problem, of: .workout)
    }
    count(\.saved)
    if !saver.isDryRun { try await join(others.map(\.type), workout.uuid, workout) }
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
