internal import HealthModel
internal import HealthStorage

/// The same samples three times: ours with our UUIDs, ours with random ones, and rows.
final class FilledStores {
  let own: OwnStore
  let foreign: OwnStore
  let rows: RowStore
  /// Every so-many-th UUID, for look-ups.
  private(set) var ownUUIDs: [SampleUUID] = []
  private(set) var foreignUUIDs: [SampleUUID] = []
  let count: Int

  /// One in so many UUIDs is kept.
  private static let sampling = 16

  init(_ arguments: Arguments) throws {
    own = try OwnStore()
    foreign = try OwnStore()
    rows = try RowStore()
    count = arguments.size
    var numbered = try HeartRates(.own, seed: arguments.seed)
    var random = try HeartRates(.random, seed: arguments.seed)
    var left = count
    while left > 0 {
      let size = min(left, BulkSaves.samplesPerSave)
      left -= size
      let run = try numbered.next(size)
      ownUUIDs += Self.some(of: run)
      try own.commit(.save(Change.Save([run])))
      let other = try random.next(size)
      foreignUUIDs += Self.some(of: other)
      try foreign.commit(.save(Change.Save([other])))
      try rows.save(other, uuids: other.uuidBytes)
    }
    try own.settle()
    try foreign.settle()
    try rows.settle()
  }

  private static func some(of run: SampleRun) -> [SampleUUID] {
    stride(from: 0, to: run.count, by: sampling).map { run.uuids[$0] }
  }
}
