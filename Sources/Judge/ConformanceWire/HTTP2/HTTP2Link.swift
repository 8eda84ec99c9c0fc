/// One connection of HTTP/2, as its client or its server, and a strict judge of the other side.
///
/// Used raw, nothing happens by itself: frames are written and read as they are. Used managed, through
/// streams and ``pump(by:)``, it answers SETTINGS and PING, opens windows and gives frames to their
/// streams. Both may be mixed: it remembers the streams that raw frames open.
package final class HTTP2Link {
  /// Why and until where the other side goes on.
  package struct GoAway: Hashable, Sendable {
    package var code: UInt32
    /// The last stream that it looks at.
    package var last: UInt32
    package var detail: [UInt8]
  }

  /// What carries the frames.
  package let bytes: any ByteLink
  package let isServer: Bool
  package let scene: Scene
  /// What a client calls the server.
  package var authority = "localhost"
  /// Whether windows are opened as bytes come; otherwise the case does it.
  package var opensWindows = true
  /// Whether no report may show the header fields that are sent.
  package var hidesFields = false
  /// The other side's GOAWAY.
  package internal(set) var goAway: GoAway?
  /// What the other side's SETTINGS said.
  package internal(set) var peerSettings: [UInt16: UInt32] = [:]
  /// Whether the other side's first SETTINGS came.
  package internal(set) var hasSettings = false
  /// Whether the other side has acknowledged all SETTINGS.
  package var isAcknowledged: Bool { unacknowledged.isEmpty }
  /// Whether the other side's bytes have ended.
  package internal(set) var hasEnded = false

  private var buffer = FrameBuffer()
  private var needsPreface: Bool
  /// What the saboteur made of the frames that came.
  private var arrived: ArraySlice<Frame> = []
  let encoder = HeaderEncoder()
  package let decoder = HeaderDecoder()

  package var streams: [UInt32: StreamState] = [:]
  /// The streams that the other side opened and nobody accepted yet.
  package var offered: [StreamState] = []
  var nextStream: UInt32 = 1
  /// The highest stream that the other side opened.
  var lastOffered: UInt32 = 0
  package var settings: [UInt16: UInt32] = [:]
  package var unacknowledged: [[(id: UInt16, value: UInt32)]] = []
  package var sendWindow = HTTP2Link.firstWindow
  var receiveWindow = HTTP2Link.firstWindow
  var receiveTarget = HTTP2Link.firstWindow
  var consumed = 0
  /// A block of header fields that goes on in the next frame.
  package var block: PartialBlock?
  var pingCount: UInt64 = 0
  package var answeredPings: Set<[UInt8]> = []
  /// What was thrown about the other side and stays true.
  package var failure: WireError?

  static let firstWindow = 65_535
  package static let window = 1 << 20

  /// A block of header fields whose end has not come.
  package struct PartialBlock {
    package let stream: UInt32
    let endsStream: Bool
    package var bytes: [UInt8]
  }

  /// Takes over a connection on which nothing of HTTP/2 was said yet.
  package init(_ bytes: any ByteLink, isServer: Bool = false, _ scene: Scene) {
    self.bytes = bytes
    self.isServer = isServer
    self.scene = scene
    needsPreface = isServer
  }

  /// Says the preface, as a client, and SETTINGS.
  ///
  /// - Parameter settings: Instead of the usual ones, which open large windows.
  /// - Throws: `silence`, `closed`, `refused`.
  package func start(settings: [(id: UInt16, value: UInt32)]? = nil) throws(WireError) {
    if !isServer { try writeBytes(Frame.preface) }
    if let settings { return try write(.settings(settings)) }
    var usual: [(id: UInt16, value: UInt32)] = [
      (Frame.Setting.initialWindowSize, UInt32(HTTP2Link.window)),
      (Frame.Setting.maxHeaderListSize, UInt32(HeaderDecoder.mostBytes)),
    ]
    if !isServer { usual.append((Frame.Setting.enablePush, 0)) }
    try write(.settings(usual))
    receiveTarget = HTTP2Link.window
    try write(.windowUpdate(0, UInt32(HTTP2Link.window - HTTP2Link.firstWindow)))
  }

  /// Writes bytes as they are.
  package func writeBytes(_ bytes: [UInt8]) throws(WireError) {
    try self.bytes.send(bytes, by: scene.deadline)
  }

  /// Writes a frame as it is, right or wrong.
  package func write(_ frame: Frame) throws(WireError) {
    // HPACK hides a token from whoever looks for its bytes.
    let isHidden =
      hidesFields && (frame.type == Frame.Kind.headers || frame.type == Frame.Kind.continuation)
    scene.transcript.add(
      fromNode: false, "http2", frame.description, isHidden ? [] : frame.payload)
    remember(frame)
    do throws(WireError) {
      try writeBytes(frame.encoded)
    } catch {
      throw error.waiting(for: "the other side to take in a frame: \(frame)")
    }
  }

  /// Reads a frame as the saboteur leaves it; `nil` at the end.
  ///
  /// - Throws: `malformed` only where there is no frame at all.
  package func readFrame(by deadline: Deadline? = nil) throws(WireError) -> Frame? {
    let deadline = deadline ?? scene.deadline
    while arrived.isEmpty {
      guard let frame = try nextFrame(by: deadline) else { return nil }
      scene.transcript.add(fromNode: true, "http2", frame.description, frame.payload)
      arrived = scene.interference.frame(frame)[...]
    }
    return arrived.removeFirst()
  }

  /// Encodes fields with the table of this connection: what is encoded has to be sent.
  package func encode(_ fields: [HeaderField]) -> [UInt8] { encoder.encode(fields) }

  /// Decodes a block with the table of this connection: each block that comes, once and in order.
  package func decode(_ block: [UInt8]) throws(WireError) -> [HeaderField] {
    try decoder.decode(block)
  }

  /// Ends the connection without a word.
  package func close() { bytes.close() }

  private func nextFrame(by deadline: Deadline) throws(WireError) -> Frame? {
    while true {
      if needsPreface {
        needsPreface = try !buffer.takePreface()
      }
      if !needsPreface, let frame = try buffer.next() {
        try scene.countReceived(frames: 1)
        return frame
      }
      guard !hasEnded, let more = try receive(by: deadline) else {
        hasEnded = true
        guard buffer.isEmpty else { throw .closed("the bytes stop in the middle of a frame") }
        return nil
      }
      try scene.countReceived(bytes: more.count)
      buffer.append(more)
    }
  }

  private func receive(by deadline: Deadline) throws(WireError) -> [UInt8]? {
    do throws(WireError) {
      return try bytes.receive(by: deadline)
    } catch {
      if case .closed = error { hasEnded = true }
      throw error.waiting(for: "a frame")
    }
  }
}
