/// Bytes that came, cut into frames.
package struct FrameBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  /// More than any endpoint is allowed here.
  static let mostPayload = 1 << 20

  package init() {}

  /// Whether there is part of a frame.
  package var isEmpty: Bool { start == bytes.count }

  package mutating func append(_ more: [UInt8]) {
    // What was cut off already is dropped once it is the larger part.
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Takes the client's preface away; `false` as long as there is too little of it.
  ///
  /// - Throws: `malformed`.
  package mutating func takePreface() throws(WireError) -> Bool {
    let there = bytes[start...].prefix(Frame.preface.count)
    guard Frame.preface.starts(with: there) else {
      throw .malformed("a client begins with the preface of HTTP/2 (RFC 9113 §3.4)")
    }
    guard there.count == Frame.preface.count else { return false }
    start += there.count
    return true
  }

  /// The next frame; `nil` as long as it is not complete.
  ///
  /// - Throws: `malformed` for one that is too large for anybody.
  package mutating func next() throws(WireError) -> Frame? {
    guard bytes.count - start >= Frame.headSize else { return nil }
    let head = bytes[start..<start + Frame.headSize]
    let count = head[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
    guard count <= FrameBuffer.mostPayload else {
      throw .malformed(
        "a frame of \(count) bytes is larger than any that was allowed (RFC 9113 §4.2)")
    }
    guard bytes.count - start - Frame.headSize >= count else { return nil }
    let stream = head[start + 5..<start + 9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let payload = start + Frame.headSize
    let frame = Frame(
      head[start + 3], flags: head[start + 4], stream: stream & 0x7fff_ffff,
      Array(bytes[payload..<payload + count]))
    start = payload + count
    return frame
  }
}
