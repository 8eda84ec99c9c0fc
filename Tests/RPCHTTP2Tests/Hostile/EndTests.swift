internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Ends of calls` {
  /// How a client goes.
  enum Departure: CaseIterable {
    case close, cut, finish, goAwayAndClose
  }

  @Test(arguments: Departure.allCases)
  func `a client that vanishes in a message cancels its handler`(
    departure: Departure
  ) async throws {
    try await WatchedServer.with { server in
      do {
        let peer = try server.connect()
        try peer.open()
        try peer.send { $0.data([0, 0, 0, 0, 9, 1], stream: 1) }
        await server.watch.until { $0.begun == 1 }
        switch departure {
        case .close: break
        case .cut: try peer.cutAtEnd()
        case .finish: try peer.finishSending()
        case .goAwayAndClose: try peer.send { $0.goAway(lastStream: 0, code: 0) }
        }
      }
      let seen = await server.watch.until { $0.ended == 1 }
      #expect(seen.aborts == [.unavailable] && seen.cancelled == 1)
    }
  }

  @Test func `a client that ends its side after its request gets its answer`() async throws {
    let gate = Gate()
    let slow = MethodPath(service: "dyad.test.Slow", method: "Call")
    try await WatchedServer.with(
      add: { router, _ in
        router.add(slow) { call in
          await gate.wait()
          try await call.send([7])
        }
      },
      { server in
        defer { gate.open() }
        var peer = try server.connect()
        try peer.send { writer in
          writer.headers(HostilePeer.request(slow.path), stream: 1, endStream: true)
          // Half of another, which never gets its other half.
          writer.headers(HostilePeer.request(Echo.both.path.path), stream: 3)
        }
        await server.watch.until { $0.begun == 2 }
        try peer.finishSending()
        // The server asks whether there is anybody, which shows that it has seen the end.
        _ = try peer.frames { $0.kind == .ping }
        await server.watch.until { $0.aborts == [.unavailable] && $0.ended == 1 }
        gate.open()
        let frames = try peer.frames { $0.endsStream && $0.stream == 1 }
        #expect(frames.contains { $0.kind == .data && $0.payload == FrameWriter.message([7]) })
        #expect(peer.remainingFrames().allSatisfy { $0.stream != 1 })
        #expect(server.watch.seen.reasons.isEmpty)
      })
  }

  @Test func `a client that is gone altogether cancels what it waited for`() async throws {
    try await WatchedServer.with { server in
      do {
        let peer = try server.connect()
        try peer.send { writer in
          writer.headers(HostilePeer.request(Echo.never.path.path), stream: 1)
          writer.data(FrameWriter.message([1]), stream: 1, endStream: true)
        }
        await server.watch.until { $0.begun == 1 }
      }
      let seen = await server.watch.until { $0.ended == 1 }
      #expect(seen.aborts == [.unavailable] && seen.cancelled == 1)
    }
  }

  @Test func `a request that is complete is heard, though its client has gone`() async throws {
    try await WatchedServer.with { server in
      do {
        let peer = try server.connect()
        try peer.send { writer in
          writer.headers(HostilePeer.request(), stream: 1)
          writer.data(FrameWriter.message([1]), stream: 1, endStream: true)
        }
      }
      await server.watch.until { $0.ended == 1 }
    }
  }

  @Test(arguments: [
    (ErrorCode.cancel, StatusCode.cancelled), (.noError, .internal), (.internalError, .internal),
    (.refusedStream, .unavailable), (.enhanceYourCalm, .resourceExhausted),
    (ErrorCode(rawValue: 0xffff_ffff), .internal),
  ])
  func `a reset cancels its handler, which hears why`(
    code: ErrorCode, status: StatusCode
  ) async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.open()
      try peer.open(3)
      await server.watch.until { $0.begun == 2 }
      try peer.send { $0.reset(stream: 1, code: code.rawValue) }
      let seen = await server.watch.until { $0.ended == 1 }
      #expect(seen.aborts == [status] && seen.cancelled == 1)
      #expect(peer.outcome() == .goesOn)
      #expect(server.watch.seen.running == 1)
    }
  }

  @Test func `a deadline that passes in a stream ends it and its handler`() async throws {
    try await WatchedServer.with { server in
      var peer = try CarelessPeer(port: server.port)
      let stream = try peer.open(
        HostilePeer.request(Echo.both.path.path, adding: [("grpc-timeout", "5m")]),
        body: FrameWriter.message([1]), endStream: false)
      let answer = try peer.answer(on: stream)
      #expect(answer.status == .deadlineExceeded)
      #expect(answer.headers["x-first"] == "yes")
      let seen = await server.watch.until { $0.ended == 1 }
      #expect(seen.aborts == [.deadlineExceeded] && seen.cancelled == 1)
    }
  }

  @Test func `a handler that gives no status has failed`() async throws {
    try await WatchedServer.with(watch: Watch(), handler: Forgetful()) { server in
      var peer = try CarelessPeer(port: server.port)
      let answer = try peer.answer(to: HostilePeer.request(Echo.never.path.path))
      #expect(answer.status == .unknown)
      #expect(answer.message == "the handler gave no status")
    }
  }

  /// Answers one method, and forgets the others.
  private struct Forgetful: CallHandler {
    let router = Echo.router()

    var methods: [MethodPath] { router.methods }

    func handle(_ call: ServerCall) async {
      if call.method == Echo.unary.path { await router.handle(call) }
    }
  }

  @Test func `cancelling reaches the server, though its window is full`() async throws {
    let deaf = Method<[UInt8], [UInt8]>(
      MethodPath(service: "dyad.test.Deaf", method: "Call"), .clientStreaming, request: .bytes,
      response: .bytes)
    try await WatchedServer.with(
      add: { router, _ in
        router.add(deaf.path) { _ in try await Task.sleep(for: .seconds(3600)) }
      },
      { server in
        try await server.withClient { client in
          try await client.withCall(deaf) { call in
            // The first goes through whole. The second fills the window, and the most of it stays
            // where it keeps everything else from being sent.
            for _ in 0..<2 { try await call.send([UInt8](repeating: 0, count: 3 * 1024 * 1024)) }
          }
          let seen = await server.watch.until { $0.ended == 1 }
          #expect(seen.aborts == [.cancelled] && seen.cancelled == 1)
        }
      })
  }

  @Test(arguments: [(0, 1), (1 << 30, 1 << 30), (1, 3)])
  func `limits that make no sense stop no call`(mark: Int, step: Int) async throws {
    let window = 65_535
    try await WatchedServer.with { configuration in
      configuration.limits.call.outboundMark = mark
      configuration.limits.call.creditStep = step
      configuration.limits.session.outboundMark = min(mark, 1 << 20)
      configuration.limits.session.streamWindow = window
    } _: { server in
      try await server.withClient { client in
        var options = CallOptions()
        options.limits.outboundMark = mark
        options.limits.creditStep = step
        let total = try await client.withCall(Echo.both, options: options) { call in
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              for size in [1, 65_525, 65_530, 65_530, 200_000, 10, 70_000] {
                try await call.send([UInt8](repeating: 1, count: size))
              }
              call.finishSending()
            }
            var total = 0
            while let message = try await call.receive() { total += message.count }
            try await group.waitForAll()
            return total
          }
        }
        #expect(total == 466_596)
      }
    }
  }
}
