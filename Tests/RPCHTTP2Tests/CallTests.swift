internal import RPCCore
internal import RPCHTTP2
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Calls over sockets` {
  @Test(arguments: EchoServer.Way.allCases)
  func `a unary call gives the answer`(way: EchoServer.Way) async throws {
    let answer = try await EchoServer.withClient(over: way) {
      try await $0.call(Echo.unary, [1, 2, 3])
    }
    #expect(answer == [1, 2, 3])
  }

  @Test(arguments: EchoServer.Way.allCases)
  func `a message of four mebibytes comes back whole`(way: EchoServer.Way) async throws {
    let message = (0..<4 * 1024 * 1024).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let answer = try await EchoServer.withClient(over: way) {
      try await $0.call(Echo.unary, message)
    }
    #expect(answer == message)
  }

  @Test func `a message that is too long is refused`() async throws {
    try await EchoServer.withClient { client in
      let message = [UInt8](repeating: 0, count: 4 * 1024 * 1024 + 1)
      let error = await #expect(throws: RPCError.self) {
        try await client.call(Echo.unary, message)
      }
      #expect(error?.code == .resourceExhausted)
    }
  }

  @Test(arguments: EchoServer.Way.allCases)
  func `messages go both ways in order`(way: EchoServer.Way) async throws {
    let count = 300
    let received = try await EchoServer.withClient(over: way) { client in
      try await client.withCall(Echo.both) { call in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for index in 0..<count {
              try await call.send([UInt8](repeating: UInt8(index % 251), count: 10_000 + index))
            }
            call.finishSending()
          }
          #expect(await call.headers[text: "x-first"] == "yes")
          var lengths: [Int] = []
          while let message = try await call.receive() { lengths.append(message.count) }
          try await group.waitForAll()
          return lengths
        }
      }
    }
    #expect(received == (0..<count).map { 10_000 + $0 })
  }

  @Test func `a client's stream is collected`() async throws {
    let answer = try await EchoServer.withClient { client in
      try await client.withCall(Echo.collect) { call in
        for index in 0..<100 { try await call.send([UInt8(index)]) }
        call.finishSending()
        return try await call.receiveOnly()
      }
    }
    #expect(answer == (0..<100).map { UInt8($0) })
  }

  @Test func `an error comes with its words and metadata`() async throws {
    try await EchoServer.withClient { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.refuse, []) }
      #expect(error?.code == .failedPrecondition)
      #expect(error?.detail == "not now ☺\n")
      #expect(error?.metadata[binary: "x-why-bin"] == [0, 255])
    }
  }

  @Test func `metadata goes there and back`() async throws {
    try await EchoServer.withClient { client in
      var options = CallOptions()
      options.metadata = [
        "x-text": .text("a, b"), "x-bin": .binary(Array(0...255)), "x-text": .text("again"),
      ]
      let trailers = try await client.withCall(Echo.unary, options: options) { call in
        try call.sendOnly([])
        _ = try await call.receiveOnly()
        return call.trailers
      }
      #expect(trailers == options.metadata)
    }
  }

  @Test func `compressed answers are expanded`() async throws {
    let message = [UInt8](repeating: 7, count: 100_000)
    let answer = try await EchoServer.withClient { try await $0.call(Echo.compressed, message) }
    #expect(answer == message)
  }

  @Test func `a method that is not there is unimplemented`() async throws {
    try await EchoServer.withClient { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.missing, []) }
      #expect(error?.code == .unimplemented)
    }
  }

  @Test func `a deadline ends a call`() async throws {
    try await EchoServer.withClient { client in
      let error = await #expect(throws: RPCError.self) {
        try await client.call(
          Echo.never, [], options: CallOptions(timeout: .milliseconds(5)))
      }
      #expect(error?.code == .deadlineExceeded)
    }
  }

  @Test func `leaving a call stops an endless answer`() async throws {
    let first = try await EchoServer.withClient { client in
      try await client.withCall(Echo.repeated) { call in
        try call.sendOnly([UInt8](repeating: 9, count: 1000))
        return try await call.receive()
      }
    }
    #expect(first?.count == 1000)
  }

  @Test func `a thousand calls at once are all answered`() async throws {
    let sum = try await EchoServer.withClient { client in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<1000 {
          group.addTask {
            try await client.call(Echo.unary, [UInt8(index % 256)]).reduce(0) { $0 + Int($1) }
          }
        }
        return try await group.reduce(0, +)
      }
    }
    #expect(sum == (0..<1000).reduce(0) { $0 + $1 % 256 })
  }

  @Test func `nobody at the address makes a call unavailable`() async throws {
    let error = await #expect(throws: RPCError.self) {
      try await EchoServer.withoutServer { try await $0.call(Echo.unary, []) }
    }
    #expect(error?.code == .unavailable)
  }
}
