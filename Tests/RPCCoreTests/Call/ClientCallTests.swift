internal import RPCCore
internal import Testing

@Suite struct `A client's call` {
  private let transport = CountingTransport()

  private func call(_ limits: CallLimits = .small()) -> ClientCall {
    var options = CallOptions()
    options.limits = limits
    return call(options)
  }

  private func call(_ options: CallOptions) -> ClientCall {
    ClientCall(
      .example, options: options, token: CallToken(connection: 1, stream: 1), over: transport)
  }

  @Test func `wakes a reader with a message`() async throws {
    let call = call()
    let reader = Task.immediate { try await call.receive() }
    call.service { $0.receiveHeaders([:]) }
    call.service { $0.receiveMessage(CallMessage([1])) }
    let message = try await reader.value
    #expect(message == [1])
  }

  @Test func `has the peer of the connection that carries it last`() {
    let call = call()
    #expect(call.peer == nil)
    call.place(at: CallPeer(address: "one", channelBinding: [1]))
    #expect(call.peer == CallPeer(address: "one", channelBinding: [1]))
    // The server had not looked at it, so it is made again elsewhere.
    #expect(call.service { $0.rewind() })
    call.place(at: CallPeer(address: "two", channelBinding: [2]))
    #expect(call.peer == CallPeer(address: "two", channelBinding: [2]))
  }

  @Test func `wakes a reader with the status`() async throws {
    let call = call()
    let reader = Task.immediate { try await call.receive() }
    call.service { $0.receiveStatus(.ok, [:]) }
    let message = try await reader.value
    #expect(message == nil)
    #expect(call.outcome?.status == .ok)
  }

  @Test func `wakes a reader with an error`() async {
    let call = call()
    let reader = Task.immediate { try await call.receive() }
    call.service { $0.receiveStatus(Status(.notFound, "none"), [:]) }
    let error = await #expect(throws: RPCError.self) { try await reader.value }
    #expect(error == RPCError(.notFound, "none"))
  }

  @Test func `wakes everybody when it is cancelled`() async {
    let call = call(.small(mark: 1))
    let reader = Task.immediate { try await call.receive() }
    let headers = Task.immediate { await call.receiveHeaders() }
    let writer = Task.immediate { try await call.send([1]) }
    #expect(transport.wakeUps == 1)
    call.cancel()
    let error = await #expect(throws: RPCError.self) { try await reader.value }
    #expect(error?.code == .cancelled)
    let metadata = await headers.value
    #expect(metadata == Metadata())
    _ = await writer.result
    #expect(call.service { $0.drainNames() } == ["cancel"])
  }

  @Test func `wakes who waits for the headers`() async {
    let call = call()
    let reader = Task.immediate { await call.receiveHeaders() }
    call.service { $0.receiveHeaders(["a": .text("1")]) }
    let metadata = await reader.value
    #expect(metadata == ["a": .text("1")])
  }

  @Test func `has no headers if it ended without`() async {
    let call = call()
    let reader = Task.immediate { await call.receiveHeaders() }
    call.service { $0.abort(.gone) }
    let metadata = await reader.value
    #expect(metadata == Metadata())
  }

  @Test func `lets a writer go on when the transport has taken enough`() async throws {
    let call = call(.small(mark: 10))
    let writer = Task.immediate {
      try await call.send(Frames.body(9))
      call.finishSending()
    }
    let names = call.service { $0.drainNames() }
    #expect(names == ["message 9"])
    try await writer.value
    #expect(call.service { $0.drainNames() } == ["half close"])
  }

  @Test func `wakes waiting tasks that are cancelled, and goes on`() async throws {
    let call = call(.small(mark: 1))
    let reader = Task.immediate { try await call.receive() }
    let headers = Task.immediate { await call.receiveHeaders() }
    let writer = Task.immediate { try await call.send([1]) }
    reader.cancel()
    headers.cancel()
    writer.cancel()
    let readerError = await #expect(throws: RPCError.self) { try await reader.value }
    let writerError = await #expect(throws: RPCError.self) { try await writer.value }
    #expect(readerError?.code == .cancelled)
    #expect(writerError?.code == .cancelled)
    _ = await headers.value
    #expect(call.outcome == nil)
    #expect(call.service { $0.drainNames() } == ["message 1"])
    call.service { $0.receiveMessage(CallMessage([2])) }
    let message = try await call.receive()
    #expect(message == [2])
  }

  @Test func `wakes the transport once until it comes`() async throws {
    let call = call(.small(mark: 100))
    try await call.send([1])
    call.finishSending()
    call.cancel()
    #expect(transport.wakeUps == 1)
    _ = call.service { $0.drainNames() }
    call.cancel()
    #expect(transport.wakeUps == 1)
  }

  @Test func `compresses and expands as its options and the headers say`() async throws {
    var options = CallOptions()
    options.compressor = DoublingCompressor()
    let call = call(options)
    try await call.send([1], isCompressed: false)
    try call.sendOnly([2, 3])
    let parts = call.service { state in (0..<2).compactMap { _ in state.nextPart() } }
    let messages = parts.compactMap { part -> CallMessage? in
      if case .message(let message) = part { message } else { nil }
    }
    #expect(messages == [CallMessage([1]), CallMessage([2, 2, 3, 3], isCompressed: true)])
    call.expandAnswers(with: DoublingCompressor())
    call.service { $0.receiveMessage(CallMessage([4, 4], isCompressed: true)) }
    let answer = try await call.receive()
    #expect(answer == [4])
  }

  @Test func `ends when it cannot expand a message`() async {
    let call = call()
    call.service { $0.receiveMessage(CallMessage([4, 4], isCompressed: true)) }
    let error = await #expect(throws: RPCError.self) { try await call.receive() }
    #expect(error?.code == .internal)
    #expect(call.outcome?.status.code == .internal)
    #expect(call.service { $0.drainNames() } == ["cancel"])
  }

  @Test func `is gone when nobody holds it`() async {
    weak var gone: ClientCall?
    do {
      let call = call(.small(mark: 1))
      gone = call
      let reader = Task.immediate { try await call.receive() }
      let headers = Task.immediate { await call.receiveHeaders() }
      let writer = Task.immediate { try await call.send([1]) }
      call.service { $0.abort(.gone) }
      _ = await reader.result
      _ = await headers.value
      _ = await writer.result
    }
    #expect(gone == nil)
  }
}
