internal import ConformanceWire

/// Reads along on one connection of HTTP/2: what calls say in either direction.
///
/// It is told the bytes of both ends as they pass and changes nothing. A connection that it cannot read any
/// more is passed on all the same.
final class FrameTap {
  /// What one end has said so far.
  private final class Side {
    var frames = FrameBuffer()
    var decoder = HeaderDecoder()
    var isPrefaceDue: Bool
    /// A header block that goes on in CONTINUATION: its stream, its bytes and whether the stream ends with it.
    var block: (stream: UInt32, bytes: [UInt8], isEnd: Bool)?
    var messages: [UInt32: MessageBuffer] = [:]

    init(isPrefaceDue: Bool) {
      self.isPrefaceDue = isPrefaceDue
    }
  }

  /// More header bytes than one block may have.
  private static let mostBlock = 1 << 20

  private let client: Side
  private let server: Side
  private var methods: [UInt32: String] = [:]
  /// Why it reads no further, once it does not.
  private(set) var failure: WireError?

  init() {
    client = Side(isPrefaceDue: true)
    server = Side(isPrefaceDue: false)
  }

  /// Something that was said.
  struct Saying {
    var stream: UInt32
    var method: String
    var content: TracedMessage.Content
  }

  /// Takes bytes that pass.
  ///
  /// - Returns: What they complete.
  func take(_ bytes: [UInt8], fromClient: Bool) -> [Saying] {
    guard failure == nil else { return [] }
    var sayings: [Saying] = []
    do throws(WireError) {
      let side = fromClient ? client : server
      side.frames.append(bytes)
      if side.isPrefaceDue {
        guard try side.frames.takePreface() else { return [] }
        side.isPrefaceDue = false
      }
      while let frame = try side.frames.next() {
        try take(frame, side, fromClient, &sayings)
      }
    } catch {
      failure = error
    }
    return sayings
  }

  private func take(
    _ frame: Frame, _ side: Side, _ fromClient: Bool, _ sayings: inout [Saying]
  ) throws(WireError) {
    switch frame.type {
    case Frame.Kind.headers:
      var content = try HTTP2Link.withoutPadding(frame)
      if frame.has(Frame.Flag.priority) { content.removeFirst(min(5, content.count)) }
      side.block = (frame.stream, content, frame.has(Frame.Flag.endStream))
      try finishBlock(frame, side, fromClient, &sayings)
    case Frame.Kind.continuation:
      guard side.block?.stream == frame.stream else {
        throw .malformed("CONTINUATION of no block (RFC 9113 §6.10)")
      }
      side.block?.bytes += frame.payload
      try finishBlock(frame, side, fromClient, &sayings)
    case Frame.Kind.data:
      side.messages[frame.stream, default: MessageBuffer()].append(
        try HTTP2Link.withoutPadding(frame))
      while let message = try side.messages[frame.stream]?.next() {
        sayings.append(saying(frame.stream, .message(message.bytes)))
      }
      if frame.has(Frame.Flag.endStream) { side.messages[frame.stream] = nil }
    case Frame.Kind.settings where !frame.has(Frame.Flag.acknowledgement):
      // What an end allows is what the other one's encoder goes by.
      let table = Self.tableSize(frame.payload)
      if let table { (fromClient ? server : client).decoder.setTableSize(Int(table)) }
    case Frame.Kind.resetStream:
      side.messages[frame.stream] = nil
    default: break
    }
  }

  private func finishBlock(
    _ frame: Frame, _ side: Side, _ fromClient: Bool, _ sayings: inout [Saying]
  ) throws(WireError) {
    guard let block = side.block, block.bytes.count <= Self.mostBlock else {
      throw .malformed("a block of header fields has more than \(Self.mostBlock) bytes")
    }
    guard frame.has(Frame.Flag.endHeaders) else { return }
    side.block = nil
    let fields = try side.decoder.decode(block.bytes)
    if fromClient, let path = fields.value(":path") {
      methods[block.stream] = String(path.drop { $0 == "/" })
    }
    guard !fromClient, let status = fields.value("grpc-status") else { return }
    sayings.append(
      saying(
        block.stream,
        .end(
          code: Int(status) ?? 2, message: fields.value("grpc-message").map(GRPCText.decoded) ?? "")
      ))
  }

  private func saying(_ stream: UInt32, _ content: TracedMessage.Content) -> Saying {
    Saying(stream: stream, method: methods[stream] ?? "", content: content)
  }

  /// The size of the table of header fields, where the settings have one.
  private static func tableSize(_ payload: [UInt8]) -> UInt32? {
    var size: UInt32?
    for start in stride(from: 0, to: payload.count - 5, by: 6) {
      let id = UInt16(payload[start]) << 8 | UInt16(payload[start + 1])
      guard id == Frame.Setting.headerTableSize else { continue }
      size = payload[start + 2..<start + 6].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return size
  }
}
