/// What a frame is, as a number on the wire (RFC 9113 §6).
struct FrameType: Hashable {
  let rawValue: UInt8

  static let data = Self(rawValue: 0)
  static let headers = Self(rawValue: 1)
  static let priority = Self(rawValue: 2)
  static let resetStream = Self(rawValue: 3)
  static let settings = Self(rawValue: 4)
  static let pushPromise = Self(rawValue: 5)
  static let ping = Self(rawValue: 6)
  static let goAway = Self(rawValue: 7)
  static let windowUpdate = Self(rawValue: 8)
  static let continuation = Self(rawValue: 9)

  static func ~= (pattern: Self, value: Self) -> Bool { pattern == value }
}

extension FrameType: CustomStringConvertible {
  private static let names = [
    "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY",
    "WINDOW_UPDATE", "CONTINUATION",
  ]

  /// The name, or the number where it is no frame of HTTP/2.
  var description: String {
    let index = Int(rawValue)
    return Self.names.indices.contains(index) ? Self.names[index] : "type \(rawValue)"
  }
}
