internal import HealthCodec
internal import HealthModel
internal import SQLiteCore

extension StoreReader {
  /// Reads the bytes of a block's documents that are in sight.
  mutating func verifyDocuments(
    _ rows: [Int], of run: SampleRun, in block: Int64, into report: inout VerificationReport
  ) throws {
    guard case .objects(let bodies) = run.payload else { return }
    for row in rows {
      guard case .document(let document) = bodies[row] else { continue }
      // What was deleted since the snapshot has let go of its bytes before this looks.
      guard
        let flaw = try tables.documents.flaw(of: run.uuids[row], byteCount: document.byteCount),
        try isInSight(row, of: block)
      else { continue }
      let days = Instant.days(from: run.starts[row], to: run.ends[row])
      report.add("\(run.type.identifier): 1 document \(days) cannot be read (\(flaw))", .peer)
    }
  }

  /// Whether a row is in sight by what the store says now.
  private func isInSight(_ row: Int, of block: Int64) throws -> Bool {
    if try isReplaced(block) { return false }
    var find = try connection.prepare("SELECT rows FROM dead WHERE block = ?1")
    try find.bind(block, at: 1)
    guard try find.step(),
      let dead = try? IntervalSet(decoding: try find.blob(at: 0), limits: .stored)
    else { return true }
    return !dead.contains(UInt64(row))
  }
}
