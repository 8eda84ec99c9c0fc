/// A dot with its type as a small number: what the rows of a store in memory are ordered by.
struct DotKey: Hashable, Comparable {
  var incarnation: UInt64
  var type: Int
  var sequence: UInt64

  static func < (left: Self, right: Self) -> Bool {
    if left.incarnation != right.incarnation { return left.incarnation < right.incarnation }
    if left.type != right.type { return left.type < right.type }
    return left.sequence < right.sequence
  }
}

/// What has a dot, and stands in an array in the order of the dots.
protocol Keyed {
  var key: DotKey { get }
}

extension Array where Element: Keyed {
  /// The index of the first element whose key is not below `key`.
  func lowerBound(_ key: DotKey) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the element with this key.
  func index(of key: DotKey) -> Int? {
    let index = lowerBound(key)
    return index < count && self[index].key == key ? index : nil
  }
}
