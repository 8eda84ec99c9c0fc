/// One frame of HTTP/2 (RFC 9113 §4.1), right or wrong.
package struct Frame: Hashable, Sendable {
  package var type: UInt8
  package var flags: UInt8
  /// Without the bit that is reserved.
  package var stream: UInt32
  package var payload: [UInt8]

  package init(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
    self.type = type
    self.flags = flags
    self.stream = stream
    self.payload = payload
  }

  /// How many bytes the head has.
  static let headSize = 9
  /// What a client says before its first frame (RFC 9113 §3.4).
  package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// The bytes of it; a payload of more than 2^24-1 bytes has a wrong length.
  package var encoded: [UInt8] {
    let count = UInt32(truncatingIfNeeded: payload.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Frame.headSize + payload.count)
    bytes.append(UInt8(truncatingIfNeeded: count >> 16))
    bytes.append(UInt8(truncatingIfNeeded: count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: count))
    bytes.append(type)
    bytes.append(flags)
    bytes += stream.bigEndianBytes
    return bytes + payload
  }

  /// Whether all bits of `flag` are set.
  package func has(_ flag: UInt8) -> Bool { flags & flag == flag }

  /// The number of four bytes that stands in the payload at a place; `nil` if it does not.
  package func number(at place: Int) -> UInt32? {
    guard place >= 0, payload.count - place >= 4 else { return nil }
    return payload[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension Frame {
  /// The types of frames (RFC 9113 §6).
  package enum Kind {
    package static let data: UInt8 = 0
    package static let headers: UInt8 = 1
    package static let priority: UInt8 = 2
    package static let resetStream: UInt8 = 3
    package static let settings: UInt8 = 4
    package static let pushPromise: UInt8 = 5
    package static let ping: UInt8 = 6
    package static let goAway: UInt8 = 7
    package static let windowUpdate: UInt8 = 8
    package static let continuation: UInt8 = 9
  }

  /// The flags of frames.
  package enum Flag {
    /// Of DATA and HEADERS.
    package static let endStream: UInt8 = 0x1
    /// Of SETTINGS and PING.
    package static let acknowledgement: UInt8 = 0x1
    package static let endHeaders: UInt8 = 0x4
    package static let padded: UInt8 = 0x8
    package static let priority: UInt8 = 0x20
  }

  /// The numbers of errors (RFC 9113 §7).
  package enum Fault {
    package static let noError: UInt32 = 0
    package static let protocolError: UInt32 = 1
    package static let internalError: UInt32 = 2
    package static let flowControlError: UInt32 = 3
    package static let settingsTimeout: UInt32 = 4
    package static let streamClosed: UInt32 = 5
    package static let frameSizeError: UInt32 = 6
    package static let refusedStream: UInt32 = 7
    package static let cancel: UInt32 = 8
    package static let compressionError: UInt32 = 9
    package static let connectError: UInt32 = 10
    package static let enhanceYourCalm: UInt32 = 11
    package static let inadequateSecurity: UInt32 = 12
    package static let http11Required: UInt32 = 13

    /// As the text of the protocol names it.
    package static func name(_ code: UInt32) -> String {
      let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
        "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
        "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
      ]
      return code < names.count ? names[Int(code)] : "error \(code)"
    }
  }

  /// The numbers of settings (RFC 9113 §6.5.2).
  package enum Setting {
    package static let headerTableSize: UInt16 = 1
    package static let enablePush: UInt16 = 2
    package static let maxConcurrentStreams: UInt16 = 3
    package static let initialWindowSize: UInt16 = 4
    package static let maxFrameSize: UInt16 = 5
    package static let maxHeaderListSize: UInt16 = 6
  }
}

extension UInt32 {
  /// Its four bytes, the highest first.
  package var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
