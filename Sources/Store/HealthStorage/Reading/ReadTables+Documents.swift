package import HealthModel

extension ReadTables {
  /// Piece `ordinal` of a document's bytes.
  ///
  /// - Parameters:
  ///   - ordinal: Counts from 0.
  ///   - uuid: The document's.
  ///   - latest: The snapshot as of when a piece turned out to be missing.
  /// - Returns: `nil` after the last piece, and where there is no such document for the first.
  /// - Throws: `invalidArgument` when the document was deleted since its first piece was read;
  ///   `StorageError` when one of its pieces is lost.
  package mutating func documentPiece(
    _ ordinal: Int, of uuid: SampleUUID, latest: () -> Snapshot
  ) throws -> [UInt8]? {
    if let piece = try documents.piece(ordinal, of: uuid) { return piece }
    // Measured before it is asked whether it was deleted, or a deletion in between would look like damage.
    let extent = try documents.extent(of: uuid)
    // The tables know of a deletion before the snapshot does.
    guard let byteCount = try byteCount(ofDocument: uuid, in: latest()),
      try !uuids.remembersDeath(of: UUIDSet([uuid]))
    else {
      if ordinal == 0 { return nil }
      throw ModelError(
        .invalidArgument, cannot: "read the document", "it was deleted while it was read")
    }
    guard extent.isWhole(byteCount) else {
      documents.noteUnreadable(uuid)
      throw StorageError(.damaged, cannot: "read the document", "a piece of it is missing")
    }
    return nil
  }

  private mutating func byteCount(
    ofDocument uuid: SampleUUID, in snapshot: Snapshot
  ) throws -> Int64? {
    var cursor = try SampleCursor(
      SampleQuery(.cda, where: .uuid(UUIDSet([uuid])), limit: 1),
      seeing: .everything, in: snapshot, from: &self)
    while let run = try cursor.next(from: &self) {
      guard case .objects(let bodies) = run.payload else { continue }
      for case .document(let document) in bodies { return document.byteCount }
    }
    return nil
  }
}
