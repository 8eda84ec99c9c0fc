internal import HealthModel
internal import StoreAccess

/// Objects that an import knows by their source and dates alone, and saves one by one.
struct StoredObjects {
  private let data: any OwnerAccess

  init(_ data: any OwnerAccess) { self.data = data }

  /// The objects that say the same to the second: for workouts, what was done as well.
  func like(_ sample: Sample) async throws -> [SampleUUID] {
    guard case .object(let body) = sample.value else { return [] }
    let (start, end) = (sample.start.rounded(.down), sample.end.rounded(.down))
    let query = SampleQuery(
      sample.type,
      where: .and([
        .start(.greaterOrEqual, start), .start(.less, start + 1), .end(.greaterOrEqual, end),
        .end(.less, end + 1),
        .sources(bundleIdentifiers: [sample.source.source.bundleIdentifier]),
      ]))
    var found: [SampleUUID] = []
    for try await run in try await data.samples(query) {
      for (row, value) in run.comparableValues.enumerated()
      where value.bitPattern == body.comparableValue.bitPattern { found.append(run.uuids[row]) }
    }
    return found
  }

  /// Saves an object that is not there and was not deleted here, and counts what becomes of it.
  ///
  /// - Parameters:
  ///   - sample: The object.
  ///   - place: What the report calls it where it is refused: the element and its line.
  ///   - context: Counts it.
  ///   - saver: Saves it.
  ///   - deleted: What was deleted here.
  /// - Returns: The UUID of what is stored now, if anything is.
  /// - Throws: What the store throws.
  func save(
    _ sample: Sample, at place: (element: String, line: Int), _ context: inout ImportContext,
    _ saver: RowSaver, _ deleted: inout DeletedRows
  ) async throws -> SampleUUID? {
    func count(_ field: WritableKeyPath<ImportSummary.Counts, Int>) {
      context.summary.types[sample.type, default: .init()].read += 1
      context.summary.types[sample.type, default: .init()][keyPath: field] += 1
    }
    guard sample.end >= context.cutoff else {
      count(\.old)
      return nil
    }
    if let known = try await like(sample).first {
      count(\.known)
      return known
    }
    guard !deleted.meet(sample) else {
      count(\.deleted)
      return nil
    }
    if let problem = try await saver.save([SampleRun(sample)]) {
      context.summary.lose(place.element, line: place.line, problem, of: sample.type)
      return nil
    }
    count(\.saved)
    return sample.uuid
  }
}
