internal import HealthModel
private import Synchronization
internal import SystemCore

/// UUIDs of this process, for samples that come without.
final class FreshUUIDs: Sendable {
  private let sequence: Mutex<UUIDSequence>

  init() {
    var entropy = Entropy()
    sequence = Mutex(UUIDSequence(using: &entropy))
  }

  /// The next, for a sample of a type.
  func take(for type: ObjectType) -> SampleUUID { sequence.withLock { $0.take(for: type) } }
}
