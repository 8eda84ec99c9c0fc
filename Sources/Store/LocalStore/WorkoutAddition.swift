internal import HealthModel
internal import HealthStorage

/// Samples that are to belong to a workout: the one place that says which can.
struct WorkoutAddition {
  static let operation = "add the samples to the workout"

  let runs: [SampleRun]
  let workout: SampleUUID

  /// Takes samples that can belong to a workout.
  ///
  /// - Throws: `invalidArgument` where there are none, two are the same, or one is of another kind than
  ///   quantity and category.
  init(_ runs: [SampleRun], to workout: SampleUUID) throws(ModelError) {
    self.runs = runs.filter { !$0.isEmpty }
    self.workout = workout
    let uuids = self.runs.flatMap(\.uuids)
    guard !uuids.isEmpty else { throw Self.refusal("there are none") }
    guard UUIDSet(uuids).count == UInt64(uuids.count) else {
      throw Self.refusal("two of them have the same UUID")
    }
    for run in self.runs {
      switch run.type.description?.kind {
      case .quantity, .category, .details: continue
      default: throw Self.refusal("\(run.type.identifier) is nothing that workouts hold")
      }
    }
  }

  /// The types that are written.
  var types: Set<ObjectType> { Set(runs.map(\.type)).union([.workout]) }

  /// How many samples are added.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// What is to be saved: the samples that are not yet, without their devices, and what links all of them.
  ///
  /// - Parameters:
  ///   - source: Whose all of it is; without one the samples keep theirs, and the link has the workout's.
  ///   - takeUUID: Makes the UUIDs of links.
  ///   - find: Those of some objects that are saved and that whoever adds them sees.
  /// - Returns: It, as one change.
  /// - Throws: `invalidArgument` for a workout that is not saved.
  func save(
    as source: SourceRevision?, takeUUID: () -> SampleUUID,
    finding find: ([SampleUUID], ObjectType) async throws -> [SampleRun]
  ) async throws -> Change.Save {
    guard let container = try await find([workout], .workout).first?[0] else {
      throw Self.refusal("the workout must be saved first")
    }
    var changes: [SampleRun] = []
    for run in runs {
      let saved = UUIDSet(try await find(run.uuids, run.type).flatMap(\.uuids))
      let rows = (0..<run.count).filter { !saved.contains(run.uuids[$0]) }
      guard !rows.isEmpty else { continue }
      var unsaved = run.selecting(rows).withoutDevices()
      if let source { unsaved.setSource(source) }
      changes.append(unsaved)
    }
    changes.append(links(to: container, source ?? container.source, takeUUID))
    return Change.Save(changes)
  }

  /// One record for as many samples as one may hold.
  private func links(
    to container: Sample, _ source: SourceRevision, _ takeUUID: () -> SampleUUID
  ) -> SampleRun {
    var records = SampleRun(empty: .association, like: .objects([]))
    var members = Members()
    func flush() {
      guard members.count > 0 else { return }
      records.append(
        Sample(
          uuid: takeUUID(), type: .association, start: container.start, end: container.end,
          value: .object(.association(container: container.uuid, members)), source: source))
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

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: operation, detail)
  }
}
