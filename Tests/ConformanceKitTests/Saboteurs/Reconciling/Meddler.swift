internal import ConformanceKit
internal import ConformanceWire

/// Changes messages of sessions on their way.
enum Meddler {
  /// A saboteur that changes what the node tells; none swallows a message.
  static func tells(
    _ path: String, _ name: String, of role: Role? = nil,
    _ make: @escaping @Sendable () -> (Message) -> [Message]
  ) -> Saboteur {
    Saboteur("reconciling/" + path, name, of: role) {
      let change = make()
      $0.hears = { method, bytes in meddled(method, bytes, change) }
    }
  }

  /// A saboteur that changes what the node gets to hear.
  static func takes(
    _ path: String, _ name: String, of role: Role? = nil,
    _ make: @escaping @Sendable () -> (Message) -> [Message]
  ) -> Saboteur {
    Saboteur("reconciling/" + path, name, of: role) {
      let change = make()
      $0.says = { method, bytes in meddled(method, bytes, change) }
    }
  }

  /// Changes a field of every message that has it.
  static func changing(
    _ kind: String, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> @Sendable () -> (Message) -> [Message] {
    {
      { message in
        guard message[kind].isPresent else { return [message] }
        var changed = message
        change(&changed.value[kind])
        return [changed]
      }
    }
  }

  /// Swallows every message of a kind.
  static func swallowing(
    _ kind: String, where isMeant: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> @Sendable () -> (Message) -> [Message] {
    { { $0[kind].isPresent && isMeant($0[kind]) ? [] : [$0] } }
  }

  private static func meddled(
    _ method: String, _ bytes: [UInt8], _ change: (Message) -> [Message]
  ) -> [[UInt8]] {
    guard method == "dyad.v1.Sync/Session",
      let message = try? Message("SyncMessage", decoding: bytes)
    else { return [bytes] }
    return change(message).map { $0.encoded() }
  }
}
