private import Synchronization

/// Events of which only the last one counts.
package final class Succession: Sendable {
  private let count = Mutex(0)

  /// Begins with none.
  package init() {}

  /// Notes one more.
  ///
  /// - Returns: Whether none has followed it so far.
  package func next() -> @Sendable () -> Bool {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return { self.count.withLock { $0 } == number }
  }
}
