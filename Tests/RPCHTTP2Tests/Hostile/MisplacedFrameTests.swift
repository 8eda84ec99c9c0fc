internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Testing

/// One mistake of a client, and what the server is to make of it.
struct Mistake: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let outcome: HostilePeer.Outcome
  let write: @Sendable (inout FrameWriter) -> Void

  /// One for which the connection ends.
  static func connection(
    _ name: String, _ code: ErrorCode, _ write: @escaping @Sendable (inout FrameWriter) -> Void
  ) -> Self {
    Self(testDescription: name, outcome: .connectionError(code), write: write)
  }

  /// One for which stream 3 ends.
  static func stream(
    _ name: String, _ code: ErrorCode, _ write: @escaping @Sendable (inout FrameWriter) -> Void
  ) -> Self {
    Self(testDescription: name, outcome: .streamError(3, code), write: write)
  }

  /// One that RFC 9113 tells or allows us to pass over.
  static func nothing(
    _ name: String, _ write: @escaping @Sendable (inout FrameWriter) -> Void
  ) -> Self {
    Self(testDescription: name, outcome: .goesOn, write: write)
  }
}

extension FrameKind {
  /// All there are, and one more.
  fileprivate static let every: [Self] = [
    .data, .headers, .priority, .resetStream, .settings, .pushPromise, .ping, .goAway,
    .windowUpdate, .continuation, .unknown,
  ]

