package import HealthModel
package import StoreAccess

/// Takes workouts that were recorded to files of their own, but for those that are there already.
package struct RecordingImporter: FormImporter {
  private let data: any OwnerAccess
  private let files: [RecordingFile]
  private let options: Importer.Options
  private var uuids: UUIDSequence
  private var deleted = DeletedRows()
  private var summary = ImportSummary()

  /// - Parameters:
  ///   - files: What to read.
  ///   - data: Where the workouts go.
  ///   - uuids: Names for them.
  ///   - options: How they are taken.
  /// - Throws: What the store throws.
  package init(
    _ files: [RecordingFile], into data: any OwnerAccess, uuids: UUIDSequence,
    _ options: Importer.Options = Importer.Options()
  ) async throws {
    self.files = files
    self.data = data
    self.uuids = uuids
    self.options = options
    if !options.bringsBack { deleted = try await DeletedRows(of: data) }
  }

  /// Reads all files.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each file, and whether to go on.
  /// - Returns: What was found, and what became of it.
  /// - Throws: What the store throws. Each workout is saved with all that belongs to it, or not at all.
  package mutating func run(
    _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws -> ImportSummary {
    let cutoff = try await data.coverage().from
    for (index, file) in files.enumerated() {
      let progress = Importer.Progress(
        summary: summary, count: index, share: Double(index) / Double(files.count))
      guard await isToGoOn(progress) else { throw CancellationError() }
      let contents: RecordingFile.Contents
      do {
        contents = try file.read()
      } catch {
        contents = RecordingFile.Contents(fault: "\(error)")
      }
      if contents.timeless > 0 { summary.mend("points without a time were left out") }
      for workout in contents.workouts {
        try await take(workout, from: file, cutoff: cutoff)
      }
      if let fault = contents.fault {
        summary.lose(file.name, line: 0, .unreadable(fault), of: .workout)
      } else if contents.workouts.isEmpty {
        summary.leave("files without a workout")
      }
    }
    summary.isComplete = true
    return summary
  }

  private mutating func take(
    _ recorded: RecordedWorkout, from file: RecordingFile, cutoff: Double
  ) async throws {
    guard let objects = recorded.objects(naming: { uuids.take(for: $0) }) else {
      return summary.lose(
        file.name, line: 0, .unreadable("nothing in it says when it was"), of: .workout)
    }
    let workout = objects.workout
    var counts: [ObjectType: Int] = [.workout: 1]
    for run in objects.others { counts[run.type, default: 0] += run.count }
    func count(_ field: WritableKeyPath<ImportSummary.Counts, Int>) {
      for (type, count) in counts {
        summary.types[type, default: .init()].read += count
        summary.types[type, default: .init()][keyPath: field] += count
      }
    }
    guard workout.end >= cutoff else { return count(\.old) }
    if let known = try await StoredObjects(data).like(workout).first {
      count(\.known)
      if !options.isDryRun { try await join(objects.others.map(\.type), known, workout) }
      return
    }
    guard !deleted.meet(workout) else { return count(\.deleted) }
    guard !options.isDryRun else { return count(\.saved) }
    do {
      try await data.save([SampleRun(workout)] + objects.others)
    } catch let error as ModelError where error.code == .invalidArgument {
      return summary.lose(file.name, line: 0, .refused(error.detail), of: .workout)
    } catch let error as RequestTooLarge {
      return summary.lose(
        file.name, line: 0, .tooLong(bytes: error.byteCount), of: .workout)
    }
    count(\.saved)
    try await join(objects.others.map(\.type), workout.uuid, workout)
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
