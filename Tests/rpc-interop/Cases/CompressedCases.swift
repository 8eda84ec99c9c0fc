internal import RPCCore
internal import RPCHTTP2

extension InteropCase {
  static let compressed = [
    InteropCase("client_compressed_unary") { try await compressUnary(.gzip, $0) },
    InteropCase("client_deflated_unary") { try await compressUnary(.deflate, $0) },
    InteropCase("client_compressed_streaming", compressStream),
    InteropCase("server_compressed_unary") { caller in
      for isCompressed in [true, false] {
        var request = SimpleRequest.large()
        request.responseCompressed = BoolValue(isCompressed)
        let wanted = request
        try await caller.open(TestMethods.unary) { call in
          try call.sendOnly(wanted)
          try expectZeros(try await call.receiveOnly().payload, Sizes.largeResponse)
          try call.expect(isCompressed: isCompressed)
        }
      }
    },
    InteropCase("server_compressed_streaming") { caller in
      try await caller.open(TestMethods.output) { call in
        var request = StreamingOutputCallRequest()
        request.responseParameters = [
          ResponseParameters(size: 31415, compressed: true),
          ResponseParameters(size: 92653, compressed: false),
        ]
        try call.sendOnly(request)
        for (size, isCompressed) in [(31415, true), (92653, false)] {
          try expectZeros(try await call.receive()?.payload, size)
          try call.expect(isCompressed: isCompressed)
        }
        try await call.expectAnswers([])
      }
    },
  ]

  private static func options(_ encoding: MessageEncoding) -> CallOptions {
    var options = CallOptions(timeout: Caller.patience)
    options.compressor = GzipCompressor(encoding)
    return options
  }

  /// Only a server that can tell refuses the first call, whose message says that it is compressed.
  private static func compressUnary(
    _ encoding: MessageEncoding, _ caller: Caller
  ) async throws {
    var request = SimpleRequest.large()
    request.expectCompressed = BoolValue(true)
    let lie = request
    try await expectFailure(.invalidArgument, "the call that lies") {
      try await caller.call(TestMethods.unary, lie)
    }
    let options = options(encoding)
    let answer = try await caller.call(TestMethods.unary, lie, options: options)
    try expectZeros(answer.payload, Sizes.largeResponse)
    request.expectCompressed = BoolValue(false)
    let plain = request
    try await caller.open(TestMethods.unary, options: options) { call in
      try call.sendOnly(plain, isCompressed: false)
      try expectZeros(try await call.receiveOnly().payload, Sizes.largeResponse)
    }
  }

  private static func compressStream(_ caller: Caller) async throws {
    let options = options(.gzip)
    func request(_ size: Int, isCompressed: Bool) -> StreamingInputCallRequest {
      var request = StreamingInputCallRequest()
      request.payload = Payload(zeros: size)
      request.expectCompressed = BoolValue(isCompressed)
      return request
    }
    try await expectFailure(.invalidArgument, "the call that lies") {
      try await caller.open(TestMethods.input, options: options) { call in
        try await call.send(request(27182, isCompressed: true), isCompressed: false)
        call.finishSending()
        return try await call.receiveOnly()
      }
    }
    let answer = try await caller.open(TestMethods.input, options: options) { call in
      try await call.send(request(27182, isCompressed: true))
      try await call.send(request(45904, isCompressed: false), isCompressed: false)
      call.finishSending()
      return try await call.receiveOnly()
    }
    try expect("the sum", answer.aggregatedPayloadSize, is: 73086)
  }
}

extension ClientStream {
  fileprivate func expect(isCompressed: Bool) throws {
    guard lastWasCompressed != isCompressed else { return }
    throw Wrong("an answer came \(lastWasCompressed ? "compressed" : "as it is")")
  }
}
