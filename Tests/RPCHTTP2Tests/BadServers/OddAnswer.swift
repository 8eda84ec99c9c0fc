internal import PeerSupport
internal import Testing

/// An answer that looks strange and is right: it says `[1, 2, 3]`, and `ok`.
struct OddAnswer: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let write: @Sendable (inout FrameWriter, UInt32) -> Void

  private init(
    _ description: String, _ write: @escaping @Sendable (inout FrameWriter, UInt32) -> Void
  ) {
    testDescription = description
    self.write = write
  }

  private static let message = FrameWriter.message([1, 2, 3])

  static let all = [
    OddAnswer("padded DATA") { writer, stream in
      writer.headers(BadConnection.head, stream: stream)
      writer.data(message, stream: stream, padding: 200)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    },
    OddAnswer("a frame for each byte, and empty ones") { writer, stream in
      writer.headers(BadConnection.head, stream: stream)
      for byte in message {
        writer.data([], stream: stream)
        writer.data([byte], stream: stream)
      }
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    },
    OddAnswer("an informational answer before") { writer, stream in
      writer.headers([(":status", "103"), ("link", "</>")], stream: stream)
      writer.headers(BadConnection.head, stream: stream)
      writer.data(message, stream: stream)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    },
    OddAnswer("frames of an unknown type") { writer, stream in
      writer.frame(.unknown, flags: 0xFF, stream: stream, payload: [1, 2, 3])
      writer.headers(BadConnection.head, stream: stream)
      writer.frame(.unknown, stream: 0, payload: [])
      writer.data(message, stream: stream)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    },
    OddAnswer("headers in pieces") { writer, stream in
      let block = FrameWriter.literals(BadConnection.head)
      writer.frame(.headers, stream: stream, payload: Array(block.prefix(10)))
      writer.frame(
        .continuation, flags: FrameFlags.endHeaders, stream: stream,
        payload: Array(block.dropFirst(10)))
      writer.data(message, stream: stream)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    },
    OddAnswer("a content-type with a suffix") { writer, stream in
      writer.headers(
        [(":status", "200"), ("content-type", "application/grpc+proto")], stream: stream)
      writer.data(message, stream: stream)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    },
    OddAnswer("identity named as encoding, and metadata") { writer, stream in
      writer.headers(
        BadConnection.head + [("grpc-encoding", "identity"), ("x-bin", "AAE,AgM=")],
        stream: stream)
      writer.data(message, stream: stream)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    },
    OddAnswer("a reset without error behind the status") { writer, stream in
      writer.headers(BadConnection.head, stream: stream)
      writer.data(message, stream: stream)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
      writer.reset(stream: stream, code: 0)
    },
    OddAnswer("a priority nobody asked for") { writer, stream in
      writer.frame(.priority, stream: stream, payload: [0, 0, 0, 0, 15])
      writer.headers(BadConnection.head, stream: stream)
      writer.data(message, stream: stream)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    },
  ]
}
