internal import HealthModel

/// What a writer has in memory of the foreign UUIDs that are stored, once looking them up has cost it more than
/// reading all of them once.
///
/// A filter is filled from the blocks a few at a time, while what is saved meanwhile goes into it at once, and
/// answers when it has them all.
package struct SeenUUIDs {
  /// How often all pages are read before a filter is worth its memory.
  package var patience = 10
  private var filter: UUIDFilter?
  private var filling: Filling?
  /// How many pages were read for saves without one.
  private var pagesRead = 0
  /// Whether a block cannot be read, whose UUIDs a filter would deny.
  private var isOff = false

  private struct Filling {
    var filter: UUIDFilter
    /// The blocks whose UUIDs are in it.
    var blocks = IntervalSet()
  }

  /// As many blocks as full segments have.
  private static let blocksAtOnce = 128

  /// Whether the store may hold the UUID: surely so where it does.
  func mayHave(_ uuid: SampleUUID) -> Bool { filter?.mayHave(uuid) ?? true }

  /// Whether there is a filter that answers.
  package var answers: Bool { filter != nil }

  /// Takes in what is about to be stored.
  mutating func insert(_ uuids: Set<SampleUUID>) {
    guard filter != nil || filling != nil else { return }
    for uuid in uuids {
      filter?.insert(uuid)
      filling?.filter.insert(uuid)
    }
  }

  /// Goes on filling a filter where one is wanted.
  ///
  /// - Parameters:
  ///   - tables: In a transaction that has changed nothing so far.
  ///   - state: What is committed.
  /// - Throws: What SQLite throws.
  mutating func fill(from tables: inout ReadTables, _ state: StoreState) throws {
    guard filling != nil || isWanted(state) else { return }
    let blocks = state.types.values.lazy.flatMap(\.segments).flatMap(\.directory.blocks)
      .filter { $0.foreignUUIDs > 0 }
    // Out of the property while it grows, so that it is not copied.
    var filling =
      self.filling.take()
      ?? Filling(filter: UUIDFilter(for: blocks.reduce(0) { $0 + $1.foreignUUIDs * 5 / 4 }))
    var left = Self.blocksAtOnce
    do {
      for block in blocks where !filling.blocks.contains(UInt64(block.id)) {
        guard left > 0 else {
          self.filling = filling
          return
        }
        left -= 1
        for uuid in try tables.blocks.uuids(block.id) where !uuid.isNumbered {
          filling.filter.insert(uuid)
        }
        filling.blocks.insert(UInt64(block.id))
      }
      filter = filling.filter
    } catch let error as StorageError where error.code == .damaged {
      isOff = true
    }
  }

  /// Notes what a save without a filter cost.
  mutating func note(pagesRead count: Int) { if filter == nil { pagesRead += count } }

  private func isWanted(_ state: StoreState) -> Bool {
    guard !isOff, filter == nil, pagesRead > 0 else { return false }
    let pages = state.types.values.lazy.flatMap(\.segments)
      .filter { $0.foreignUUIDs > 0 }.reduce(0) { $0 + UUIDPages.pageCount(for: $1.foreignUUIDs) }
    return pages > 0 && pagesRead >= patience * pages
      && state.damagedBlocks.isEmpty
  }

  /// Gives the memory back; look-ups pay for another filter first.
  mutating func forget() { (filter, filling, pagesRead) = (nil, nil, 0) }
}

extension StoreWriter {
  /// Whether the store holds any of the UUIDs, in sight or not.
  mutating func holdsAny(of uuids: UUIDSet) throws -> Bool {
    let before = tables.uuids.pagesRead
    defer { seen.note(pagesRead: tables.uuids.pagesRead - before) }
    return try tables.holdsAny(of: uuids.filteringOthers(seen.mayHave), in: draft)
  }

  /// Those of some foreign UUIDs that the store holds, in sight or not.
  ///
  /// So many are asked for at once that the pages are cheap, and a filter not worth its memory.
  mutating func held(of uuids: Set<SampleUUID>) throws -> [SampleUUID] {
    try tables.held(of: uuids.filter(seen.mayHave), in: draft)
  }
}
