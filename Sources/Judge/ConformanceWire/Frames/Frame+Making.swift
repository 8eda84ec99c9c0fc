extension Frame {
  package static func data(
    _ stream: UInt32, _ bytes: [UInt8], end: Bool = false
  ) -> Frame {
    Frame(Kind.data, flags: end ? Flag.endStream : 0, stream: stream, bytes)
  }

  package static func settings(_ settings: [(id: UInt16, value: UInt32)]) -> Frame {
    let payload = settings.flatMap { id, value in
      [UInt8(truncatingIfNeeded: id >> 8), UInt8(truncatingIfNeeded: id)] + value.bigEndianBytes
    }
    return Frame(Kind.settings, payload)
  }

  package static let settingsAcknowledgement = Frame(
    Kind.settings, flags: Flag.acknowledgement)

  package static func ping(_ payload: [UInt8], isAnswer: Bool = false) -> Frame {
    Frame(Kind.ping, flags: isAnswer ? Flag.acknowledgement : 0, payload)
  }

  package static func windowUpdate(_ stream: UInt32, _ increment: UInt32) -> Frame {
    Frame(Kind.windowUpdate, stream: stream, increment.bigEndianBytes)
  }

  package static func resetStream(_ stream: UInt32, _ code: UInt32) -> Frame {
    Frame(Kind.resetStream, stream: stream, code.bigEndianBytes)
  }

  package static func goAway(last: UInt32, _ code: UInt32, _ detail: [UInt8] = []) -> Frame {
    Frame(Kind.goAway, last.bigEndianBytes + code.bigEndianBytes + detail)
  }
}

extension Frame: CustomStringConvertible {
  /// In a few words: "HEADERS of stream 1, 45 bytes, END_HEADERS".
  package var description: String {
    let names = [
      "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY",
      "WINDOW_UPDATE", "CONTINUATION",
    ]
    var words = type < names.count ? names[Int(type)] : "frame of type \(type)"
    if stream != 0 { words += " of stream \(stream)" }
    words += ", \(payload.count) bytes"
    let isAnswered = type == Kind.settings || type == Kind.ping
    if has(Flag.endStream) { words += isAnswered ? ", ACK" : ", END_STREAM" }
    if has(Flag.endHeaders) { words += ", END_HEADERS" }
    if has(Flag.padded) { words += ", PADDED" }
    return words
  }
}
