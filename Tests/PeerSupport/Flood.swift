/// Frames that cost more to take than to send.
package struct Flood: CustomStringConvertible, Sendable {
  /// What is sent.
  package let description: String
  /// Adds the frames of one number; the fields are those of a call that goes on for as long as its caller does,
  /// one of which is open on stream 1.
  package let write: @Sendable (inout FrameWriter, UInt32, [(String, String)]) -> Void

  /// Describes one.
  package init(
    _ description: String,
    write: @escaping @Sendable (inout FrameWriter, UInt32, [(String, String)]) -> Void
  ) {
    self.description = description
    self.write = write
  }

  /// Those that a server ends by itself.
  package static let all: [Flood] = [
    Flood("PING") { writer, number, _ in writer.ping(UInt64(number)) },
    Flood("SETTINGS") { writer, _, _ in writer.settings([]) },
    Flood("PRIORITY") { writer, _, _ in
      writer.frame(.priority, stream: 1, payload: [0, 0, 0, 0, 0])
    },
    Flood("WINDOW_UPDATE") { writer, _, _ in writer.windowUpdate(stream: 0, increment: 1) },
    Flood("frames of unknown types") { writer, number, _ in
      writer.frame(.unknown, stream: number)
    },
    Flood("empty DATA") { writer, _, _ in writer.data([], stream: 1) },
    Flood("DATA of padding") { writer, _, _ in writer.data([], stream: 1, padding: 8) },
    Flood("calls that are reset") { writer, number, call in
      writer.headers(call, stream: 2 * number + 3)
      writer.reset(stream: 2 * number + 3, code: 8)
    },
    Flood("calls that make the server reset them, by a window") { writer, number, call in
      writer.headers(call, stream: 2 * number + 3)
      writer.windowUpdate(stream: 2 * number + 3, increment: 0x7fff_ffff)
    },
    Flood("calls that make the server reset them, by trailers") { writer, number, call in
      writer.headers(call, stream: 2 * number + 3)
      writer.headers([("a", "b")], stream: 2 * number + 3)
    },
    Flood("calls that make the server reset them, by their length") { writer, number, call in
      writer.headers(call + [("content-length", "1")], stream: 2 * number + 3)
      writer.data([1, 2], stream: 2 * number + 3)
    },
    Flood("malformed requests") { writer, number, _ in
      writer.headers([(":method", "POST")], stream: 2 * number + 3)
    },
  ]
}
