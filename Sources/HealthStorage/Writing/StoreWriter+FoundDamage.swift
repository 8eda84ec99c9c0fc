internal import HealthModel

extension StoreWriter {
  /// Notes, in a transaction of its own, blocks that other connections found damaged: the next session asks
  /// peers for what they held (R24).
  ///
  /// - Parameter blocks: Those that turn out to be sound, or are not in the store any more, are ignored.
  /// - Throws: `StorageError` for a fault of the disk; nothing is noted then.
  package mutating func noteDamage(foundIn blocks: Set<Int64>) throws {
    // What is in memory says nothing of the disk.
    tables.blocks.dropCache(of: blocks)
    do {
      for block in blocks.sorted() { try noteDamage(inBlock: block) }
      try commit()
    } catch {
      rollBack()
      throw StorageError(wrapping: error)
    }
  }
}
