package import HealthModel
package import StoreAccess

/// Takes an export into a store, but for what is there already.
package struct Importer {
  /// How far it is.
  package struct Progress: Sendable {
    package var summary: ImportSummary
    /// How many elements with samples were read.
    package var count: Int
    /// How much of the file was read, from 0 to 1.
    package var share: Double
  }

  private let data: any OwnerAccess
  private let isDryRun: Bool
  private let reader: ExportReader
  private var mapper: AppleMapper
  private var saver: RowSaver
  private var match: StoredMatch
  private var correlations: CorrelationSaver

  /// Finds the file of an export.
  ///
  /// - Parameters:
  ///   - path: A folder, an archive, or the file itself.
  ///   - data: Where the samples go.
  ///   - uuids: Names for them.
  ///   - isDryRun: Whether nothing is saved.
  /// - Throws: What opening it throws, and what the store throws.
  package init(
    _ path: String, into data: any OwnerAccess, uuids: UUIDSequence, isDryRun: Bool
  ) async throws {
    self.data = data
    self.isDryRun = isDryRun
    reader = ExportReader(
      path, names: AppleName.all.map(\.rawValue), dropping: [AppleName.creationDate.rawValue])
    mapper = AppleMapper(cutoff: try await data.coverage().from)
    saver = RowSaver(data, uuids: uuids, isDryRun: isDryRun)
    match = StoredMatch(data, savingAs: saver.base)
    correlations = CorrelationSaver(data)
    mapper.context.summary.member = try await reader.open()
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
      if mapper.isFull, !isStopped { try await save(all: false) }
      next = try await following
    }
    if isStopped { throw CancellationError() }
    try await save(all: true)
    return mapper.context.summary
  }

  private mutating func save(all: Bool) async throws {
    let (groups, drafts) = mapper.drain(all: all)
    for rows in groups {
      let type = rows.description.type
      let fresh = try await match.newRows(of: rows, mapper.context.tables)
      let wanted = correlations.removingTwins(from: fresh, of: rows, mapper.context.tables)
      var counts = mapper.context.summary.types[type] ?? ImportSummary.Counts()
      counts.read += rows.count
      counts.known += rows.count - wanted.count
      mapper.context.summary.types[type] = counts
      try await saver.save(wanted, of: rows, &mapper.context)
    }
    if !drafts.isEmpty {
      try await correlations.save(drafts, &mapper.context, &saver, &match)
    }
    mapper.tidy()
  }
}
