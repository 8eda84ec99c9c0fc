internal import HealthModel

/// Where the search stands for pieces of documents whose samples never came.
///
/// A peer sends the pieces first, in the session in which the sample follows; no session outlives a process.
struct StrayPieces {
  /// Under what key the store keeps the number through which all pieces were looked at.
  fileprivate static let key = "documents.looked"

  /// The number through which all were looked at.
  var looked: Int64
  /// The number of the last piece that an earlier process left.
  let through: Int64
  /// The document that was looked at last.
  var document: SampleUUID?
  /// Whether each piece that this process wrote came with its document, and none lost it.
  var areNewOnesWhole = true

  var isDone: Bool { looked >= through }
}

extension ReadTables {
  /// Where the search stands in a store that was just opened; at the beginning, where it is damaged.
  mutating func strayPieces(in state: StoreState) throws -> StrayPieces {
    // One that cannot be read says that nothing was looked at.
    let kept = try? node.record(StrayPieces.key)
    let looked = kept.flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? 0
    let through = try documents.lastNumber()
    // No store counts so far; one more has to fit.
    guard max(looked, through) < 1 << 62 else {
      throw StorageError(
        .damaged, cannot: "open the store", "it numbers the pieces of documents wrongly")
    }
    documents.goOn(after: max(looked, through))
    let isSound = state.damage.isEmpty && state.lost.isEmpty
    return StrayPieces(looked: isSound ? looked : 0, through: through)
  }
}

extension StoreWriter {
  /// Looks at the next pieces that were here when the store was opened and that no process looked at; returns where
  /// it stands after that.
  mutating func collectStrayPieces() throws -> StrayPieces {
    var stray = strayPieces
    guard !stray.isDone else { return stray }
    // Nobody can say then whose pieces they are.
    guard draft.damage.isEmpty, draft.lost.isEmpty else {
      try lookAtPiecesAgain()
      return strayPieces
    }
    for _ in 0..<Self.mostPiecesLookedAt where !stray.isDone {
      guard
        let piece = try tables.documents.piece(numbered: (stray.looked + 1)...stray.through)
      else {
        stray.looked = stray.through
        break
      }
      stray.looked = piece.number
      if piece.document == stray.document { continue }
      stray.document = piece.document
      let isHere: Bool
      do {
        isHere = try !locateReadable(UUIDSet([piece.document])).isEmpty
      } catch let error as StorageError where error.code == .damaged {
        isHere = true
      }
      // What was found damaged meanwhile may have had it.
      guard draft.damage.isEmpty else {
        try lookAtPiecesAgain()
        return strayPieces
      }
      if !isHere { try tables.documents.remove(piece.document, numberedThrough: stray.through) }
    }
    if stray.isDone {
      try tables.node.put(StrayPieces.key, Array("\(stray.through)".utf8))
    }
    return stray
  }

  private static var mostPiecesLookedAt: Int { 256 }

  /// Spares the next process the pieces of documents that are saved with all of their bytes.
  mutating func noteWholeDocuments() throws {
    guard strayPieces.isDone, strayPieces.areNewOnesWhole else { return }
    try tables.node.put(StrayPieces.key, Array("\(tables.documents.lastGiven)".utf8))
  }

  /// Leaves all pieces to the next process that opens the store: samples may be lost, or documents half erased.
  mutating func lookAtPiecesAgain() throws {
    strayPieces.looked = strayPieces.through
    strayPieces.areNewOnesWhole = false
    try tables.node.put(StrayPieces.key, Array("0".utf8))
  }

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
