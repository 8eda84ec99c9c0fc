internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `A client and servers that go away` {
  @Test func `calls that a server has not looked at are made again elsewhere`() async throws {
    let count = 5
    let answers = try await BadServer.with { server in
      var first = try server.accept()
      let requests = try first.requests(count)
      let last = requests.map(\.stream).sorted()[1]
      try first.send { $0.goAway(lastStream: last, code: 0) }
      for request in requests where request.stream <= last { try first.answer(request) }
      var second = try server.accept()
      for request in try second.requests(count - 2) { try second.answer(request) }
    } calls: { client in
      try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
        for number in 0..<count {
          group.addTask { (number, try await client.call(Echo.unary, [UInt8(number)])) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
    }
    #expect(answers == Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [UInt8($0)]) }))
  }

  @Test func `a call in progress ends in order after the server has gone away`() async throws {
    try await BadServer.with { server in
      var first = try server.accept()
      let stream = try first.frame { $0.kind == .data }.stream
      try first.send { writer in
        writer.headers(BadConnection.head, stream: stream)
        writer.goAway(lastStream: stream, code: 0)
        writer.data(FrameWriter.message([1]), stream: stream)
      }
      var second = try server.accept()
      try second.answer(second.request())
      let request = try first.request()
      try first.send { writer in
        writer.data(FrameWriter.message([2]), stream: request.stream)
        writer.headers(BadConnection.trailers, stream: request.stream, endStream: true)
      }
    } calls: { client in
      try await client.withCall(Echo.both) { call in
        try await call.send([0])
        #expect(try await call.receive() == [1])
        let answer = try await client.call(Echo.unary, [9])
        #expect(answer == [9])
        call.finishSending()
        #expect(try await call.receive() == [2])
        #expect(try await call.receive() == nil)
      }
    }
  }

  @Test func `a call that was refused is made once more`() async throws {
    let answer = try await BadServer.with { server in
      var connection = try server.accept()
      let refused = try connection.request().stream
      try connection.send { $0.reset(stream: refused, code: 7) }
      try connection.answer(connection.request())
    } calls: {
      try await $0.call(Echo.unary, [4])
    }
    #expect(answer == [4])
  }

  @Test func `a server that refuses twice is believed`() async throws {
    try await BadServer.with { server in
      var connection = try server.accept()
      for _ in 0..<2 {
        let request = try connection.request()
        try connection.send { $0.reset(stream: request.stream, code: 7) }
      }
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
    }
  }

  @Test func `a call does not go round among servers that all go away`() async throws {
    try await BadServer.with { server in
      for _ in 0..<4 {
        var connection = try server.accept()
        _ = try connection.request()
        try connection.send { $0.goAway(lastStream: 0, code: 0) }
      }
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
    }
  }

  @Test func `a call whose answer has begun is not made again`() async throws {
    try await BadServer.with { server in
      var connection = try server.accept()
      let stream = try connection.request().stream
      try connection.send { writer in
        writer.headers(BadConnection.head, stream: stream)
        writer.reset(stream: stream, code: 7)
      }
      try connection.answer(connection.request())
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
      let answer = try await client.call(Echo.unary, [5])
      #expect(answer == [5])
    }
  }

  @Test func `a lost connection fails its calls, and the next one is another`() async throws {
    try await BadServer.with { server in
      do {
        var connection = try server.acceptForNow()
        _ = try connection.request()
      }
      var next = try server.accept()
      try next.answer(next.request())
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
      #expect(error?.detail.contains("the connection was lost") == true)
      let answer = try await client.call(Echo.unary, [5])
      #expect(answer == [5])
    }
  }

  @Test(arguments: [FrameKind.pushPromise, .data, .continuation, .headers])
  func `a server that breaks HTTP/2 loses the connection, not the client`(
    kind: FrameKind
  ) async throws {
    try await BadServer.with { server in
      var connection = try server.accept()
      let stream = try connection.request().stream
      // None of them may come on this stream, or at all, or in this form.
      try connection.send { $0.frame(kind, flags: 0x4, stream: stream, payload: [0, 0, 0, 2]) }
      _ = try connection.frame { $0.kind == .goAway }
      var next = try server.accept()
      try next.answer(next.request())
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable || error?.code == .internal)
      let answer = try await client.call(Echo.unary, [5])
      #expect(answer == [5])
    }
  }

  @Test func `each request for fewer pings doubles the pause, once`() async throws {
    try await BadServer.withTransport {
      $0.timeouts.keepalive = .milliseconds(1)
    } _: { server in
      for _ in 0..<2 {
        var connection = try server.accept()
        let request = try connection.request()
        try connection.send { writer in
          writer.goAway(lastStream: request.stream, code: 11, text: "too_many_pings")
        }
        // More that comes on the same connection must not count as more requests.
        _ = try connection.framesUntilPong(77)
        try connection.answer(request)
      }
    } _: { client in
      let caller = Client(over: client)
      for (number, seconds) in [(1 as UInt8, 20), (2, 40)] {
        let answer = try await caller.call(Echo.unary, [number])
        #expect(answer == [number])
        #expect(await client.keepalive == .seconds(seconds))
      }
    }
  }

  @Test func `a server that does not answer a ping is given up`() async throws {
    try await BadServer.with {
      $0.timeouts.keepalive = .milliseconds(5)
      $0.timeouts.keepaliveAnswer = .milliseconds(5)
    } _: { server in
      var connection = try server.accept()
      _ = try connection.frame { $0.kind == .ping && $0.flags == 0 }
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
      #expect(error?.detail.contains("does not answer") == true)
    }
  }
}
