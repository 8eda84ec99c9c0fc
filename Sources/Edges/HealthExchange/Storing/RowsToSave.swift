internal import HealthModel
internal import StoreAccess

/// Rows of any types on their way into a store; those that are there already, or were deleted here, are left out.
struct RowsToSave {
  let data: any OwnerAccess
  var context: ImportContext
  var saver: RowSaver
  private var match: StoredMatch
  private var deleted = DeletedRows()
  private var correlations: CorrelationSaver
  private var pending: [ObjectType: ImportRows] = [:]

  /// - Parameters:
  ///   - data: Where the samples go.
  ///   - member: What is read.
  ///   - uuids: Names for them.
  ///   - options: How it is taken.
  /// - Throws: What the store throws.
  init(
    into data: any OwnerAccess, from member: String, uuids: UUIDSequence,
    _ options: Importer.Options
  ) async throws {
    self.data = data
    context = ImportContext(cutoff: try await data.coverage().from)
    context.summary.member = member
    saver = RowSaver(data, uuids: uuids, isDryRun: options.isDryRun)
    match = StoredMatch(data, savingAs: saver.uuids)
    correlations = CorrelationSaver(data)
    if !options.bringsBack { deleted = try await DeletedRows(of: data) }
  }

  /// Adds a row; where there are many of its type, those before it are saved.
  mutating func add(_ row: ImportRow, of description: TypeDescription) async throws {
    let type = description.type
    guard row.exactEnd >= context.cutoff else {
      context.summary.types[type, default: .init()].old += 1
      return
    }
    var rows = pending.removeValue(forKey: type) ?? ImportRows(description)
    if !rows.hasRoom(for: row) {
      try await save(rows)
      rows = ImportRows(description)
    }
    rows.append(row)
    pending[type] = rows
  }

  /// Saves what was added, where that is to be gone on with.
  ///
  /// - Parameters:
  ///   - share: How much of all was read, from 0 to 1.
  ///   - isToGoOn: Hears how far it is, and says whether to go on.
  /// - Throws: What the store throws, and `CancellationError`.
  mutating func save(
    at share: Double, _ isToGoOn: (Importer.Progress) async -> Bool
  ) async throws {
    let progress = Importer.Progress(
      summary: context.summary, count: context.summary.total.read, share: share)
    guard await isToGoOn(progress) else { throw CancellationError() }
    try await savePending()
  }

  /// Saves what was added.
  mutating func savePending() async throws {
    for rows in pending.values.sorted(by: { $0.description.type < $1.description.type }) {
      try await save(rows)
    }
    pending = [:]
  }

  /// Saves correlations with what they hold.
  mutating func save(_ drafts: [ImportCorrelation]) async throws {
    var taken: [ImportCorrelation] = []
    for draft in drafts {
      if draft.row.exactEnd >= context.cutoff {
        context.summary.types[draft.type, default: .init()].read += 1
        taken.append(draft)
      } else {
        context.summary.types[draft.type, default: .init()].old += 1
      }
    }
    try await correlations.save(taken, &context, &saver, &deleted)
  }

  /// Whether a sample was deleted here that came from an import and said the same.
  mutating func wasDeleted(_ sample: Sample) -> Bool { deleted.meet(sample) }

  /// Saves a sample that is no row, by itself.
  mutating func save(
    _ sample: Sample, at place: (element: String, line: Int)
  ) async throws {
    _ = try await StoredObjects(data).save(sample, at: place, &context, saver, &deleted)
  }

  private mutating func save(_ rows: ImportRows) async throws {
    let type = rows.description.type
    let fresh = try await match.newRows(of: rows, context.tables)
    // What changes was not deleted.
    let other = fresh.rows.filter { fresh.formers[$0] == nil }
    let kept = deleted.removing(from: other, of: rows, context.tables)
    context.summary.types[type, default: .init()].read += rows.count
    context.summary.types[type, default: .init()].known += rows.count - fresh.rows.count
    context.summary.types[type, default: .init()].deleted += other.count - kept.count
    let wanted = correlations.removingTwins(from: kept, of: rows, context.tables)
    context.summary.types[type, default: .init()].known += kept.count - wanted.count
    try await saver.save(wanted, of: rows, &context)
    let changed = fresh.rows.filter { fresh.formers[$0] != nil }
    try await saver.save(changed, of: rows, &context, replacing: fresh.formers)
  }
}
