internal import HealthModel
internal import StoreAccess

/// Saves where workouts went, once these are saved.
struct RouteSaver {
  private let data: any OwnerAccess
  private let isDryRun: Bool

  init(_ data: any OwnerAccess, isDryRun: Bool) {
    self.data = data
    self.isDryRun = isDryRun
  }

  /// Saves what is not stored of a route, and lets it belong to its workout.
  ///
  /// - Parameters:
  ///   - route: What the export says.
  ///   - context: Counts what becomes of it.
  ///   - saver: Saves it.
  ///   - deleted: What was deleted here.
  ///   - read: Gives the bytes of a file beside the export; `nil` where it is not there.
  /// - Throws: What the store throws.
  func save(
    _ route: ImportRoute, _ context: inout ImportContext, _ saver: inout RowSaver,
    _ deleted: inout DeletedRows, reading read: (String) async throws -> [UInt8]?
  ) async throws {
    guard let workout = route.workout else { return }
    var parts = [route.recorded]
    for path in route.files {
      guard let bytes = try await read(path) else {
        context.summary.lose(
          "WorkoutRoute", line: route.line, .unreadable("its file is not in the export"),
          of: .workoutRoute)
        continue
      }
      let contents = RecordingFile.readGPX(bytes)
      if let fault = contents.fault {
        context.summary.lose(
          "WorkoutRoute", line: route.line, .unreadable("its file ends at \(fault)"),
          of: .workoutRoute)
      }
      parts += contents.workouts
    }
    let samples = parts.flatMap { part in
      part.routes(by: workout.source) { saver.name(for: $0) }
    }
    guard !samples.isEmpty else { return }
    let stored = StoredObjects(data)
    let container = isDryRun ? nil : try await stored.like(workout).first
    for sample in samples {
      try await save(
        sample, of: container, line: route.line, stored, &context, saver, &deleted)
    }
  }

  private func save(
    _ sample: Sample, of workout: SampleUUID?, line: Int, _ stored: StoredObjects,
    _ context: inout ImportContext, _ saver: RowSaver, _ deleted: inout DeletedRows
  ) async throws {
    func count(_ field: WritableKeyPath<ImportSummary.Counts, Int>) {
      context.summary.types[.workoutRoute, default: .init()].read += 1
      context.summary.types[.workoutRoute, default: .init()][keyPath: field] += 1
    }
    var route = sample
    guard sample.end >= context.cutoff else { return count(\.old) }
    if let known = try await stored.like(sample).first {
      count(\.known)
      route.uuid = known
    } else if deleted.meet(sample) {
      return count(\.deleted)
    } else if let problem = try await saver.save([SampleRun(sample)]) {
      return context.summary.lose("WorkoutRoute", line: line, problem, of: .workoutRoute)
    } else {
      count(\.saved)
    }
    // Its workout was deleted here, where there is none.
    guard let workout, try await !isMember(route.uuid, of: workout) else { return }
    try await data.add([SampleRun(route)], to: workout)
  }

  private func isMember(_ route: SampleUUID, of workout: SampleUUID) async throws -> Bool {
    let query = SampleQuery(
      .workoutRoute,
      where: .and([.uuid(UUIDSet([route])), .memberOf(workout: workout)]), limit: 1)
    for try await run in try await data.samples(query) where !run.isEmpty { return true }
    return false
  }
}
