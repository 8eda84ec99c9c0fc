/// Distinct entries, in order of first appearance.
enum Distinct {
  static func of<Entry: Hashable>(_ entries: [Entry]) -> (distinct: [Entry], indexes: [Int64]) {
    var distinct: [Entry] = []
    var places: [Entry: Int64] = [:]
    let indexes = entries.map { entry -> Int64 in
      if let place = places[entry] { return place }
      let place = Int64(distinct.count)
      places[entry] = place
      distinct.append(entry)
      return place
    }
    return (distinct, indexes)
  }

  /// Whether places stand for entries in order of first appearance, all of them.
  static func isInOrder(_ places: [Int], count: Int) -> Bool {
    var next = 0
    for place in places where place >= next {
      guard place == next else { return false }
      next += 1
    }
    return next == count
  }
}
