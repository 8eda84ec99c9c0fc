internal import HealthModel
private import Synchronization
internal import SystemCore

/// UUIDs for samples that come without, from bases that each caller has for itself.
///
/// What one app gets so tells it nothing of what others save.
final class FreshUUIDs: Sendable {
  /// More callers than are known at a time; what is dropped begins anew with other bases.
  private static let mostCallers = 1_024

  private let sequences = Mutex<[String: UUIDSequence]>([:])

  /// The next, for a sample of a type that a caller saves.
  func take(for type: ObjectType, of caller: StoreCaller) -> SampleUUID {
    sequences.withLock { sequences in
      if sequences[caller.name] == nil {
        if sequences.count >= Self.mostCallers { sequences = [:] }
        var entropy = Entropy()
        sequences[caller.name] = UUIDSequence(using: &entropy)
      }
      guard let uuid = sequences[caller.name]?.take(for: type) else {
        preconditionFailure("a caller has a sequence")
      }
      return uuid
    }
  }
}
