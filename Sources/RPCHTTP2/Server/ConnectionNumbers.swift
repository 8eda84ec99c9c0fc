private import Synchronization

/// Numbers for the connections of a server, never given twice.
final class ConnectionNumbers: Sendable {
  private let last = Atomic<UInt64>(0)

  func next() -> UInt64 {
    last.add(1, ordering: .relaxed).newValue
  }
}
