private import CSQLite
private import Synchronization

/// Stops what a connection is doing, from any thread; after the connection closed it does nothing.
package final class Interrupter: Sendable {
  // An address, because a pointer could not cross threads; zero once the connection closed.
  private let address: Mutex<UInt>

  init(_ connection: OpaquePointer) {
    self.address = Mutex(UInt(bitPattern: connection))
  }

  /// Makes the statements that run now end with `interrupted`; later ones are not affected.
  package func interrupt() {
    // The lock is held across the call, so the connection cannot close under it.
    address.withLock { address in
      guard let connection = unsafe OpaquePointer(bitPattern: address) else { return }
      unsafe sqlite3_interrupt(connection)
    }
  }

  /// Called before the connection closes.
  func disarm() {
    address.withLock { $0 = 0 }
  }
}
