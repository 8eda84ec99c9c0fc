internal import HealthModel

/// The blocks that were decoded last, as good as: one that was asked for since the hand last passed it stays.
struct BlockCache {
  /// About 2 MB of decoded columns.
  static let capacity = 64

  /// Behind one reference: the many columns of a run are costly to move about.
  private final class Entry {
    let id: Int64
    let run: SampleRun
    var wasUsed = true

    init(_ id: Int64, _ run: SampleRun) {
      self.id = id
      self.run = run
    }
  }

  private var entries: [Entry] = []
  private var places: [Int64: Int] = [:]
  /// Where room is looked for next.
  private var hand = 0

  subscript(id: Int64) -> SampleRun? {
    guard let place = places[id] else { return nil }
    entries[place].wasUsed = true
    return entries[place].run
  }

  mutating func insert(_ run: SampleRun, as id: Int64) {
    let entry = Entry(id, run)
    if let place = places[id] {
      entries[place] = entry
      return
    }
    guard entries.count >= Self.capacity else {
      places[id] = entries.count
      entries.append(entry)
      return
    }
    while entries[hand].wasUsed {
      entries[hand].wasUsed = false
      hand = (hand + 1) % entries.count
    }
    places[entries[hand].id] = nil
    places[id] = hand
    entries[hand] = entry
    hand = (hand + 1) % entries.count
  }

  mutating func remove(_ id: Int64) {
    guard let place = places.removeValue(forKey: id) else { return }
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      places[last.id] = place
    }
    hand = 0
  }
}
