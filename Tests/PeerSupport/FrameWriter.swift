/// HTTP/2 frames made by hand, right or wrong as a test wants them.
package struct FrameWriter: Sendable {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  package init() {}

  /// The bytes a client starts with, before its first SETTINGS frame.
  package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Adds the preface and empty settings, as a client does.
  package mutating func startClient() {
    raw(Self.preface)
    settings([])
  }

  /// Adds bytes as they are.
  package mutating func raw(_ more: [UInt8]) {
    bytes += more
  }

  /// Adds any frame.
  ///
  /// - Parameters:
  ///   - type: What stands in the type field.
  ///   - flags: What stands in the flags field.
  ///   - stream: What stands in the stream field, with the reserved bit.
  ///   - payload: What follows the header.
  ///   - length: What the header says of the payload's length, where that is to be wrong.
  package mutating func frame(
    _ type: FrameKind, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = [],
    length: Int? = nil
  ) {
    let length = length ?? payload.count
    bytes += [UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8)]
    bytes += [UInt8(truncatingIfNeeded: length), type.rawValue, flags]
    bytes += Self.bigEndian(stream)
    bytes += payload
  }

  /// Adds SETTINGS with numbers and values as they are.
  package mutating func settings(_ entries: [(id: UInt16, value: UInt32)]) {
    var payload: [UInt8] = []
    for entry in entries {
      payload += [UInt8(entry.id >> 8), UInt8(truncatingIfNeeded: entry.id)]
      payload += Self.bigEndian(entry.value)
    }
    frame(.settings, payload: payload)
  }

  /// Adds the answer to SETTINGS.
  package mutating func settingsAcknowledgement() {
    frame(.settings, flags: FrameFlags.acknowledge)
  }

  /// Adds a HEADERS frame with a whole block.
  ///
  /// - Parameters:
  ///   - fields: The fields; each is written as a literal.
  ///   - stream: The stream.
  ///   - endStream: Whether the stream's data ends here.
  package mutating func headers(
    _ fields: [(String, String)], stream: UInt32, endStream: Bool = false
  ) {
    frame(
      .headers, flags: FrameFlags.endHeaders | (endStream ? FrameFlags.endStream : 0),
      stream: stream, payload: Self.literals(fields))
  }

  /// Adds a DATA frame.
  ///
  /// - Parameters:
  ///   - payload: The bytes.
  ///   - stream: The stream.
  ///   - endStream: Whether the stream's data ends here.
  ///   - padding: The padding's length, where there is padding.
  package mutating func data(
    _ payload: [UInt8], stream: UInt32, endStream: Bool = false, padding: UInt8? = nil
  ) {
    let flags = endStream ? FrameFlags.endStream : 0
    guard let padding else {
      return frame(.data, flags: flags, stream: stream, payload: payload)
    }
    frame(
      .data, flags: flags | FrameFlags.padded, stream: stream,
      payload: [padding] + payload + [UInt8](repeating: 0, count: Int(padding)))
  }

  /// Adds RST_STREAM.
  package mutating func reset(stream: UInt32, code: UInt32) {
    frame(.resetStream, stream: stream, payload: Self.bigEndian(code))
  }

  /// Adds WINDOW_UPDATE.
  package mutating func windowUpdate(stream: UInt32, increment: UInt32) {
    frame(.windowUpdate, stream: stream, payload: Self.bigEndian(increment))
  }

  /// Adds PING.
  package mutating func ping(_ payload: UInt64, acknowledges: Bool = false) {
    frame(
      .ping, flags: acknowledges ? FrameFlags.acknowledge : 0,
      payload: Self.bigEndian(UInt32(payload >> 32))
        + Self.bigEndian(UInt32(truncatingIfNeeded: payload)))
  }

  /// Adds GOAWAY.
  package mutating func goAway(lastStream: UInt32, code: UInt32, text: String = "") {
    frame(
      .goAway, payload: Self.bigEndian(lastStream) + Self.bigEndian(code) + Array(text.utf8))
  }

  /// Four bytes, the highest first.
  package static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A gRPC message: a flag, a length, the bytes.
  package static func message(_ bytes: [UInt8], isCompressed: Bool = false) -> [UInt8] {
    [isCompressed ? 1 : 0] + bigEndian(UInt32(bytes.count)) + bytes
  }

  /// The fields of a call.
  package static func request(_ path: String) -> [(String, String)] {
    [
      (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"),
      ("te", "trailers"), ("content-type", "application/grpc"),
    ]
  }

  /// A block of fields and one of 4 KiB that enters the table once, and is named again by one byte each.
  package static func headerBomb(_ fields: [(String, String)], references: Int) -> [UInt8] {
    literals(fields) + [0x40, 0x01, 0x61] + integer(4_000, prefix: 7)
      + [UInt8](repeating: 0x78, count: 4_000) + [UInt8](repeating: 0xbe, count: references)
  }

  /// Fields in HPACK as literals that enter no table, without Huffman codes.
  package static func literals(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { name, value in [0x00] + text(name) + text(value) }
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return integer(bytes.count, prefix: 7) + bytes
  }

  /// A number in HPACK that starts in the low `prefix` bits of a byte whose others are clear.
  package static func integer(_ value: Int, prefix: Int) -> [UInt8] {
    let limit = 1 << prefix - 1
    guard value >= limit else { return [UInt8(value)] }
    var bytes = [UInt8(limit)]
    var rest = value - limit
    while rest >= 128 {
      bytes.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
