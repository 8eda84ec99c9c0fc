internal import RPCCore

extension InteropCase {
  static let endings = [
    InteropCase("cancel_after_begin") { caller in
      try await expectFailure(.cancelled, "the call") {
        try await caller.open(TestMethods.input) { call in
          call.cancel()
          return try await call.receiveOnly()
        }
      }
      try await caller.expectAnswer()
    },
    InteropCase("cancel_after_first_response") { caller in
      try await expectFailure(.cancelled, "the call") {
        try await caller.open(TestMethods.fullDuplex) { call in
          try await call.send(StreamingOutputCallRequest(sizes: [31415], payload: 27182))
          try expectZeros(try await call.receive()?.payload, 31415)
          call.cancel()
          return try await call.receive()
        }
      }
      try await caller.expectAnswer()
    },
    InteropCase("timeout_on_sleeping_server") { caller in
      var request = StreamingOutputCallRequest(sizes: [31415], payload: 27182)
      request.responseParameters[0].interval = 20_000_000
      let sleepy = request
      for timeout in [1, 300] {
        try await expectFailure(.deadlineExceeded, "the call of \(timeout) ms") {
          let options = CallOptions(timeout: .milliseconds(timeout))
          return try await caller.open(TestMethods.fullDuplex, options: options) { call in
            try await call.send(sleepy)
            return try await call.receive()
          }
        }
      }
      try await caller.expectAnswer()
    },
  ]
}
