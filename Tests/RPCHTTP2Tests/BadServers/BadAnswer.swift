internal import PeerSupport
internal import RPCCore
internal import Testing

/// An answer that is wrong, and what the caller is told; the connection must outlive it.
struct BadAnswer: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: StatusCode
  let write: @Sendable (inout FrameWriter, UInt32) -> Void

  private init(
    _ description: String, _ code: StatusCode,
    _ write: @escaping @Sendable (inout FrameWriter, UInt32) -> Void
  ) {
    testDescription = description
    self.code = code
    self.write = write
  }

  /// A header block that ends the answer.
  private static func only(
    _ description: String, _ code: StatusCode, _ fields: [(String, String)]
  ) -> BadAnswer {
    BadAnswer(description, code) { $0.headers(fields, stream: $1, endStream: true) }
  }

  /// Right headers, these bytes, and a good status.
  private static func body(
    _ description: String, _ code: StatusCode, encoding: String? = nil, _ bytes: [UInt8]
  ) -> BadAnswer {
    let fields = BadConnection.head + (encoding.map { [("grpc-encoding", $0)] } ?? [])
    return BadAnswer(description, code) { writer, stream in
      writer.headers(fields, stream: stream)
      writer.data(bytes, stream: stream)
      writer.headers(BadConnection.trailers, stream: stream, endStream: true)
    }
  }

  /// Right headers and message, and then these trailers.
  private static func trailers(
    _ description: String, _ code: StatusCode, _ fields: [(String, String)]
  ) -> BadAnswer {
    BadAnswer(description, code) { writer, stream in
      writer.headers(BadConnection.head, stream: stream)
      writer.data(FrameWriter.message([1]), stream: stream)
      writer.headers(fields, stream: stream, endStream: true)
    }
  }

  private static let page = "<html>busy</html>"

  static let all = heads + bodies + ends

  private static let heads = [
    BadAnswer("HTTP 503 with a page", .unavailable) { writer, stream in
      writer.headers([(":status", "503"), ("content-type", "text/html")], stream: stream)
      writer.data(Array(page.utf8), stream: stream, endStream: true)
    },
    BadAnswer("a page with HTTP 200", .unknown) { writer, stream in
      writer.headers([(":status", "200"), ("content-type", "text/html")], stream: stream)
      writer.data(Array(page.utf8), stream: stream, endStream: true)
    },
    only("HTTP 401 without a body", .unauthenticated, [(":status", "401")]),
    only("HTTP 403 without a body", .permissionDenied, [(":status", "403")]),
    only("HTTP 404 without a body", .unimplemented, [(":status", "404")]),
    only("HTTP 429 without a body", .unavailable, [(":status", "429")]),
    only("HTTP 400 without a body", .internal, [(":status", "400")]),
    only("HTTP 418 without a body", .unknown, [(":status", "418")]),
    only(
      "a status of gRPC beside one of HTTP", .notFound, [(":status", "503"), ("grpc-status", "5")]),
    only("no content-type", .unknown, [(":status", "200")]),
    only("no :status", .internal, [("content-type", "application/grpc")]),
    only("headers and no more", .unknown, BadConnection.head),
    BadAnswer("headers twice", .internal) { writer, stream in
      writer.headers(BadConnection.head, stream: stream)
      writer.headers(BadConnection.head, stream: stream)
    },
    BadAnswer("a status that does not end the stream", .notFound) { writer, stream in
      writer.headers(BadConnection.head + [("grpc-status", "5")], stream: stream)
    },
    only(
      "a field that HTTP/2 does not allow", .internal,
      BadConnection.head + BadConnection.trailers + [("connection", "close")]),
    only(
      "a name in upper case", .internal,
      BadConnection.head + BadConnection.trailers + [("X-Name", "1")]),
    only(
      "a -bin value that is not base64", .internal,
      BadConnection.head + BadConnection.trailers + [("x-bin", "*")]),
    only(
      "headers that are too large", .resourceExhausted,
      BadConnection.head + BadConnection.trailers
        + [("x-large", String(repeating: "x", count: 9_000))]),
    body("an encoding that nobody knows", .internal, encoding: "br", FrameWriter.message([1])),
  ]

  private static let bodies = [
    body("a compressed message without an encoding", .internal, [1, 0, 0, 0, 1, 7]),
    body("a message that only says it is gzip", .internal, encoding: "gzip", [1, 0, 0, 0, 1, 7]),
    body("a flag that is none", .internal, [2, 0, 0, 0, 1, 7]),
    body("a message that is cut", .internal, [0, 0, 0, 0, 5, 1, 2]),
    body("a length that is cut", .internal, [0, 0, 0]),
    body("a message of four gigabytes", .resourceExhausted, [0, 255, 255, 255, 255, 1]),
    body("no message", .unimplemented, []),
    body(
      "two messages", .unimplemented, FrameWriter.message([1]) + FrameWriter.message([2])),
  ]

  private static let ends = [
    BadAnswer("messages and then the end", .unknown) { writer, stream in
      writer.headers(BadConnection.head, stream: stream)
      writer.data(FrameWriter.message([1]), stream: stream, endStream: true)
    },
    trailers("trailers without a status", .unknown, [("x-other", "1")]),
    trailers(
      "a -bin value behind a good status", .internal, [("grpc-status", "0"), ("x-bin", "*")]),
    trailers("a status in words", .unknown, [("grpc-status", "OK")]),
    trailers("a status with a zero before", .unknown, [("grpc-status", "00")]),
    trailers("a status that nobody knows", .unknown, [("grpc-status", "17")]),
    trailers(
      "a message that is no percent encoding", .aborted,
      [("grpc-status", "10"), ("grpc-message", "%zz%")]),
    trailers(
      "pseudo headers in trailers", .internal, [(":status", "200"), ("grpc-status", "0")]),
  ]
}
