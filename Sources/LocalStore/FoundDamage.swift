private import Synchronization

/// What readers found damaged and the writer has yet to note.
final class FoundDamage: Sendable {
  private let blocks = Mutex<Set<Int64>>([])

  /// Adds the numbers of blocks.
  func add(_ found: Set<Int64>) {
    blocks.withLock { $0.formUnion(found) }
  }

  /// Takes all there are.
  func take() -> Set<Int64> {
    blocks.withLock { blocks in
      defer { blocks = [] }
      return blocks
    }
  }
}
