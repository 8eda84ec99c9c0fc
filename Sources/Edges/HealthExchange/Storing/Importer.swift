internal import ArchiveCore
package import HealthModel
package import StoreAccess

/// Takes an export into a store, but for what is there already.
package struct Importer: FormImporter {
  /// How far it is.
  package struct Progress: Sendable {
    package var summary: ImportSummary
    /// How many elements with samples were read.
    package var count: Int
    /// How much of the file was read, from 0 to 1.
    package var share: Double
  }

  /// How an export is taken.
  package struct Options: Sendable {
    /// Whether nothing is saved.
    package var isDryRun: Bool
    /// Whether what was deleted here is saved again.
    package var bringsBack: Bool
    /// Whether one that was taken in whole before is read again.
    package var readsAgain: Bool

    package init(isDryRun: Bool = false, bringsBack: Bool = false, readsAgain: Bool = false) {
      self.isDryRun = isDryRun
      self.bringsBack = bringsBack
      self.readsAgain = readsAgain
    }
  }

  /// What is taken of an export; a higher number where that is more, so that what was taken before is read again.
  private static let form = 4

  private let data: any OwnerAccess
  private let options: Options
  private let reader: ExportReader
  private var mapper: AppleMapper
  private var saver: RowSaver
  private var match: StoredMatch
  private var correlations: CorrelationSaver
  private var deleted = DeletedRows()
  /// The numbers of the sources that rows have.
  private var sources: Set<Int32> = []

  /// Finds the file of an export.
  ///
  /// - Parameters:
  ///   - path: A folder, an archive, or the file itself.
  ///   - data: Where the samples go.
  ///   - uuids: Names for them.
  ///   - options: How it is taken.
  /// - Throws: What opening it throws, and what the store throws.
  package init(
    _ path: String, into data: any OwnerAccess, uuids: UUIDSequence, _ options: Options = Options()
  ) async throws {
    self.data = data
    self.options = options
    reader = ExportReader(
      path, names: AppleName.all.map(\.rawValue), dropping: [AppleName.creationDate.rawValue])
    mapper = AppleMapper(cutoff: try await data.coverage().from)
    saver = RowSaver(data, uuids: uuids, isDryRun: options.isDryRun)
    match = StoredMatch(data, savingAs: saver.uuids)
    correlations = CorrelationSaver(data)
    mapper.context.summary.member = try await reader.open()
    if !options.bringsBack { deleted = try await DeletedRows(of: data) }
  }

  /// Reads it to its end.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each part is saved, and whether to go on; the file is read
  ///   while it is saved.
  /// - Returns: What was found, and what became of it.
  /// - Throws: What the store throws. All that was saved before stays saved.
  package mutating func run(
    _ isToGoOn: (Progress) async -> Bool
  ) async throws -> ImportSummary {
    let reader = reader
    let sum = options.isDryRun ? nil : try await reader.sum()
    if let sum, !options.readsAgain, !options.bringsBack,
      let taken = try await data.takenExport(sum), taken.form == Self.form
    {
      mapper.context.summary.taken = taken
      return mapper.context.summary
    }
    while try await reader.check() {
      let progress = Progress(summary: mapper.context.summary, count: 0, share: 0)
      guard await isToGoOn(progress) else { throw CancellationError() }
    }
    var next = try await reader.next()
    mapper.context.summary.version = await reader.version
    var isStopped = false
    while let piece = next, !isStopped {
      async let following = reader.next()
      mapper.take(piece.batch)
      mapper.context.summary.ending = piece.ending ?? mapper.context.summary.ending
      let total = mapper.context.summary.total
      isStopped = await !isToGoOn(
        Progress(
          summary: mapper.context.summary, count: total.read + mapper.pendingCount,
          share: piece.share))
      if mapper.isFull, !isStopped {
        // Routes are saved when all workouts are.
        let hasManyPlaces = mapper.hasManyPlaces
        try await save(all: hasManyPlaces)
        if hasManyPlaces { try await saveRoutes(isToGoOn) }
        if mapper.hasManyClinicalRecords { try await saveClinicalRecords(isToGoOn) }
      }
      next = try await following
    }
    if isStopped { throw CancellationError() }
    try await save(all: true)
    try await saveRoutes(isToGoOn)
    try await saveElectrocardiograms(isToGoOn)
    try await saveClinicalRecords(isToGoOn)
    try await SummarySaver(data).save(
      mapper.summaries, &mapper.context, &saver, &deleted)
    var summary = mapper.context.summary
    if let sum, summary.isComplete, summary.ending == nil {
      let count = summary.total.saved + summary.total.known + summary.total.deleted
      try await data.note(TakenExport(sum: sum, count: count, form: Self.form))
      summary.noted = sum
    }
    return summary
  }

  private mutating func saveRoutes(_ isToGoOn: (Progress) async -> Bool) async throws {
    let saver = RouteSaver(data, isDryRun: options.isDryRun)
    let reader = reader
    for route in mapper.takeRoutes() {
      let progress = Progress(
        summary: mapper.context.summary, count: mapper.context.summary.total.read, share: 1)
      guard await isToGoOn(progress) else { throw CancellationError() }
      try await saver.save(route, &mapper.context, &self.saver, &deleted) { path in
        try await reader.file(beside: path)
      }
    }
  }

  private mutating func saveElectrocardiograms(
    _ isToGoOn: (Progress) async -> Bool
  ) async throws {
    let stored = StoredObjects(data)
    for name in try await reader.files(below: "electrocardiograms") where name.hasSuffix(".csv") {
      let progress = Progress(
        summary: mapper.context.summary, count: mapper.context.summary.total.read, share: 1)
      guard await isToGoOn(progress) else { throw CancellationError() }
      var reason = "its file is none of an electrocardiogram"
      var bytes: [UInt8] = []
      do {
        bytes = try await reader.file(beside: name) ?? []
      } catch let error as ZipError {
        reason = "its file is damaged: \(error.detail)"
      }
      guard let sample = ECGReader.sample(bytes, naming: { saver.name(for: .electrocardiogram) })
      else {
        mapper.context.summary.lose(
          "electrocardiogram", line: 0, .unreadable(reason), of: .electrocardiogram)
        continue
      }
      _ = try await stored.save(
        sample, at: ("electrocardiogram", 0), &mapper.context, saver, &deleted)
    }
  }

  private mutating func saveClinicalRecords(_ isToGoOn: (Progress) async -> Bool) async throws {
    let stored = StoredObjects(data)
    for record in mapper.takeClinicalRecords() {
      let progress = Progress(
        summary: mapper.context.summary, count: mapper.context.summary.total.read, share: 1)
      guard await isToGoOn(progress) else { throw CancellationError() }
      let place = (element: "ClinicalRecord", line: record.row.line)
      do {
        let resource = try await reader.file(beside: record.path)
        if resource == nil { mapper.context.summary.mend("a clinical record has no file") }
        let sample = try record.sample(resource, mapper.context.tables) { saver.name(for: $0) }
        _ = try await stored.save(sample, at: place, &mapper.context, saver, &deleted)
      } catch let error as RowProblem {
        mapper.context.summary.lose(place.element, line: place.line, error.problem)
      } catch let error as ZipError {
        mapper.context.summary.lose(
          place.element, line: place.line, .unreadable("its file is damaged: \(error.detail)"))
      }
    }
  }

  private mutating func save(all: Bool) async throws {
    let (groups, drafts) = mapper.drain(all: all)
    for rows in groups {
      let type = rows.description.type
      sources.formUnion(rows.allSources)
      let fresh = try await match.newRows(of: rows, mapper.context.tables).rows
      let kept = deleted.removing(from: fresh, of: rows, mapper.context.tables)
      let wanted = correlations.removingTwins(from: kept, of: rows, mapper.context.tables)
      var counts = mapper.context.summary.types[type] ?? ImportSummary.Counts()
      counts.read += rows.count
      counts.deleted += fresh.count - kept.count
      counts.known += rows.count - fresh.count + kept.count - wanted.count
      mapper.context.summary.types[type] = counts
      try await saver.save(wanted, of: rows, &mapper.context)
    }
    if !drafts.isEmpty {
      sources.formUnion(drafts.map(\.row.source))
      try await correlations.save(drafts, &mapper.context, &saver, &deleted)
    }
    mapper.tidy()
  }

  /// Finds what earlier imports brought of the sources of this export and it does not have any more, once it was read.
  ///
  /// - Returns: What was deleted on the phone since.
  /// - Throws: `ExportError` where the export does not tell, and what the store throws.
  package func goneSamples() async throws -> GoneSamples {
    let summary = mapper.context.summary
    guard summary.isComplete, summary.ending == nil else {
      throw ExportError("what is gone cannot be told, as it could not be read to its end")
    }
    guard let exported = summary.exported else {
      throw ExportError("what is gone cannot be told, as it does not say when it was made")
    }
    let tables = mapper.context.tables
    var met = match.found
    met.formUnion(correlations.met)
    return try await GoneSamples(
      in: data, from: Set(sources.map { tables.sources[Int($0)].source.bundleIdentifier }),
      until: exported, beside: met, savedAs: saver.uuids,
      but: Set(summary.types.filter { $0.value.lost > 0 }.keys))
  }
}
