internal import RPCCore

extension InteropCase {
  static let crowds = [
    // Two hundred calls at once on one connection, each with a size of its own.
    InteropCase("many_calls") { caller in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for size in (0..<200).map({ 1 + 37 * $0 }) {
          group.addTask {
            var request = SimpleRequest()
            request.responseSize = Int32(size)
            request.payload = Payload(zeros: size)
            try expectZeros(try await caller.call(TestMethods.unary, request).payload, size)
          }
        }
        try await group.waitForAll()
      }
    },
    // More streams than most servers allow at once: some have to wait, and none is lost.
    InteropCase("max_streams") { caller in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for size in 1...300 {
          group.addTask {
            try await caller.open(TestMethods.fullDuplex) { call in
              try await call.send(StreamingOutputCallRequest(sizes: [size], payload: size))
              try expectZeros(try await call.receive()?.payload, size)
              call.finishSending()
              try await call.expectAnswers([])
            }
          }
        }
        try await group.waitForAll()
      }
    },
    // A thousand calls one after the other.
    InteropCase("rpc_soak") { caller in
      for size in 0..<1000 {
        var request = SimpleRequest()
        request.responseSize = Int32(size)
        request.payload = Payload(zeros: 1000 - size)
        try expectZeros(try await caller.call(TestMethods.unary, request).payload, size)
      }
    },
    // What the client does not take yet holds up neither other calls nor what comes later.
    InteropCase("slow_reader") { caller in
      let (size, count) = (1 << 20, 32)
      try await caller.open(TestMethods.output) { call in
        try call.sendOnly(
          StreamingOutputCallRequest(sizes: Array(repeating: size, count: count)))
        for index in 0..<count {
          if index < count / 2 { try await caller.expectAnswer() }
          try expectZeros(try await call.receive()?.payload, size)
        }
        try await call.expectAnswers([])
      }
    },
  ]
}
