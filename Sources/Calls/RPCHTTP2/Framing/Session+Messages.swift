internal import HTTP2Core
internal import RPCCore

extension Session {
  /// Queues a message behind its flag and length.
  func sendMessage(_ message: CallMessage, on stream: StreamID) {
    let count = UInt32(message.bytes.count)
    let prefix: [5 of UInt8] = [
      message.isCompressed ? 1 : 0, UInt8(truncatingIfNeeded: count >> 24),
      UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8),
      UInt8(truncatingIfNeeded: count),
    ]
    // A stream that is over takes nothing, and its call hears of that by itself.
    _ = sendData(copying: prefix.span, on: stream)
    if message.bytes.count <= Self.copiedMessage {
      _ = sendData(copying: message.bytes.span, on: stream)
    } else {
      _ = sendData(message.bytes, on: stream)
    }
  }

  // A small message is copied behind its prefix, which is cheaper than a chunk of its own.
  private static var copiedMessage: Int { 2048 }
}
