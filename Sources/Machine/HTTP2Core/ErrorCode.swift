/// Why a stream or a connection ended, as a number on the wire (RFC 9113 §7).
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number; any value may arrive.
  package var rawValue: UInt32

  /// Takes any number.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Nothing went wrong.
  package static let noError = Self(rawValue: 0x0)
  /// A rule of the protocol was broken.
  package static let protocolError = Self(rawValue: 0x1)
  /// The fault is on the side that says so.
  package static let internalError = Self(rawValue: 0x2)
  /// More data was sent than the window allows.
  package static let flowControlError = Self(rawValue: 0x3)
  /// Settings were not acknowledged in time.
  package static let settingsTimeout = Self(rawValue: 0x4)
  /// A frame came for a stream that was over.
  package static let streamClosed = Self(rawValue: 0x5)
  /// A frame had a length it must not have.
  package static let frameSizeError = Self(rawValue: 0x6)
  /// Nothing was done for this stream, so it may be tried again.
  package static let refusedStream = Self(rawValue: 0x7)
  /// The stream is not wanted any more.
  package static let cancel = Self(rawValue: 0x8)
  /// A header block could not be decompressed.
  package static let compressionError = Self(rawValue: 0x9)
  /// The tunnel of a CONNECT request broke.
  package static let connectError = Self(rawValue: 0xa)
  /// The peer causes more work than is reasonable.
  package static let enhanceYourCalm = Self(rawValue: 0xb)
  /// The transport is not safe enough.
  package static let inadequateSecurity = Self(rawValue: 0xc)
  /// HTTP/1.1 is asked for instead.
  package static let http11Required = Self(rawValue: 0xd)
}

extension ErrorCode: CustomStringConvertible {
  private static let names = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
    "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
    "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  /// The name in the specification, or the number where it has none.
  package var description: String {
    let index = Int(rawValue)
    return Self.names.indices.contains(index) ? Self.names[index] : "error code \(rawValue)"
  }
}
