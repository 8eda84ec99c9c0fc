internal import RPCCore
internal import Testing

@Suite struct `A server's call` {
  private let transport = CountingTransport()
  private let token = CallToken(connection: 7, stream: 3, slot: 1)

  private func call(
    _ request: CallRequest = .example, limits: CallLimits = .small()
  ) -> ServerCall {
    ServerCall(
      request, from: CallPeer(address: "test"), limits: limits, token: token, over: transport)
  }

  @Test func `wakes a reader with a message`() async throws {
    let call = call()
    let reader = Task.immediate { try await call.receive() }
    call.receiveMessage(CallMessage([1, 2]))
    let message = try await reader.value
    #expect(message == [1, 2])
  }

  @Test func `wakes a reader with the end`() async throws {
    let call = call()
    let reader = Task.immediate { try await call.receive() }
    call.receiveEnd()
    let message = try await reader.value
    #expect(message == nil)
  }

  @Test func `wakes a reader when it is broken off`() async {
    let call = call()
    let reader = Task.immediate { try await call.receive() }
    call.abort(.gone)
    let error = await #expect(throws: RPCError.self) { try await reader.value }
    #expect(error == .gone)
    #expect(call.abortReason == .gone)
  }

  @Test func `wakes a reader whose task is cancelled, and goes on`() async throws {
    let call = call()
    let reader = Task.immediate { try await call.receive() }
    reader.cancel()
    let error = await #expect(throws: RPCError.self) { try await reader.value }
    #expect(error?.code == .cancelled)
    call.receiveMessage(CallMessage([5]))
    let message = try await call.receive()
    #expect(message == [5])
    #expect(call.abortReason == nil)
  }

  @Test func `gives a cancelled task what is there already`() async throws {
    let call = call()
    call.receiveMessage(CallMessage([5]))
    let reader = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await call.receive()
    }
    reader.cancel()
    let message = try await reader.value
    #expect(message == [5])
  }

  @Test func `lets a writer go on when the transport has taken enough`() async throws {
    let call = call(limits: .small(mark: 10))
    let writer = Task.immediate { try await call.send(Frames.body(10)) }
    #expect(transport.wakeUps == 1)
    #expect(transport.lastToken == token)
    let names = call.service { $0.drainNames() }
    #expect(names == ["headers", "message 10"])
    try await writer.value
  }

  @Test func `keeps a writer while too much waits`() async throws {
    let call = call(limits: .small(mark: 10))
    let order = EventList()
    let writer = Task.immediate {
      try await call.send(Frames.body(4))
      try await call.send(Frames.body(4))
      order.add("sent")
    }
    call.service { _ = $0.nextPart() }
    order.add("headers taken")
    call.service { _ = $0.nextPart() }
    try await writer.value
    #expect(order.events == ["headers taken", "sent"])
  }

  @Test func `wakes a writer when it is broken off`() async {
    let call = call(limits: .small(mark: 10))
    let writer = Task.immediate { try await call.send(Frames.body(10)) }
    call.abort(.gone)
    let error = await #expect(throws: RPCError.self) { try await writer.value }
    #expect(error == .gone)
  }

  @Test func `wakes a writer whose task is cancelled`() async {
    let call = call(limits: .small(mark: 10))
    let writer = Task.immediate { try await call.send(Frames.body(10)) }
    writer.cancel()
    let error = await #expect(throws: RPCError.self) { try await writer.value }
    #expect(error?.code == .cancelled)
    #expect(call.service { $0.drainNames() } == ["headers", "message 10"])
  }

  @Test func `wakes the transport once until it comes`() async throws {
    let call = call(limits: .small(mark: 100, step: 1))
    try await call.send([1])
    try await call.send([2])
    call.receiveMessage(CallMessage([3]))
    _ = try await call.receive()
    #expect(transport.wakeUps == 1)
    _ = call.service { $0.drainNames() }
    try await call.send([4])
    #expect(transport.wakeUps == 2)
    call.finish(.ok)
    #expect(transport.wakeUps == 2)
  }

  @Test func `sends the only message with the status`() throws {
    let call = call()
    call.addTrailers(["x": .text("y")])
    try call.respond([1, 2, 3])
    call.finish(Status(.aborted))
    #expect(throws: RPCError.self) { try call.respond([4]) }
    #expect(call.service { $0.drainNames() } == ["headers", "message 3", "status OK x"])
    #expect(call.traffic.messagesSent == 1)
    #expect(call.traffic.bytesSent == 3)
  }

  @Test func `counts what came, read or not`() {
    let call = call()
    call.receiveMessage(CallMessage([1, 2]))
    call.receiveMessage(CallMessage([3]))
    #expect(call.traffic.messagesReceived == 2)
    #expect(call.traffic.bytesReceived == 3)
  }

  @Test func `expands what the caller compressed`() async throws {
    var request = CallRequest.example
    request.compressor = DoublingCompressor()
    let call = call(request)
    call.receiveMessage(CallMessage([1, 1, 2, 2], isCompressed: true))
    call.receiveMessage(CallMessage([3]))
    let messages = [try await call.receive(), try await call.receive()]
    #expect(messages == [[1, 2], [3]])
  }

  @Test func `refuses a compressed message without an encoding`() async {
    let call = call()
    call.receiveMessage(CallMessage([1], isCompressed: true))
    let error = await #expect(throws: RPCError.self) { try await call.receive() }
    #expect(error?.code == .internal)
  }

  @Test func `expands no further than its limit`() async {
    var request = CallRequest.example
    request.compressor = DoublingCompressor()
    var limits = CallLimits.small()
    limits.messageBytes = 2
    let call = call(request, limits: limits)
    call.receiveMessage(CallMessage([1, 1, 2, 2, 3, 3], isCompressed: true))
    let error = await #expect(throws: RPCError.self) { try await call.receive() }
    #expect(error?.code == .resourceExhausted)
  }

  @Test func `compresses answers if the caller takes them, from the first`() async throws {
    let plain = call()
    #expect(!plain.compressAnswers())
    #expect(plain.service { $0.encoding } == nil)
    var request = CallRequest.example
    request.answerCompressor = DoublingCompressor()
    let late = call(request)
    try late.sendHeaders([:])
    #expect(!late.compressAnswers())
    let call = call(request, limits: .small(mark: 100))
    #expect(call.compressAnswers())
    #expect(call.service { $0.encoding } == .gzip)
    try await call.send([1, 2])
    try await call.send([3], isCompressed: false)
    let parts = call.service { state in (0..<3).compactMap { _ in state.nextPart() } }
    let messages = parts.compactMap { part -> CallMessage? in
      if case .message(let message) = part { message } else { nil }
    }
    #expect(
      messages == [CallMessage([1, 1, 2, 2], isCompressed: true), CallMessage([3])])
  }

  @Test func `is gone when nobody holds it`() async throws {
    weak var gone: ServerCall?
    do {
      let call = call(limits: .small(mark: 1))
      gone = call
      let reader = Task.immediate { try await call.receive() }
      let writer = Task.immediate { try await call.send([1]) }
      call.abort(.gone)
      _ = await reader.result
      _ = await writer.result
    }
    #expect(gone == nil)
  }

  @Test func `has one reader at a time`() async {
    await #expect(processExitsWith: .failure) {
      let call = ServerCall(
        .example, from: CallPeer(address: "test"), limits: CallLimits(),
        token: CallToken(connection: 1, stream: 1), over: CountingTransport())
      let first = Task.immediate { try await call.receive() }
      _ = try await call.receive()
      _ = try await first.value
    }
  }
}
