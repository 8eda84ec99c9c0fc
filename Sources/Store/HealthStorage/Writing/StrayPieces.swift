internal import HealthModel

/// Where the search stands for pieces of documents whose samples never came.
///
/// A peer sends the pieces first, in the session in which the sample follows; no session outlives a process.
struct StrayPieces {
  /// The number of the last piece that an earlier process left; 0 where all were looked at.
  var through: Int64
  /// The last document that was looked at.
  var document: SampleUUID?

  init(through: Int64) {
    self.through = through
  }
}

extension StoreWriter {
  /// Looks at the next documents of which pieces were here when the store was opened; returns where it stands
  /// after that.
  mutating func collectStrayPieces() throws -> StrayPieces {
    var stray = strayPieces
    guard stray.through > 0 else { return stray }
    // Nobody can say then whose pieces they are; they are looked at when the store is opened again.
    guard draft.damage.isEmpty, draft.damagedSegments.isEmpty else {
      return StrayPieces(through: 0)
    }
    for _ in 0..<Self.mostDocumentsAtOnce {
      guard
        let uuid = try tables.documents.document(
          after: stray.document, numberedThrough: stray.through)
      else { return StrayPieces(through: 0) }
      stray.document = uuid
      let isHere: Bool
      do {
        isHere = try !locateReadable(UUIDSet([uuid])).isEmpty
      } catch let error as StorageError where error.code == .damaged {
        isHere = true
      }
      // What was found damaged meanwhile may have had it.
      guard draft.damage.isEmpty else { return StrayPieces(through: 0) }
      if !isHere { try tables.documents.remove(uuid, numberedThrough: stray.through) }
    }
    return stray
  }

  private static var mostDocumentsAtOnce: Int { 64 }

  /// Erases some pieces of a document that was deleted where there was little room; returns those that are left.
  ///
  /// What is not done when the process ends is found by the search for stray pieces.
  mutating func eraseLeftDocument() throws -> [SampleUUID] {
    var left = leftDocuments
    guard let document = left.popLast() else { return [] }
    // A deletion that failed has left it where it is.
    guard try locateReadable(UUIDSet([document])).isEmpty else { return left }
    try tables.documents.remove(document, atMost: Self.mostPiecesAtOnce)
    return try tables.documents.extent(of: document).pieces > 0 ? leftDocuments : left
  }

  private static var mostPiecesAtOnce: Int64 { 32 }
}
