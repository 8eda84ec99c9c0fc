internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `A client and what bad servers answer` {
  @Test(arguments: OddAnswer.all)
  func `an answer that is strange but right is taken`(odd: OddAnswer) async throws {
    let answer = try await BadServer.with { server in
      var connection = try server.accept()
      let request = try connection.request()
      try connection.send { odd.write(&$0, request.stream) }
    } calls: {
      try await $0.call(Echo.unary, [0])
    }
    #expect(answer == [1, 2, 3])
  }

  @Test(arguments: BadAnswer.all)
  func `a bad answer fails its call, and no other`(bad: BadAnswer) async throws {
    try await BadServer.with { server in
      var connection = try server.accept()
      let request = try connection.request()
      try connection.send { bad.write(&$0, request.stream) }
      try connection.answer(connection.request())
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [0]) }
      #expect(error?.code == bad.code, "\(error?.description ?? "no error")")
      let answer = try await client.call(Echo.unary, [7])
      #expect(answer == [7])
    }
  }

  /// How much of an answer comes before the server resets it.
  enum Cut: CaseIterable {
    case beforeHeaders
    case afterHeaders
    case duringData
    case afterData
  }

  @Test(
    arguments: Cut.allCases,
    [
      (0 as UInt32, StatusCode.internal), (2, .internal), (8, .cancelled), (11, .resourceExhausted),
      (12, .permissionDenied), (99, .internal),
    ])
  func `a reset ends a call with what its code means`(
    cut: Cut, code: (UInt32, StatusCode)
  ) async throws {
    try await BadServer.with { server in
      var connection = try server.accept()
      let stream = try connection.request().stream
      try connection.send { writer in
        if cut != .beforeHeaders { writer.headers(BadConnection.head, stream: stream) }
        if cut == .duringData { writer.data([0, 0, 0, 0, 9, 1], stream: stream) }
        if cut == .afterData { writer.data(FrameWriter.message([1]), stream: stream) }
        writer.reset(stream: stream, code: code.0)
      }
      try connection.answer(connection.request())
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [0]) }
      #expect(error?.code == code.1)
      let answer = try await client.call(Echo.unary, [7])
      #expect(answer == [7])
    }
  }

  @Test func `messages that came before a bad end are read before it`() async throws {
    try await BadServer.with { server in
      var connection = try server.accept()
      let stream = try connection.request().stream
      try connection.send { writer in
        writer.headers(BadConnection.head, stream: stream)
        writer.data(FrameWriter.message([1]) + FrameWriter.message([2]), stream: stream)
        writer.headers([("grpc-status", "15")], stream: stream, endStream: true)
      }
    } calls: { client in
      try await client.withCall(Echo.repeated) { call in
        try call.sendOnly([0])
        #expect(try await call.receive() == [1])
        #expect(try await call.receive() == [2])
        let error = await #expect(throws: RPCError.self) { try await call.receive() }
        #expect(error?.code == .dataLoss)
      }
    }
  }

  @Test func `a ping is answered with its own bytes`() async throws {
    let answer = try await BadServer.with { server in
      var connection = try server.accept()
      let request = try connection.request()
      let pong = try connection.framesUntilPong(0x0102_0304_0506_0708).last
      #expect(pong?.payload == [1, 2, 3, 4, 5, 6, 7, 8])
      try connection.answer(request)
    } calls: {
      try await $0.call(Echo.unary, [5])
    }
    #expect(answer == [5])
  }

  @Test func `a server of one stream gets one call at a time`() async throws {
    let count = 8
    let sum = try await BadServer.with { server in
      // The setting is the third of RFC 9113 §6.5.2.
      var connection = try server.accept(settings: [(id: 3, value: 1)])
      for number in 0..<count {
        let request = try connection.request()
        // Whatever the client would send on its own comes before the answer to the ping.
        let frames = try connection.framesUntilPong(UInt64(number))
        #expect(!frames.contains { $0.kind == .headers })
        try connection.answer(request)
      }
    } calls: { client in
      try await withThrowingTaskGroup(of: UInt8.self) { group in
        for number in 0..<count {
          group.addTask { try await client.call(Echo.unary, [UInt8(number)])[0] }
        }
        return try await group.reduce(0, +)
      }
    }
    #expect(sum == 28)
  }

  @Test func `a server that takes no bytes is given up at the deadline`() async throws {
    let hasReset = Mutex(false)
    try await BadServer.with { server in
      // The setting is the fourth of RFC 9113 §6.5.2: no room on any stream.
      var connection = try server.accept(settings: [(id: 4, value: 0)])
      let reset = try connection.frame { $0.kind == .resetStream }
      #expect(reset.errorCode == 8)
      hasReset.withLock { $0 = true }
    } calls: { client in
      // On a slow machine a deadline may pass before the call got anywhere.
      while !hasReset.withLock({ $0 }) {
        let error = await #expect(throws: RPCError.self) {
          try await client.call(
            Echo.unary, [UInt8](repeating: 0, count: 1 << 20),
            options: CallOptions(timeout: .milliseconds(20)))
        }
        // Whoever is cancelled for being late stops.
        try #require(error?.code == .deadlineExceeded)
      }
    }
  }
}
