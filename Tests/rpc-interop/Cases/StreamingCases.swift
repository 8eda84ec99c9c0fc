internal import RPCCore

extension InteropCase {
  static let streaming = [
    InteropCase("client_streaming") { caller in
      let answer = try await caller.open(TestMethods.input) { call in
        for size in Sizes.requests {
          var request = StreamingInputCallRequest()
          request.payload = Payload(zeros: size)
          try await call.send(request)
        }
        call.finishSending()
        return try await call.receiveOnly()
      }
      try expect("the sum", answer.aggregatedPayloadSize, is: 74922)
    },
    InteropCase("server_streaming") { caller in
      try await caller.open(TestMethods.output) { call in
        try call.sendOnly(StreamingOutputCallRequest(sizes: Sizes.responses))
        try await call.expectAnswers(Sizes.responses)
      }
    },
    InteropCase("ping_pong") { caller in
      try await caller.open(TestMethods.fullDuplex) { call in
        for (size, answerSize) in zip(Sizes.requests, Sizes.responses) {
          try await call.send(
            StreamingOutputCallRequest(sizes: [answerSize], payload: size))
          try expectZeros(try await call.receive()?.payload, answerSize)
        }
        call.finishSending()
        try await call.expectAnswers([])
      }
    },
    InteropCase("half_duplex") { caller in
      try await caller.open(TestMethods.halfDuplex) { call in
        for size in Sizes.responses {
          try await call.send(StreamingOutputCallRequest(sizes: [size]))
        }
        call.finishSending()
        try await call.expectAnswers(Sizes.responses)
      }
    },
    InteropCase("empty_stream") { caller in
      try await caller.open(TestMethods.fullDuplex) { call in
        call.finishSending()
        try await call.expectAnswers([])
      }
      let answer = try await caller.open(TestMethods.input) { call in
        call.finishSending()
        return try await call.receiveOnly()
      }
      try expect("the sum of nothing", answer.aggregatedPayloadSize, is: 0)
      try await caller.open(TestMethods.output) { call in
        try call.sendOnly(StreamingOutputCallRequest())
        try await call.expectAnswers([])
      }
    },
  ]
}

extension ClientStream<StreamingOutputCallRequest, StreamingOutputCallResponse> {
  /// Reads to the end: a lost last message is seen.
  func expectAnswers(_ sizes: [Int]) async throws {
    for size in sizes {
      guard let answer = try await receive() else { throw Wrong("an answer is missing") }
      try expectZeros(answer.payload, size)
    }
    guard try await receive() == nil else { throw Wrong("there is one answer too many") }
  }
}
