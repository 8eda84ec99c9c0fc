internal import RPCCore

/// Copies bytes from one thread to another through a stream of calls over TLS.
struct StreamCopy {
  /// What one message has.
  private static let messageBytes = 1 << 20

  let bytes: Int
  /// Whether the client sends and the server reads.
  let isUp: Bool

  /// Prints how fast the bytes went.
  func run() async throws {
    let count = max(1, bytes / Self.messageBytes)
    let message = [UInt8](repeating: 0x2a, count: Self.messageBytes)
    let clock = ContinuousClock()
    let duration = try await OwnPair.withClient(
      of: EchoService.router(sending: message, count: count), usesTLS: true
    ) { client in
      let start = clock.now
      if isUp {
        try await client.withCall(EchoService.take) { call in
          for _ in 0..<count { try await call.send(message) }
          call.finishSending()
          _ = try await call.receiveOnly()
        }
      } else {
        try await receive(count, from: client)
      }
      return start.duration(to: clock.now)
    }
    let speed = Double(count * Self.messageBytes) / Measure.seconds(duration) / 1e9
    print("gigabytes-per-second \((speed * 1_000).rounded() / 1_000)")
  }

  private func receive(_ count: Int, from client: Client) async throws {
    let received = try await client.withCall(EchoService.send) { call in
      try call.sendOnly([])
      var received = 0
      while let message = try await call.receive() { received += message.count }
      return received
    }
    guard received == count * Self.messageBytes else {
      throw BenchError("cannot measure a stream: bytes are missing")
    }
  }
}
