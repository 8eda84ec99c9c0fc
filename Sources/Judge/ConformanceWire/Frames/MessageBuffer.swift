/// Bytes of a stream, cut into messages (gRPC over HTTP/2, "Length-Prefixed-Message").
package struct MessageBuffer {
  /// One message as it came.
  package struct Message {
    let isCompressed: Bool
    package let bytes: [UInt8]
  }

  private var bytes: [UInt8] = []
  private var start = 0

  private static let prefix = 5
  /// More than any message of the protocol has.
  private static let mostBytes = 4 << 20

  package init() {}

  /// Whether there is no part of a message.
  package var isEmpty: Bool { start == bytes.count }

  /// A message with its prefix, not compressed.
  package static func framed(_ message: [UInt8]) -> [UInt8] {
    [0] + UInt32(truncatingIfNeeded: message.count).bigEndianBytes + message
  }

  package mutating func append(_ more: [UInt8]) {
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The next message; `nil` as long as it is not complete.
  ///
  /// - Throws: `malformed`, `flood`.
  package mutating func next() throws(WireError) -> Message? {
    guard bytes.count - start >= MessageBuffer.prefix else { return nil }
    guard bytes[start] <= 1 else {
      throw .malformed("the flag of a message is 0 or 1 (gRPC over HTTP/2)")
    }
    let count = bytes[start + 1..<start + MessageBuffer.prefix].reduce(0) { $0 << 8 | Int($1) }
    guard count <= MessageBuffer.mostBytes else {
      throw .flood("a message of \(count) bytes")
    }
    let first = start + MessageBuffer.prefix
    guard bytes.count - first >= count else { return nil }
    let message = Message(
      isCompressed: bytes[start] == 1, bytes: Array(bytes[first..<first + count]))
    start = first + count
    return message
  }
}
