internal import HealthModel
internal import StoreAccess

/// Finds objects that an import knows by their source and dates alone.
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
}
