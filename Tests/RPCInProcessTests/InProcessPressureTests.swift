internal import RPCCore
internal import RPCInProcess
internal import Synchronization
internal import Testing

@Suite struct `Back-pressure in process` {
  private static let options: CallOptions = {
    var options = CallOptions()
    options.limits.outboundMark = 1000
    options.limits.creditStep = 3000
    return options
  }()

  // On its way are the window, a step and a mark long, and a mark that waits for it; the message
  // that reaches either end goes over it.
  private static let mostBytes = 3000 + 1000 + 1000 + 2 * wireCount
  private static let wireCount = messageCount + MessageDeframer.prefixLength
  private static let messageCount = 95
  private static let total = 500

  @Test func `stops a caller whose messages nobody reads`() async throws {
    let transport = InProcessTransport()
    let call = transport.start(
      CallRequest(method: Echo.unary.path), options: Self.options)
    let begun = Atomic(0)
    // It runs on this thread until it has to wait, and so has sent what it may when it is here again.
    let writer = Task.immediate {
      for _ in 0..<Self.total {
        begun.add(1, ordering: .relaxed)
        try await call.send([UInt8](repeating: 1, count: Self.messageCount))
      }
      call.finishSending()
    }
    let stopped = begun.load(ordering: .relaxed)
    #expect(stopped * Self.wireCount <= Self.mostBytes)
    #expect(stopped * Self.wireCount >= 3000 + 1000 + 1000)
    let handler = HandedOver()
    try await withServer(handler, over: transport) { _ in
      let server = try #require(await handler.next())
      var count = 0
      while let message = try await server.receive() {
        #expect(message.count == Self.messageCount)
        count += 1
      }
      #expect(count == Self.total)
      try await writer.value
      handler.release()
      #expect(try await call.receive() == nil)
    }
  }

  @Test func `stops a handler whose messages nobody reads`() async throws {
    let transport = InProcessTransport()
    let call = transport.start(
      CallRequest(method: Echo.unary.path), options: Self.options)
    let handler = HandedOver()
    try await withServer(handler, over: transport) { _ in
      let server = try #require(await handler.next())
      let begun = Atomic(0)
      let writer = Task.immediate {
        for _ in 0..<Self.total {
          begun.add(1, ordering: .relaxed)
          try await server.send([UInt8](repeating: 1, count: Self.messageCount))
        }
        server.finish(.ok)
        handler.release()
      }
      let stopped = begun.load(ordering: .relaxed)
      #expect(stopped * Self.wireCount <= Self.mostBytes)
      #expect(stopped * Self.wireCount >= 3000 + 1000 + 1000)
      var count = 0
      while let message = try await call.receive() {
        #expect(message.count == Self.messageCount)
        count += 1
      }
      #expect(count == Self.total)
      try await writer.value
    }
  }

  @Test(arguments: [0, 1, 94, 95, 96, 999, 1000, 2995, 3995, 20_000])
  func `passes messages of any length against the limits`(length: Int) async throws {
    try await withServer { client in
      try await client.withCall(Echo.both, options: Self.options) { call in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for _ in 0..<40 { try await call.send([UInt8](repeating: 1, count: length)) }
            call.finishSending()
          }
          for _ in 0..<40 { #expect(try await call.receive()?.count == length) }
          #expect(try await call.receive() == nil)
          try await group.waitForAll()
        }
      }
    }
  }
}
