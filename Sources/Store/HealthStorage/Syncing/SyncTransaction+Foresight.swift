package import HealthModel

// Random UUIDs lie anywhere in the pages of all segments, so that looking a batch up reads nearly all of them.
// For many batches that is no more to read than for one.
extension SyncTransaction {
  /// Looks the foreign UUIDs up, all at once, of rows that are about to be inserted in this transaction.
  ///
  /// It changes nothing: rows that come unforeseen are looked up as they come.
  ///
  /// - Parameter messages: In the order in which they will be dealt with.
  /// - Returns: How many of them it looked at, at least one where there are any; the rest is for later.
  /// - Throws: `StorageError` for a fault of the disk.
  package mutating func foresee(_ messages: ArraySlice<SyncMessage>) throws -> Int {
    writer.unknownUUIDs = []
    var coming: Set<SampleUUID> = []
    var (batches, count) = (0, 0)
    for message in messages {
      if case .batch(let batch) = message {
        let foreign = batch.runs.lazy.flatMap(\.uuids).filter { !$0.isNumbered }
        let rows = batch.runs.reduce(0) { $0 + $1.count }
        if batches > 0, coming.count + rows > Self.mostForeseen { break }
        coming.formUnion(foreign)
        if !batch.runs.isEmpty { batches += 1 }
      }
      count += 1
    }
    // One alone is looked up when it is inserted.
    guard batches > 1, !coming.isEmpty else { return count }
    try begin()
    do {
      coming.subtract(try writer.held(of: coming))
      coming.subtract(try writer.tables.uuids.remembered(of: coming))
      coming.subtract(writer.pending.uuids.others)
      writer.unknownUUIDs = coming
    } catch let error as StorageError where error.code == .damaged {
      // Which block it is, and what is not in it, is looked at when the rows are inserted.
    }
    return count
  }

  /// About 2 MB of UUIDs.
  private static var mostForeseen: Int { 65_536 }
}

extension UUIDSet {
  /// The same without some foreign UUIDs, of which there may be many more.
  func without(_ others: Set<SampleUUID>) -> Self {
    others.isEmpty ? self : filteringOthers { !others.contains($0) }
  }
}
