internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

// @testable: bombs are made with the transport's own compressor.
@testable internal import RPCHTTP2

/// The body of a request that is no sequence of messages, or none that fits the method.
struct BadBody: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let status: StatusCode
  var encoding: String?
  let body: @Sendable () throws -> [UInt8]?

  init(
    _ description: String, _ status: StatusCode, encoding: String? = nil,
    _ body: @escaping @Sendable () throws -> [UInt8]?
  ) {
    testDescription = description
    self.status = status
    self.encoding = encoding
    self.body = body
  }
}

@Suite(.timeLimit(.minutes(5))) struct `gRPC messages` {
  static let bad: [BadBody] = [
    BadBody("no message", .unimplemented) { nil },
    BadBody("no message in empty data", .unimplemented) { [] },
    BadBody("two messages", .unimplemented) {
      FrameWriter.message([1]) + FrameWriter.message([2])
    },
    BadBody("a flag of 2", .internal) { [2, 0, 0, 0, 0] },
    BadBody("a flag of 255", .internal) { [255, 0, 0, 0, 0] },
    BadBody("a length above the limit", .resourceExhausted) { [0, 0, 64, 0, 1] },
    BadBody("the largest length", .resourceExhausted) { [0, 255, 255, 255, 255] },
    BadBody("a prefix that is cut off", .internal) { [0, 0, 0] },
    BadBody("a message that is cut off", .internal) { [0, 0, 0, 0, 5, 1, 2] },
    BadBody("a message, and a part of another", .internal) {
      FrameWriter.message([1]) + [0, 0, 0, 0, 1]
    },
    BadBody("a compressed message without an encoding", .internal) {
      FrameWriter.message([1], isCompressed: true)
    },
    BadBody("a compressed message in no encoding", .internal, encoding: "identity") {
      FrameWriter.message([1], isCompressed: true)
    },
    BadBody("gzip that is none", .internal, encoding: "gzip") {
      FrameWriter.message([1, 2, 3], isCompressed: true)
    },
    BadBody("gzip of nothing", .internal, encoding: "gzip") {
      FrameWriter.message([], isCompressed: true)
    },
    BadBody("gzip that is cut off", .internal, encoding: "gzip") {
      FrameWriter.message(try Bomb.gzip(1_000).dropLast(), isCompressed: true)
    },
    BadBody("gzip with a wrong sum", .internal, encoding: "gzip") {
      var bytes = try Bomb.gzip(1_000)
      bytes[bytes.count - 8] ^= 1
      return FrameWriter.message(bytes, isCompressed: true)
    },
    BadBody("gzip with more behind it", .internal, encoding: "gzip") {
      FrameWriter.message(try Bomb.gzip(1_000) + [0], isCompressed: true)
    },
    BadBody("gzip that is called deflate", .internal, encoding: "deflate") {
      FrameWriter.message(try Bomb.gzip(1_000), isCompressed: true)
    },
    BadBody("ten megabytes in ten kilobytes", .resourceExhausted, encoding: "gzip") {
      let bomb = try Bomb.gzip(10_000_000)
      #expect(bomb.count < 12_000)
      return FrameWriter.message(bomb, isCompressed: true)
    },
    BadBody("a byte above the limit, compressed", .resourceExhausted, encoding: "gzip") {
      FrameWriter.message(try Bomb.gzip(4 * 1024 * 1024 + 1), isCompressed: true)
    },
  ]

  @Test(arguments: bad)
  func `a body that is no request ends its call`(bad: BadBody) async throws {
    try await WatchedServer.with { server in
      var peer = try CarelessPeer(port: server.port)
      let fields = bad.encoding.map { [("grpc-encoding", $0)] } ?? []
      let answer = try peer.answer(
        to: HostilePeer.request(adding: fields), body: try bad.body())
      #expect(answer.httpStatus == "200")
      #expect(answer.status == bad.status)
      #expect(!answer.message.isEmpty && answer.body.isEmpty)
      let next = try peer.answer(to: HostilePeer.request(), body: FrameWriter.message([7]))
      #expect(next.status == .ok)
    }
  }

  @Test func `a long message without an end is refused before its bytes`() async throws {
    try await WatchedServer.with { server in
      var peer = try CarelessPeer(port: server.port)
      let stream = try peer.open(
        HostilePeer.request(Echo.both.path.path), body: FrameWriter.message([1]), endStream: false)
      await server.watch.until { $0.begun == 1 }
      try peer.send([0, 0, 64, 0, 1], on: stream)
      let answer = try peer.answer(on: stream)
      #expect(answer.status == .resourceExhausted)
      // The rest is not wanted, which is no failure.
      #expect(answer.code == .noError)
      await server.watch.until { $0.cancelled == 1 }
    }
  }

  @Test(arguments: ["gzip", "deflate"])
  func `what is just as long as allowed is expanded`(encoding: String) async throws {
    try await WatchedServer.with { server in
      var peer = try CarelessPeer(port: server.port)
      let message = [UInt8](repeating: 0, count: 4 * 1024 * 1024)
      let compressor = try #require(
        MessageEncoding(rawValue: encoding).flatMap { GzipCompressor($0) })
      let body = FrameWriter.message(try compressor.compress(message), isCompressed: true)
      let fields = [("grpc-encoding", encoding)]
      let answer = try peer.answer(to: HostilePeer.request(adding: fields), body: body)
      #expect(answer.status == .ok)
      #expect(answer.body.count == 5 + message.count)
    }
  }

  @Test(.disabled(if: Sanitizer.obstacle != nil, "\(Sanitizer.obstacle ?? "")"))
  func `bombs that wait and bombs that burst stay small`() async {
    // A process of its own, because its memory is measured.
    await #expect(processExitsWith: .success) {
      let bomb = FrameWriter.message(try Bomb.gzip(8_000_000), isCompressed: true)
      let deaf = MethodPath(service: "dyad.test.Deaf", method: "Call")
      try await WatchedServer.with(
        add: { router, _ in
          router.add(deaf) { _ in try await Task.sleep(for: .seconds(3600)) }
        },
        { server in
          var peer = try CarelessPeer(port: server.port)
          let before = try Memory.peak()
          // More than the window, of messages that would be 800 MB.
          let many = (0..<100).flatMap { _ in bomb }
          let fields = [("grpc-encoding", "gzip")]
          _ = try peer.open(
            HostilePeer.request(deaf.path, adding: fields), body: many, endStream: false)
          try peer.fence()
          for _ in 0..<20 {
            let answer = try peer.answer(to: HostilePeer.request(adding: fields), body: bomb)
            guard answer.status == .resourceExhausted else { throw Surprise("\(answer)") }
          }
          let growth = try Memory.peak() - before
          guard growth < 40_000 else { throw Surprise("it grew by \(growth) KiB") }
        })
    }
  }
}

/// Much in little.
enum Bomb {
  /// So many zeros in gzip.
  static func gzip(_ count: Int) throws -> [UInt8] {
    let compressor = try #require(GzipCompressor(.gzip))
    return try compressor.compress([UInt8](repeating: 0, count: count))
  }
}

/// Something that was not expected, where expectations cannot be recorded.
struct Surprise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// What the system says of this process.
enum Memory {
  /// The most memory it ever had, in KiB.
  static func peak() throws -> Int {
    let text = String(
      decoding: try FileSystem.readFile("/proc/self/status", atMost: 65_536), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Surprise("the system does not say how much memory there is")
    }
    return number
  }
}
