internal import RPCCore

extension InteropCase {
  static let unary = [
    InteropCase("empty_unary") { _ = try await $0.call(TestMethods.empty, Empty()) },
    InteropCase("large_unary") { caller in
      let answer = try await caller.call(TestMethods.unary, .large())
      try expectZeros(answer.payload, Sizes.largeResponse)
    },
    InteropCase("server_id") { caller in
      var request = SimpleRequest()
      request.fillServerID = true
      let answer = try await caller.call(TestMethods.unary, request)
      try expect(!answer.serverID.isEmpty, "the server_id is empty")
    },
    InteropCase("custom_metadata", customMetadata),
    InteropCase("status_code_and_message") {
      try await expectStatus("test status message", $0)
    },
    InteropCase("special_status_message") {
      try await expectStatus(
        "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n", $0)
    },
    InteropCase("every_status_code", everyStatusCode),
    InteropCase("unimplemented_method") { caller in
      try await expectFailure(.unimplemented, "the call") {
        try await caller.call(TestMethods.unimplemented, Empty())
      }
    },
    InteropCase("unimplemented_service") { caller in
      try await expectFailure(.unimplemented, "the call") {
        try await caller.call(TestMethods.unimplementedService, Empty())
      }
    },
  ]

  private static func customMetadata(_ caller: Caller) async throws {
    let initial = "test_initial_metadata_value"
    let trailing: [UInt8] = [0xAB, 0xAB, 0xAB]
    var options = CallOptions(timeout: Caller.patience)
    options.metadata = [
      TestMethods.initialKey: .text(initial), TestMethods.trailingKey: .binary(trailing),
    ]
    @Sendable func expectEchoed(_ headers: Metadata, _ trailers: Metadata?) throws {
      try expect(
        "the initial metadata", headers[all: TestMethods.initialKey], is: [.text(initial)])
      try expect(
        "the trailing metadata", trailers?[all: TestMethods.trailingKey],
        is: [.binary(trailing)])
    }
    try await caller.open(TestMethods.unary, options: options) { call in
      try call.sendOnly(.large())
      try expectZeros(try await call.receiveOnly().payload, Sizes.largeResponse)
      try expectEchoed(await call.headers, call.trailers)
    }
    try await caller.open(TestMethods.fullDuplex, options: options) { call in
      try await call.send(
        StreamingOutputCallRequest(
          sizes: [Sizes.largeResponse], payload: Sizes.largeRequest))
      call.finishSending()
      try await call.expectAnswers([Sizes.largeResponse])
      try expectEchoed(await call.headers, call.trailers)
    }
  }

  private static func expectStatus(_ text: String, _ caller: Caller) async throws {
    let wanted = EchoStatus(code: .unknown, message: text)
    let unary = try await expectFailure(.unknown, "the unary call") {
      try await caller.call(TestMethods.unary, .ending(with: wanted))
    }
    try expect("the message of the unary call", unary.detail, is: text)
    let duplex = try await expectFailure(.unknown, "the duplex call") {
      try await caller.open(TestMethods.fullDuplex) { call in
        var request = StreamingOutputCallRequest()
        request.responseStatus = wanted
        try await call.send(request)
        call.finishSending()
        try await call.expectAnswers([])
      }
    }
    try expect("the message of the duplex call", duplex.detail, is: text)
  }

  private static func everyStatusCode(_ caller: Caller) async throws {
    for code in StatusCode.allCases where code != .ok {
      let wanted = EchoStatus(code: code, message: code.name)
      let error = try await expectFailure(code, "the call") {
        try await caller.call(TestMethods.unary, .ending(with: wanted))
      }
      try expect("the message", error.detail, is: code.name)
    }
  }
}

extension SimpleRequest {
  /// The request that most cases send.
  static func large() -> SimpleRequest {
    var request = SimpleRequest()
    request.responseSize = Int32(Sizes.largeResponse)
    request.payload = Payload(zeros: Sizes.largeRequest)
    return request
  }

  /// Asks for an end other than a good one.
  static func ending(with status: EchoStatus) -> SimpleRequest {
    var request = SimpleRequest()
    request.responseStatus = status
    return request
  }
}

extension EchoStatus {
  init(code: StatusCode, message: String) {
    self.init()
    self.code = Int32(code.rawValue)
    self.message = message
  }
}
