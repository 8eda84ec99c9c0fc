internal import RPCCore
internal import RPCInProcess
internal import TestSupport
internal import Testing

@Suite struct `A call in process` {
  @Test func `is ended by its deadline on both sides, and not before`() async throws {
    let clock = ManualClock()
    let transport = InProcessTransport(clock: clock)
    let handler = HandedOver()
    try await withServer(handler, over: transport) { _ in
      let call = transport.start(
        CallRequest(method: Echo.unary.path), options: CallOptions(timeout: .seconds(10)))
      let server = try #require(await handler.next())
      await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(9999))
      #expect(clock.sleepers == 1)
      clock.advance(by: .milliseconds(1))
      let error = await #expect(throws: RPCError.self) { try await call.receive() }
      #expect(error?.code == .deadlineExceeded)
      let serverError = await #expect(throws: RPCError.self) { try await server.receive() }
      #expect(serverError?.code == .deadlineExceeded)
      #expect(server.abortReason?.code == .deadlineExceeded)
    }
    #expect(clock.sleepers == 0)
  }

  @Test func `that ends in time leaves nobody asleep`() async throws {
    let clock = ManualClock()
    try await withServer(over: InProcessTransport(clock: clock)) { client in
      for _ in 0..<20 {
        _ = try await client.call(
          Echo.unary, [1], options: CallOptions(timeout: .seconds(10)))
      }
    }
    #expect(clock.sleepers == 0)
  }

  @Test func `that is left stops an endless handler`() async throws {
    let first = try await withServer { client in
      try await client.withCall(Echo.endless) { call in
        try call.sendOnly([9])
        return try await call.receive()
      }
    }
    #expect(first == [9])
  }

  @Test func `that is left ends a handler that never reads, though the window is full`()
    async throws
  {
    let transport = InProcessTransport()
    let handler = HandedOver()
    try await withServer(handler, over: transport) { client in
      try await client.withCall(Echo.both) { call in
        _ = await handler.next()
        let writer = Task.immediate {
          while true { try await call.send([UInt8](repeating: 1, count: 1000)) }
        }
        writer.cancel()
        _ = await writer.result
      }
    }
  }

  @Test func `is cancelled with its task`() async throws {
    try await withServer { client in
      let task = Task.immediate {
        try await client.withCall(Echo.never) { try await $0.receive() }
      }
      task.cancel()
      let error = await #expect(throws: RPCError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    }
  }

  @Test func `is seen by its handler to be cancelled`() async throws {
    let transport = InProcessTransport()
    let handler = HandedOver()
    try await withServer(handler, over: transport) { _ in
      let call = transport.start(CallRequest(method: Echo.unary.path), options: CallOptions())
      let server = try #require(await handler.next())
      call.cancel()
      let error = await #expect(throws: RPCError.self) { try await server.receive() }
      #expect(error?.code == .cancelled)
    }
  }

  @Test func `that was not begun yet can be cancelled`() async throws {
    let transport = InProcessTransport()
    let call = transport.start(CallRequest(method: Echo.unary.path), options: CallOptions())
    call.cancel()
    let error = await #expect(throws: RPCError.self) { try await call.receive() }
    #expect(error?.code == .cancelled)
    try await withServer(over: transport) { _ in }
  }

  @Test func `is unavailable when the server is cancelled`() async throws {
    let transport = InProcessTransport()
    let handler = HandedOver()
    let server = Task { await transport.run(handler) }
    let begun = transport.start(CallRequest(method: Echo.unary.path), options: CallOptions())
    _ = await handler.next()
    server.cancel()
    await server.value
    let late = transport.start(CallRequest(method: Echo.unary.path), options: CallOptions())
    for call in [begun, late] {
      let error = await #expect(throws: RPCError.self) { try await call.receive() }
      #expect(error?.code == .unavailable)
    }
  }

  @Test func `goes on while the server shuts down`() async throws {
    let transport = InProcessTransport()
    try await withServer(over: transport) { client in
      try await client.withCall(Echo.both) { call in
        try await call.send([1])
        #expect(try await call.receive() == [1])
        transport.beginShutdown()
        let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, []) }
        #expect(error?.code == .unavailable)
        try await call.send([2])
        #expect(try await call.receive() == [2])
        call.finishSending()
        #expect(try await call.receive() == nil)
      }
    }
  }

  @Test func `waits for a server that starts later`() async throws {
    let transport = InProcessTransport()
    let task = Task.immediate { try await Client(over: transport).call(Echo.unary, [4]) }
    let answer = try await withServer(over: transport) { _ in try await task.value }
    #expect(answer == [4])
  }
}
