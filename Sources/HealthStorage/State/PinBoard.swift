private import Synchronization

/// Which generations queries still read, so that what they read is not erased under them.
package final class PinBoard: Sendable {
  private let pins = Mutex<[UInt64: Int]>([:])

  package init() {}

  /// The oldest generation in use; `nil` when none is.
  package var oldest: UInt64? { pins.withLock { $0.keys.min() } }

  func pin(_ generation: UInt64) {
    pins.withLock { $0[generation, default: 0] += 1 }
  }

  func unpin(_ generation: UInt64) {
    pins.withLock { pins in
      guard let count = pins[generation] else { return }
      pins[generation] = count > 1 ? count - 1 : nil
    }
  }
}
