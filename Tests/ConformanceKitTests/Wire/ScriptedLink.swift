internal import ConformanceWire

/// A link whose other side has said everything already.
final class ScriptedLink: ByteLink {
  private var pieces: [[UInt8]]
  private(set) var sent: [UInt8] = []

  /// Says the bytes in pieces, and ends.
  init(_ bytes: [UInt8] = [], pieceSize: Int = 1_000) {
    pieces = stride(from: 0, to: bytes.count, by: pieceSize).map { start in
      Array(bytes[start..<min(bytes.count, start + pieceSize)])
    }
    pieces.reverse()
  }

  func send(_ bytes: [UInt8], by deadline: Deadline) throws(WireError) { sent += bytes }

  func receive(by deadline: Deadline) throws(WireError) -> [UInt8]? { pieces.popLast() }

  func finishSending() throws(WireError) {}

  func close() {}
}

extension ScriptedLink {
  /// A client that sees the frames after a server's SETTINGS, and has a call under way on stream 1.
  static func client(
    _ frames: [Frame], scene: Scene = Scene()
  ) throws -> (link: HTTP2Link, call: Call, bytes: ScriptedLink) {
    let bytes = ([.settings([])] + frames).flatMap(\.encoded)
    let script = ScriptedLink(bytes)
    let link = HTTP2Link(script, scene)
    try link.start()
    return (link, try Call.start(link, "/a.B/C"), script)
  }

  /// Fields as one server encodes them.
  static func block(_ fields: [(String, String)]) -> [UInt8] {
    HTTP2Link(ScriptedLink(), isServer: true, Scene()).encode(
      fields.map { HeaderField($0.0, $0.1) })
  }

  static let response = [(":status", "200"), ("content-type", "application/grpc")]
}
