package import HealthModel
package import StoreAccess

/// Takes workouts that were recorded to files of their own, and what else watches and scales wrote to such files, but
/// for what is there already.
package struct RecordingImporter: FormImporter {
  /// So many files are compared with what is stored at a time.
  private static let filesBetween = 64

  private let files: [RecordingFile]
  private var rows: RowsToSave

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
    rows = try await RowsToSave(into: data, from: "", uuids: uuids, options)
  }

  /// Reads all files.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each file, and whether to go on.
  /// - Returns: What was found, and what became of it.
  /// - Throws: What the store throws. Each workout is saved with all that belongs to it, or not at all.
  package mutating func run(
    _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws -> ImportSummary {
    for (index, file) in files.enumerated() {
      let share = Double(index) / Double(files.count)
      let progress = Importer.Progress(summary: summary, count: index, share: share)
      guard await isToGoOn(progress) else { throw CancellationError() }
      if index.isMultiple(of: Self.filesBetween) { try await rows.savePending() }
      let contents: RecordingFile.Contents
      do {
        contents = try file.read()
      } catch {
        contents = RecordingFile.Contents(fault: "\(error)")
      }
      if contents.timeless > 0 { summary.mend("points without a time were left out") }
      for workout in contents.workouts {
        try await rows.save(workout, at: (file.name, 0))
      }
      if let monitor = contents.monitor {
        try await take(monitor, of: contents.creator)
      }
      if let fault = contents.fault {
        summary.lose(file.name, line: 0, .unreadable(fault), of: .workout)
        summary.ending = summary.ending ?? "\(file.name): \(fault)"
      } else if contents.workouts.isEmpty, contents.monitor?.isEmpty ?? true {
        summary.leave("files with nothing that was measured")
      }
    }
    try await rows.savePending()
    summary.isComplete = true
    return summary
  }

  /// What was found, and what became of it.
  private var summary: ImportSummary {
    get { rows.context.summary }
    set { rows.context.summary = newValue }
  }

  private mutating func take(_ monitor: FITMonitor, of creator: String) async throws {
    if monitor.hasSeveralPeople { summary.leave("weights of several people") }
    guard let source = rows.context.tables.source(Array(creator.utf8)[...], version: []) else {
      return
    }
    func row(_ start: Double, _ end: Double, _ value: Double, _ unit: Int32 = 0) -> ImportRow {
      var row = ImportRow(line: 0, start: start, end: end, source: source)
      (row.value, row.unit) = (value, unit)
      return row
    }
    for measured in monitor.measured {
      guard let description = measured.type.description,
        let unit = rows.context.tables.unit(Array(measured.unit.utf8)[...])
      else { continue }
      try await rows.add(row(measured.start, measured.end, measured.value, unit), of: description)
    }
    if let description = ObjectType.sleepAnalysis.description {
      for run in monitor.sleep.runs {
        try await rows.add(row(run.start, run.end, Double(run.stage.rawValue)), of: description)
      }
    }
    guard let unit = rows.context.tables.unit(Array("mmHg".utf8)[...]) else { return }
    try await rows.save(
      monitor.pressures.map { time, upper, lower in
        ImportCorrelation(
          type: .bloodPressure, row: row(time, time, 0),
          members: [
            (.bloodPressureSystolic, row(time, time, upper, unit)),
            (.bloodPressureDiastolic, row(time, time, lower, unit)),
          ])
      })
  }
}
