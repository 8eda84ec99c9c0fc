internal import HealthModel

extension StoreWriter {
  /// Notes, in a transaction of its own, what other connections found damaged: the next session asks peers for
  /// what blocks held (R24), and what the blocks tell as well is made anew.
  ///
  /// - Parameter parts: Those that turn out to be sound, or are not in the store any more, are ignored.
  /// - Throws: `StorageError` for a fault of the disk; nothing is noted then.
  package mutating func noteDamage(_ parts: DamagedParts) throws {
    // What is in memory says nothing of the disk.
    tables.blocks.dropCache(of: parts.blocks)
    do {
      try beginSyncing()
      for block in parts.blocks.sorted() { try noteDamage(inBlock: block) }
      if !parts.headers.isEmpty { try makeAnew(parts.headers) }
      // A phone has no settings but its own.
      if parts.records, !draft.record.settings.records.isEmpty { try adoptSettings() }
      for uuid in parts.documents { try noteDamage(ofDocument: uuid) }
      tables.deletions.noteUnreadable(through: parts.deletionsThrough)
      try noteNewDamage()
      try commit()
    } catch {
      rollBack()
      throw StorageError(wrapping: error)
    }
  }

  /// Writes segments anew from their blocks; one of which a block cannot be read either waits for that.
  private mutating func makeAnew(_ segments: Set<Int64>) throws {
    try giveHeaders()
    for (type, state) in draft.types {
      for id in state.segments.map(\.id) where segments.contains(id) {
        guard let index = draft.types[type]?.segments.firstIndex(where: { $0.id == id }) else {
          continue
        }
        try merge(index..<(index + 1), of: type)
      }
    }
  }
}
