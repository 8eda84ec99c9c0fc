package import HealthModel
package import HealthStorage

extension AppSession {
  /// Adds samples to a workout that the app can see, and saves those that are not saved yet.
  ///
  /// They are saved without their devices. The workout's totals stay as they are.
  ///
  /// - Throws: code 5 or 4 unless the app may share workouts and the types of the samples; 3 for a
  ///   workout that is not saved, and for samples of another kind than quantity and category.
  @discardableResult
  package func add(_ runs: [SampleRun], to workout: SampleUUID) async throws -> Outcome {
    let runs = runs.filter { !$0.isEmpty }
    let snapshot = store.board.latest
    let types = Set(runs.map(\.type)).union([.workout])
    let rules = rules(for: types, in: snapshot.state)
    try check(runs)
    try rules.checkSharing(types, to: Self.adding)
    guard
      let container = try await found([workout], of: .workout, by: rules, in: snapshot).runs.first
    else { throw Self.refusal("the workout must be saved first") }

    var unsaved: [SampleRun] = []
    for run in runs {
      let saved = try await found(run.uuids, of: run.type, by: rules, in: snapshot).uuids
      let rows = (0..<run.count).filter { !saved.contains(run.uuids[$0]) }
      if !rows.isEmpty { unsaved.append(owned(run.selecting(rows).withoutDevices())) }
    }
    let association = association(of: runs, with: container[0])
    let outcome = try await commit(
      .save(Change.Save(unsaved + [association])), sharing: types, to: Self.adding)
    return Outcome(count: runs.reduce(0) { $0 + $1.count }, position: outcome.position)
  }

  private func check(_ runs: [SampleRun]) throws(ModelError) {
    let uuids = runs.flatMap(\.uuids)
    guard !uuids.isEmpty else { throw Self.refusal("there are none") }
    guard UUIDSet(uuids).count == UInt64(uuids.count) else {
      throw Self.refusal("two of them have the same UUID")
    }
    for run in runs {
      switch run.type.description?.kind {
      case .quantity, .category: continue
      default: throw Self.refusal("\(run.type.identifier) is neither quantity nor category")
      }
    }
  }

  /// Those of the objects that are saved and that the app sees.
  private func found(
    _ uuids: [SampleUUID], of type: ObjectType, by rules: AccessRules, in snapshot: Snapshot
  ) async throws -> (runs: [SampleRun], uuids: UUIDSet) {
    let stream = try await store.reader.samples(
      SampleQuery(type, where: .uuid(UUIDSet(uuids))), seeing: rules.visibility(of: type),
      in: snapshot)
    let runs = try await stream.all()
    return (runs, UUIDSet(runs.flatMap(\.uuids)))
  }

  /// One record for as many samples as one may hold.
  private func association(of runs: [SampleRun], with workout: Sample) -> SampleRun {
    var records = SampleRun(empty: .association, like: .objects([]))
    var members = Members()
    func flush() {
      guard members.count > 0 else { return }
      records.append(
        Sample(
          uuid: takeUUID(), type: .association, start: workout.start, end: workout.end,
          value: .object(.association(container: workout.uuid, members)), source: source))
      members = Members()
    }
    for run in runs {
      for uuid in run.uuids {
        members.append(uuid, of: run.type)
        if members.count == Members.most { flush() }
      }
    }
    flush()
    return records
  }

  private static let adding = "add the samples to the workout"

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: adding, detail)
  }
}
