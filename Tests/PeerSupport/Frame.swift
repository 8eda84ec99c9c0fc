/// What a frame is, as the number on the wire.
package struct FrameKind: RawRepresentable, Hashable, Sendable {
  /// The number; any value may be written.
  package var rawValue: UInt8

  /// Takes any number.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// DATA.
  package static let data = Self(rawValue: 0)
  /// HEADERS.
  package static let headers = Self(rawValue: 1)
  /// PRIORITY.
  package static let priority = Self(rawValue: 2)
  /// RST_STREAM.
  package static let resetStream = Self(rawValue: 3)
  /// SETTINGS.
  package static let settings = Self(rawValue: 4)
  /// PUSH_PROMISE.
  package static let pushPromise = Self(rawValue: 5)
  /// PING.
  package static let ping = Self(rawValue: 6)
  /// GOAWAY.
  package static let goAway = Self(rawValue: 7)
  /// WINDOW_UPDATE.
  package static let windowUpdate = Self(rawValue: 8)
  /// CONTINUATION.
  package static let continuation = Self(rawValue: 9)
  /// A type that nobody has given a meaning.
  package static let unknown = Self(rawValue: 0xbb)
}

extension FrameKind: CustomStringConvertible {
  /// The name, or the number.
  package var description: String {
    let names = [
      "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY",
      "WINDOW_UPDATE", "CONTINUATION",
    ]
    return names.indices.contains(Int(rawValue)) ? names[Int(rawValue)] : "type \(rawValue)"
  }
}

/// The flags of frames; a bit means different things on different types.
package enum FrameFlags {
  /// On SETTINGS and PING.
  package static let acknowledge: UInt8 = 0x1
  /// On DATA and HEADERS.
  package static let endStream: UInt8 = 0x1
  /// On HEADERS and CONTINUATION.
  package static let endHeaders: UInt8 = 0x4
  /// On DATA and HEADERS.
  package static let padded: UInt8 = 0x8
  /// On HEADERS.
  package static let priority: UInt8 = 0x20
}

/// A frame as it was read.
package struct Frame: Hashable, Sendable {
  /// What it is.
  package var kind: FrameKind
  /// Its flags.
  package var flags: UInt8
  /// Its stream, without the reserved bit.
  package var stream: UInt32
  /// What follows the header.
  package var payload: [UInt8]

  /// Whether it ends its stream's data.
  package var endsStream: Bool {
    (kind == .data || kind == .headers) && flags & FrameFlags.endStream != 0
  }

  /// The number that starts at a byte of the payload, the highest byte first; zero past its end.
  package func number(at offset: Int = 0) -> UInt32 {
    guard offset + 4 <= payload.count else { return 0 }
    return payload[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The error code of RST_STREAM or GOAWAY.
  package var errorCode: UInt32? {
    switch kind {
    case .resetStream: number()
    case .goAway: number(at: 4)
    default: nil
    }
  }
}

extension Frame: CustomStringConvertible {
  /// "DATA on 1, flags 1, 5 bytes".
  package var description: String {
    "\(kind) on \(stream), flags \(flags), \(payload.count) bytes"
  }
}
