internal import ArchiveCore
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
      let bytes: [UInt8]?
      var reason = "its file is not in the export"
      do {
        bytes = try await read(path)
      } catch let error as ZipError {
        bytes = nil
        reason = "its file is damaged: \(error.detail)"
      }
      guard let bytes else {
        context.summary.lose(
          "WorkoutRoute", line: route.line, .unreadable(reason), of: .workoutRoute)
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
      let place = (element: "WorkoutRoute", line: route.line)
      // Its workout was deleted here, where there is none.
      guard
        let uuid = try await stored.save(sample, at: place, &context, saver, &deleted),
        let container, try await !isMember(uuid, of: container)
      else { continue }
      var route = sample
      route.uuid = uuid
      try await data.add([SampleRun(route)], to: container)
    }
  }

  private func isMember(_ route: SampleUUID, of workout: SampleUUID) async throws -> Bool {
    let query = SampleQuery(
      .workoutRoute,
      where: .and([.uuid(UUIDSet([route])), .memberOf(workout: workout)]), limit: 1)
    for try await run in try await data.samples(query) where !run.isEmpty { return true }
    return false
  }
}
