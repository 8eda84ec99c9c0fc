internal import HealthStorage
private import Synchronization

/// What readers found damaged and the writer has yet to note.
final class FoundDamage: Sendable {
  private let parts = Mutex(DamagedParts())

  func add(_ found: DamagedParts) {
    parts.withLock { $0.formUnion(found) }
  }

  /// Takes all there is.
  func take() -> DamagedParts {
    parts.withLock { parts in
      defer { parts = DamagedParts() }
      return parts
    }
  }
}
