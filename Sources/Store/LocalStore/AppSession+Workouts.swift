package import HealthModel
package import HealthStorage
private import SystemCore

extension AppSession {
  /// Adds samples to a workout that the app can see, and saves those that are not saved yet.
  ///
  /// They are saved without their devices. The workout's totals stay as they are.
  ///
  /// - Throws: code 5 or 4 unless the app may share workouts and the types of the samples; 3 for a
  ///   workout that is not saved, and for samples of another kind than quantity and category.
  @discardableResult
  package func add(_ runs: [SampleRun], to workout: SampleUUID) async throws -> Outcome {
    let snapshot = store.published.latest
    let addition = try WorkoutAddition(runs, to: workout)
    let types = addition.types
    let rules = rules(for: types, in: snapshot.state)
    try rules.checkSharing(types, to: WorkoutAddition.operation)
    for run in runs { try Self.checkUUIDs(of: run, to: WorkoutAddition.operation) }
    var save = try await addition.save(as: source, takeUUID: takeUUID) { uuids, type in
      let names = names(in: snapshot.state)
      let wanted = UUIDSet(uuids)
      let found = try await store.reader.samples(
        SampleQuery(type, where: .uuid(names?.storing(wanted) ?? wanted)),
        seeing: rules.visibility(of: type), in: snapshot
      ).all()
      return names.map { found.map($0.saying) } ?? found
    }
    save.sight = sight(of: types)
    save.caller = caller
    if Change.Save.hasVersions(save.runs) { save.versionsOf = bundleIdentifier }
    let outcome = try await commit(.save(save), sharing: types, to: WorkoutAddition.operation)
    return Outcome(count: addition.count, position: outcome.position)
  }
}

extension LocalStore {
  /// Adds samples to a workout as the owner, who sees everything; the samples keep their sources.
  ///
  /// - Throws: `invalidArgument` for a workout that is not saved, and for samples that cannot belong to one.
  @discardableResult
  package func add(_ runs: [SampleRun], to workout: SampleUUID) async throws -> Outcome {
    let addition = try WorkoutAddition(runs, to: workout)
    var entropy = Entropy()
    var sequence = UUIDSequence(using: &entropy)
    let save = try await addition.save(
      as: nil, takeUUID: { sequence.take(for: .association) },
      finding: { uuids, type in
        try await samples(SampleQuery(type, where: .uuid(UUIDSet(uuids)))).all()
      })
    let outcome = try await commit(.save(save))
    return Outcome(count: addition.count, position: outcome.position)
  }
}