  /// A payload that is right for the kind, at the right place.
  fileprivate var payload: [UInt8] {
    switch self {
    case .headers: FrameWriter.literals(HostilePeer.request())
    case .priority: [0, 0, 0, 0, 1]
    case .resetStream, .windowUpdate: [0, 0, 0, 8]
    case .pushPromise: [0, 0, 0, 2, 0x82]
    case .ping, .goAway: [UInt8](repeating: 0, count: 8)
    default: []
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Frames at the wrong time` {
  @Test(arguments: FrameKind.every.filter { $0 != .settings })
  func `any frame before the settings ends the connection`(kind: FrameKind) async throws {
    try await WatchedServer.with { server in
      var peer = try HostilePeer(silentAt: server.port)
      try peer.send { writer in
        writer.raw(FrameWriter.preface)
        writer.frame(kind, stream: kind == .ping ? 0 : 1, payload: kind.payload)
      }
      #expect(peer.outcome() == .connectionError(.protocolError))
    }
  }

  @Test(arguments: FrameKind.every.filter { $0 != .continuation })
  func `any frame inside a header block ends the connection`(kind: FrameKind) async throws {
    try await check { writer in
      writer.frame(.headers, stream: 3, payload: FrameKind.headers.payload)
      let isOfConnection = [.settings, .ping, .goAway].contains(kind)
      writer.frame(kind, stream: isOfConnection ? 0 : 3, payload: kind.payload)
    }
  }

  static let places: [Mistake] = [
    .connection("DATA on stream 0", .protocolError) { $0.data([1], stream: 0) },
    .connection("HEADERS on stream 0", .protocolError) {
      $0.headers(HostilePeer.request(), stream: 0)
    },
    .connection("RST_STREAM on stream 0", .protocolError) { $0.reset(stream: 0, code: 8) },
    .connection("CONTINUATION on stream 0", .protocolError) { $0.frame(.continuation) },
    .connection("SETTINGS on a stream", .protocolError) { $0.frame(.settings, stream: 1) },
    .connection("PING on a stream", .protocolError) {
      $0.frame(.ping, stream: 1, payload: FrameKind.ping.payload)
    },
    .connection("GOAWAY on a stream", .protocolError) {
      $0.frame(.goAway, stream: 1, payload: FrameKind.goAway.payload)
    },
    .connection("DATA on an idle stream", .protocolError) { $0.data([1], stream: 5) },
    .connection("RST_STREAM on an idle stream", .protocolError) { $0.reset(stream: 5, code: 8) },
    .connection("WINDOW_UPDATE on an idle stream", .protocolError) {
      $0.windowUpdate(stream: 5, increment: 1)
    },
    .connection("HEADERS on a stream of the server's", .protocolError) {
      $0.headers(HostilePeer.request(), stream: 2)
    },
    .connection("PUSH_PROMISE from a client", .protocolError) {
      $0.frame(
        .pushPromise, flags: FrameFlags.endHeaders, stream: 1,
        payload: FrameKind.pushPromise.payload)
    },
    .connection("CONTINUATION without HEADERS", .protocolError) {
      $0.frame(.continuation, flags: FrameFlags.endHeaders, stream: 1)
    },
    .connection("CONTINUATION of another stream", .protocolError) {
      $0.frame(.headers, stream: 3, payload: FrameKind.headers.payload)
      $0.frame(.continuation, flags: FrameFlags.endHeaders, stream: 5)
    },
    .connection("an acknowledgement of no SETTINGS", .protocolError) {
      $0.settingsAcknowledgement()
    },
    .connection("DATA after the end of a request", .streamClosed) {
      $0.headers(HostilePeer.request(Echo.never.path.path), stream: 3)
      $0.data(FrameWriter.message([]), stream: 3, endStream: true)
      $0.data([1], stream: 3)
    },
    .connection("HEADERS after the end of a request", .streamClosed) {
      $0.headers(HostilePeer.request(Echo.never.path.path), stream: 3)
      $0.data(FrameWriter.message([]), stream: 3, endStream: true)
      $0.headers([("a", "b")], stream: 3, endStream: true)
    },
    .connection("the preface twice", .frameSizeError) { $0.raw(FrameWriter.preface) },
    .stream("trailers that end nothing", .protocolError) {
      $0.headers(HostilePeer.request(Echo.both.path.path), stream: 3)
      $0.headers([("a", "b")], stream: 3)
    },
    .connection("PRIORITY on stream 0", .protocolError) {
      $0.frame(.priority, payload: FrameKind.priority.payload)
    },
    .connection("PRIORITY of a stream that depends on itself", .protocolError) {
      $0.frame(.priority, stream: 3, payload: [0, 0, 0, 3, 1])
    },
    .connection("HEADERS on a stream that was reset", .streamClosed) {
      $0.headers(HostilePeer.request(Echo.both.path.path), stream: 3)
      $0.reset(stream: 3, code: 8)
      $0.headers(HostilePeer.request(), stream: 3, endStream: true)
    },
    .connection("DATA on a stream that was reset", .streamClosed) {
      $0.headers(HostilePeer.request(Echo.both.path.path), stream: 3)
      $0.reset(stream: 3, code: 8)
      $0.data([1, 2, 3], stream: 3)
    },
    .nothing("WINDOW_UPDATE on a stream that was reset") {
      $0.headers(HostilePeer.request(Echo.both.path.path), stream: 3)
      $0.reset(stream: 3, code: 8)
      $0.windowUpdate(stream: 3, increment: 1)
    },
    .nothing("RST_STREAM twice") {
      $0.headers(HostilePeer.request(Echo.both.path.path), stream: 3)
      $0.reset(stream: 3, code: 8)
      $0.reset(stream: 3, code: 8)
    },
    .nothing("PRIORITY on an idle stream") {
      $0.frame(.priority, stream: 9, payload: FrameKind.priority.payload)
    },
    .nothing("frames of an unknown type") {
      $0.frame(.unknown, flags: 255, stream: 0, payload: [1])
      $0.frame(.unknown, flags: 255, stream: 1, payload: [1])
      $0.frame(.unknown, flags: 255, stream: 9, payload: [1])
    },
    .nothing("flags that mean nothing") { $0.frame(.settings, flags: 0xfe) },
    .nothing("the reserved bit of a stream") {
      $0.frame(.windowUpdate, stream: 0x8000_0001, payload: [0, 0, 0, 1])
    },
  ]

  @Test(arguments: places)
  func `a frame where it must not be is answered as it should`(mistake: Mistake) async throws {
    try await check(mistake)
  }

  static let lengths: [Mistake] =
    [
      (.ping, 7), (.ping, 9), (.settings, 5), (.windowUpdate, 3), (.windowUpdate, 5),
      (.resetStream, 3), (.resetStream, 5), (.priority, 4), (.priority, 6), (.goAway, 7),
    ].map { (kind: FrameKind, count: Int) in
      .connection("\(kind) of \(count) bytes", .frameSizeError) { writer in
        let isOfStream = [.resetStream, .priority].contains(kind)
        writer.frame(
          kind, stream: isOfStream ? 1 : 0, payload: [UInt8](repeating: 0, count: count))
      }
    } + [
      .connection("an acknowledgement of SETTINGS with a payload", .frameSizeError) {
        $0.frame(
          .settings, flags: FrameFlags.acknowledge, payload: [UInt8](repeating: 0, count: 6))
      },
      .connection("DATA that says it is longer than we take", .frameSizeError) {
        $0.frame(.data, stream: 1, length: 16_385)
      },
      .connection("HEADERS that say they are the longest there can be", .frameSizeError) {
        $0.frame(.headers, stream: 3, length: 0xff_ffff)
      },
      .connection("HEADERS whose priority does not fit", .frameSizeError) {
        $0.frame(
          .headers, flags: FrameFlags.priority | FrameFlags.endHeaders, stream: 3, payload: [0])
      },
      .connection("DATA with padding longer than itself", .protocolError) {
        $0.frame(.data, flags: FrameFlags.padded, stream: 1, payload: [5, 1, 2])
      },
      .connection("padded DATA without a padding length", .protocolError) {
        $0.frame(.data, flags: FrameFlags.padded, stream: 1)
      },
      .connection("HEADERS with padding longer than themselves", .protocolError) {
        $0.frame(
          .headers, flags: FrameFlags.padded | FrameFlags.endHeaders, stream: 3, payload: [9, 0x82])
      },
    ]

  @Test(arguments: lengths)
  func `a frame of a wrong length ends the connection`(mistake: Mistake) async throws {
    try await check(mistake)
  }

  static let values: [Mistake] = [
    .connection("a frame size below the smallest", .protocolError) { $0.settings([(5, 16_383)]) },
    .connection("a frame size above the largest", .protocolError) { $0.settings([(5, 1 << 24)]) },
    .connection("push neither on nor off", .protocolError) { $0.settings([(2, 2)]) },
    .connection("a window above the largest", .flowControlError) { $0.settings([(4, 1 << 31)]) },
    .connection("a connection's window that grows by nothing", .protocolError) {
      $0.windowUpdate(stream: 0, increment: 0)
    },
    .connection("a connection's window that grows too large", .flowControlError) {
      $0.windowUpdate(stream: 0, increment: 0x7fff_ffff)
    },
    .connection("a stream's window that grows by nothing", .protocolError) {
      $0.windowUpdate(stream: 1, increment: 0)
    },
    .stream("a stream's window that grows too large", .flowControlError) {
      $0.headers(HostilePeer.request(Echo.both.path.path), stream: 3)
      $0.windowUpdate(stream: 3, increment: 0x7fff_ffff)
    },
    .nothing("settings that nobody knows") {
      $0.settings([(0xf0f0, 0xffff_ffff), (3, 0), (1, 0)])
    },
  ]

  @Test(arguments: values)
  func `a value out of bounds is answered as it should`(mistake: Mistake) async throws {
    try await check(mistake)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", "\u{16}\u{3}\u{1}\0\u{5}hello", "\0",
  ])
  func `who does not speak HTTP 2 is shown out`(words: String) async throws {
    try await WatchedServer.with { server in
      var peer = try HostilePeer(silentAt: server.port)
      try peer.send { $0.raw(Array(words.utf8)) }
      #expect(peer.remainingFrames().isEmpty)
    }
  }

  @Test func `more data than the window ends the call or the connection`() async throws {
    let window = 65_535
    try await WatchedServer.with { configuration in
      configuration.limits.session.streamWindow = window
      configuration.limits.session.connectionWindow = window
      // Else the connection gets room for what was read so far, and only the stream has none.
      configuration.limits.session.unconsumedLimit = 0
    } add: { router, watch in
      router.add(Deaf.path) { _ in try await Task.sleep(for: .seconds(3600)) }
    } _: { server in
      var peer = try server.connect()
      try peer.send { writer in
        writer.headers(HostilePeer.request(Deaf.path.path), stream: 1)
        for _ in 0..<8 { writer.data([UInt8](repeating: 0, count: 16_384), stream: 1) }
      }
      // Which window is too small depends on how much of the connection's was given back by then.
      let outcome = peer.outcome()
      #expect(
        outcome == .connectionError(.flowControlError)
          || outcome == .streamError(1, .flowControlError))
      await server.watch.until { $0.ended == 1 }
    }
  }

  @Test func `a call dies with its connection, though the peer stays`() async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.open()
      await server.watch.until { $0.begun == 1 }
      try peer.send { $0.data([1], stream: 0) }
      #expect(peer.outcome() == .connectionError(.protocolError))
      let seen = await server.watch.until { $0.ended == 1 }
      #expect(seen.aborts == [.unavailable] && seen.cancelled == 1)
      // Only now does the peer go.
      withExtendedLifetime(peer) {}
    }
  }

  private func check(_ write: @escaping @Sendable (inout FrameWriter) -> Void) async throws {
    try await check(.connection("", .protocolError, write))
  }

  /// Makes a mistake beside a call on stream 1, which must go on or die.
  private func check(_ mistake: Mistake) async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.open()
      await server.watch.until { $0.begun == 1 }
      try peer.send(mistake.write)
      #expect(peer.outcome() == mistake.outcome)
      if case .connectionError = mistake.outcome {
        let seen = await server.watch.until { $0.running == 0 }
        #expect(seen.cancelled == seen.begun)
      } else {
        #expect(server.watch.seen.running >= 1)
      }
    }
  }
}

/// A method whose handler does not read.
enum Deaf {
  static let path = MethodPath(service: "dyad.test.Deaf", method: "Call")
}
