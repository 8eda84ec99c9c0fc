internal import RPCCore
internal import RPCHTTP2
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `The gate of a connection` {
  /// What a server was sent, and what became of the call.
  private final class Heard: Sendable {
    private let messages = Mutex<[[UInt8]]>([])
    var all: [[UInt8]] { messages.withLock { $0 } }
    func note(_ message: [UInt8]) { messages.withLock { $0.append(message) } }
  }

  /// Sends back what comes through its gate, which it shuts before and opens after, or breaks off.
  private static func router(_ heard: Heard, breakingOffAt last: [UInt8]? = nil) -> Router {
    var router = Router()
    router.unary(Echo.unary) { request, _ in request }
    router.bidirectional(Echo.both) { requests, responses, call in
      let gate = try #require(call.gate)
      while let message = try await requests.next() {
        heard.note(message)
        gate.shut()
        try await responses.send(message)
        if message == last { gate.breakOff() } else { gate.open() }
      }
    }
    return router
  }

  @Test(arguments: EchoServer.Way.allCases)
  func `what goes through it comes whole and in order`(way: EchoServer.Way) async throws {
    let messages = (0..<200).map { [UInt8](repeating: UInt8($0), count: $0 * $0 * 4) }
    let heard = Heard()
    let received = try await EchoServer.withClient(over: way, router: Self.router(heard)) {
      client in
      try await client.withCall(Echo.both) { call in
        var received: [[UInt8]] = []
        for (index, message) in messages.enumerated() {
          // The connection is there once something has come.
          let gate = index.isMultiple(of: 2) ? call.gate : nil
          gate?.shut()
          try await call.send(message)
          gate?.open()
          if let answer = try await call.receive() { received.append(answer) }
        }
        call.finishSending()
        #expect(call.gate != nil)
        return received
      }
    }
    #expect(received == messages)
    #expect(heard.all == messages)
  }

  /// Whoever has shut it may be slower than the end of all that is behind it.
  @Test(arguments: EchoServer.Way.allCases)
  func `one that is shut may outlive its loop`(way: EchoServer.Way) async throws {
    // Nothing leaves, so nobody hears that the connection ends.
    var timeouts = ConnectionTimeouts()
    (timeouts.announcement, timeouts.farewell) = (.zero, .zero)
    let (client, gate) = try await EchoServer.withClient(over: way, timeouts: timeouts) { client in
      try await client.withCall(Echo.both) { call in
        try await call.send([1])
        #expect(try await call.receive() == [1])
        let gate = try #require(call.gate)
        gate.shut()
        return (client, gate)
      }
    }
    gate.breakOff()
    gate.open()
    await Task.yield()
    withExtendedLifetime(client) {}
  }

  @Test(arguments: EchoServer.Way.allCases)
  func `what a server breaks off never comes`(way: EchoServer.Way) async throws {
    let heard = Heard()
    try await EchoServer.withClient(over: way, router: Self.router(heard, breakingOffAt: [2])) {
      client in
      try await client.withCall(Echo.both) { call in
        try await call.send([1])
        #expect(try await call.receive() == [1])
        try await call.send([2])
        let error = await #expect(throws: RPCError.self) { try await call.receive() }
        #expect(error?.code == .unavailable)
      }
      // Others are served.
      #expect(try await client.call(Echo.unary, [3]) == [3])
    }
    #expect(heard.all == [[1], [2]])
  }

  @Test(arguments: EchoServer.Way.allCases)
  func `what a client breaks off never comes`(way: EchoServer.Way) async throws {
    let heard = Heard()
    try await EchoServer.withClient(over: way, router: Self.router(heard)) { client in
      try await client.withCall(Echo.both) { call in
        try await call.send([1])
        #expect(try await call.receive() == [1])
        let gate = try #require(call.gate)
        gate.shut()
        try await call.send([2])
        gate.breakOff()
        let error = await #expect(throws: RPCError.self) { try await call.receive() }
        #expect(error?.code == .unavailable)
      }
      #expect(try await client.call(Echo.unary, [3]) == [3])
    }
    #expect(heard.all == [[1]])
  }
}
