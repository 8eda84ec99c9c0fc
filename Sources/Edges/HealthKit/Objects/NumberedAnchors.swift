internal import StoreAccess
private import Synchronization

/// The numbers that stand for anchors in the queries of iOS 8, which apps keep.
///
/// They are kept in the app's defaults, so that a number means the same when the app runs again.
enum NumberedAnchors {
  private static let key = "HKAnchoredObjectQuery.anchors"
  /// An app keeps the last of each of its queries.
  private static let most = 1_024
  private static let lock = Mutex(())

  /// The anchor of a number; the beginning for 0, and for a number that nobody knows any more.
  static func anchor(_ number: Int) -> StoreAnchor {
    guard number > 0 else { return .beginning }
    return lock.withLock { _ in
      let known = UserDefaults.standard.dictionary(forKey: key)?[String(number)] as? Data
      return known.map { StoreAnchor(Array($0)) } ?? .beginning
    }
  }

  /// The number of an anchor, greater than those given before.
  static func number(of anchor: StoreAnchor) -> Int {
    guard anchor != .beginning else { return 0 }
    return lock.withLock { _ in
      let bytes = Data(anchor.bytes)
      var table = UserDefaults.standard.dictionary(forKey: key) as? [String: Data] ?? [:]
      let numbers = table.keys.compactMap { Int($0) }.sorted()
      let last = numbers.last ?? 0
      if table[String(last)] == bytes { return last }
      for number in numbers.dropLast(most - 1) { table[String(number)] = nil }
      table[String(last + 1)] = bytes
      UserDefaults.standard.set(table, forKey: key)
      return last + 1
    }
  }
}
