internal import HTTP2Core
internal import RPCCore

/// The methods of a server by the bytes of their paths, so that a known one costs no new string.
struct PathTable: Sendable {
  private var slots: [MethodPath?]

  init(_ paths: [MethodPath]) {
    var size = 8
    while size < paths.count * 2 { size *= 2 }
    slots = Array(repeating: nil, count: size)
    for path in paths {
      var slot = Self.hash(Array(path.path.utf8).span) & (size - 1)
      while slots[slot] != nil { slot = (slot + 1) & (size - 1) }
      slots[slot] = path
    }
  }

  /// The method of a path; a new one if the table does not have it, `nil` if it can be none.
  func path(_ bytes: Span<UInt8>) -> MethodPath? {
    var slot = Self.hash(bytes) & (slots.count - 1)
    while let candidate = slots[slot] {
      if Self.isEqual(candidate.path, bytes) { return candidate }
      slot = (slot + 1) & (slots.count - 1)
    }
    return MethodPath(path: String(repairing: bytes))
  }

  private static func isEqual(_ path: String, _ bytes: Span<UInt8>) -> Bool {
    let text = path.utf8
    guard text.count == bytes.count else { return false }
    var index = 0
    for byte in text {
      guard byte == bytes[index] else { return false }
      index += 1
    }
    return true
  }

  // FNV-1a. Only the server's own paths are in the table, so nobody can make them collide.
  private static func hash(_ bytes: Span<UInt8>) -> Int {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in bytes.indices { value = (value ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: value & 0x7fff_ffff)
  }
}
