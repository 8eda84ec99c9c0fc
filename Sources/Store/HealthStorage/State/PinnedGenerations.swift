private import Synchronization

/// The generations that queries still read, so that what merging replaced is not erased under them; and since when
/// all history may be.
package final class PinnedGenerations: Sendable {
  private struct Pins {
    var counts: [UInt64: Int] = [:]
    var erasing: UInt64 = 0
  }

  private let pins = Mutex(Pins())

  package init() {}

  /// The oldest generation in use; `nil` when none is.
  package var oldest: UInt64? { pins.withLock { $0.counts.keys.min() } }

  func pin(_ generation: UInt64) {
    pins.withLock { $0.counts[generation, default: 0] += 1 }
  }

  func unpin(_ generation: UInt64) {
    pins.withLock { pins in
      guard let count = pins.counts[generation] else { return }
      pins.counts[generation] = count > 1 ? count - 1 : nil
    }
  }

  /// Notes that the commit that makes `generation` erases all history, if it succeeds.
  func noteErasure(in generation: UInt64) {
    pins.withLock { $0.erasing = generation }
  }

  /// Whether all history may have been erased since `generation`.
  func mayBeErased(since generation: UInt64) -> Bool {
    pins.withLock { $0.erasing > generation }
  }
}
