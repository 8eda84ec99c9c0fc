internal import ConformanceKit
internal import ConformanceWire

/// Saboteurs that change what is said in sessions.
extension Saboteur {
  static let session = "dyad.v1.Sync/Session"

  /// A node that says something else in messages of a kind.
  static func tells(
    _ path: String, _ kind: String, _ name: String, of role: Role? = nil,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Saboteur {
    Saboteur(path, name, of: role) {
      $0.hears = { method, bytes in [changed(bytes, of: kind, method, change)] }
    }
  }

  /// A node that understands something else in messages of a kind.
  static func hears(
    _ path: String, _ kind: String, _ name: String, of role: Role? = nil,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Saboteur {
    Saboteur(path, name, of: role) {
      $0.says = { method, bytes in [changed(bytes, of: kind, method, change)] }
    }
  }

  /// A node that keeps messages of a kind to itself.
  static func withholds(_ path: String, _ kind: String, _ name: String) -> Saboteur {
    Saboteur(path, name) {
      $0.hears = { method, bytes in content(bytes, of: kind, method) == nil ? [bytes] : [] }
    }
  }

  /// A node that refuses what it has to take.
  static func refuses(
    _ path: String, _ name: String, _ isRefused: @escaping @Sendable ([UInt8]) -> Bool
  ) -> Saboteur {
    Saboteur(path, name) {
      $0.says = { method, bytes in method == session && isRefused(bytes) ? [[0xff]] : [bytes] }
    }
  }

  /// A node that ends calls of sessions otherwise.
  static func ends(_ path: String, _ name: String, with code: Int?) -> Saboteur {
    Saboteur(path, name) {
      $0.ends = { method, end in
        guard method == session else { return end }
        return code.map { CallEnd(code: $0, message: end.message, trailers: end.trailers) }
      }
    }
  }

  /// The content of a session's message of a kind.
  static func content(_ bytes: [UInt8], of kind: String, _ method: String) -> Value? {
    guard method == session, let message = try? Message("SyncMessage", decoding: bytes),
      message[kind].isPresent
    else { return nil }
    return message[kind]
  }

  /// A session's message with another content, where it is of a kind.
  static func changed(
    _ bytes: [UInt8], of kind: String, _ method: String, _ change: (inout Value) -> Void
  ) -> [UInt8] {
    guard var content = content(bytes, of: kind, method) else { return bytes }
    change(&content)
    return Message("SyncMessage", [kind: content]).encoded()
  }

  /// Whether bytes have a text somewhere.
  static func has(_ text: String, _ bytes: [UInt8]) -> Bool {
    let text = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
  }
}
