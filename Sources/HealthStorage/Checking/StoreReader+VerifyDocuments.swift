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
      guard let flaw = try flaw(of: document, run.uuids[row]), try isInSight(row, of: block)
      else { continue }
      report.add("block \(block) of \(run.type.identifier): \(flaw)")
    }
  }

  /// What is wrong with a document's bytes, if anything is.
  private mutating func flaw(of document: Document, _ uuid: SampleUUID) throws -> String? {
    let extent = try tables.documents.extent(of: uuid)
    guard extent.isWhole(document.byteCount) else { return "pieces of a document are missing" }
    do {
      for ordinal in 0..<extent.pieces {
        _ = try tables.documents.piece(Int(ordinal), of: uuid)
      }
      return nil
    } catch let error as StorageError where error.code == .damaged {
      return "a piece of a document is damaged"
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
