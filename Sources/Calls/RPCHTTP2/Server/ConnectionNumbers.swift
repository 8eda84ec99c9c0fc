private import Synchronization

/// Numbers for the connections of a server, never given twice.
final class ConnectionNumbers: Sendable {
  private let last = Atomic<UInt64>(0)

  /// The last that was given; 0 at first.
  ///
  /// Who gets one later sees what was done before this was asked.
  var latest: UInt64 { last.add(0, ordering: .acquiringAndReleasing).newValue }

  func next() -> UInt64 {
    last.add(1, ordering: .acquiringAndReleasing).newValue
  }
}
