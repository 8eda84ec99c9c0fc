internal import RPCCore

/// Answers the methods of `TestMethods` as the interop tests of gRPC describe them.
enum TestService {
  // What a client may ask one answer to hold, and how many requests wait for the half close.
  private static let largestBody: Int32 = 16 << 20
  private static let mostBuffered = 1024

  static func add(to router: inout Router) {
    router.unary(TestMethods.empty) { _, call in
      try echoMetadata(call)
      return Empty()
    }
    router.unary(TestMethods.unary, answerUnary)
    router.unary(TestMethods.cacheable, answerUnary)
    router.serverStreaming(TestMethods.output) { request, responses, call in
      try begin(call)
      try await answer(request, responses)
      try end(request.responseStatus)
    }
    router.clientStreaming(TestMethods.input) { requests, call in
      try echoMetadata(call)
      var sum = 0
      for try await request in requests {
        try check(request.expectCompressed, call)
        sum += request.payload?.body.count ?? 0
      }
      var response = StreamingInputCallResponse()
      response.aggregatedPayloadSize = Int32(clamping: sum)
      return response
    }
    router.bidirectional(TestMethods.fullDuplex) { requests, responses, call in
      try begin(call)
      for try await request in requests {
        try end(request.responseStatus)
        try await answer(request, responses)
      }
    }
    router.bidirectional(TestMethods.halfDuplex) { requests, responses, call in
      try begin(call)
      var all: [StreamingOutputCallRequest] = []
      for try await request in requests {
        guard all.count < mostBuffered else {
          throw RPCError(.resourceExhausted, "cannot keep more than \(mostBuffered) requests")
        }
        all.append(request)
      }
      for request in all { try await answer(request, responses) }
    }
  }

  private static func answerUnary(
    _ request: SimpleRequest, _ call: ServerCall
  ) async throws -> SimpleResponse {
    if request.responseCompressed?.value == true { call.compressAnswers() }
    try echoMetadata(call)
    try check(request.expectCompressed, call)
    try end(request.responseStatus)
    var response = SimpleResponse()
    if request.responseSize != 0 { response.payload = try payload(request.responseSize) }
    if request.fillServerID { response.serverID = "rpc-interop" }
    return response
  }

  /// Names the encoding in the headers, so that single messages of a stream can be compressed.
  private static func begin(_ call: ServerCall) throws {
    call.compressAnswers()
    try echoMetadata(call)
  }

  private static func echoMetadata(_ call: ServerCall) throws {
    let initial = echo(TestMethods.initialKey, of: call)
    call.addTrailers(echo(TestMethods.trailingKey, of: call))
    if !initial.isEmpty { try call.sendHeaders(initial) }
  }

  private static func echo(_ name: String, of call: ServerCall) -> Metadata {
    var metadata = Metadata()
    for value in call.metadata[all: name] { metadata.add(name, value) }
    return metadata
  }

  private static func answer(
    _ request: StreamingOutputCallRequest,
    _ responses: ResponseWriter<StreamingOutputCallResponse>
  ) async throws {
    for wanted in request.responseParameters {
      if wanted.interval > 0 { try await Task.sleep(for: .microseconds(wanted.interval)) }
      var response = StreamingOutputCallResponse()
      response.payload = try payload(wanted.size)
      try await responses.send(response, isCompressed: wanted.compressed?.value == true)
    }
  }

  private static func payload(_ size: Int32) throws -> Payload {
    guard (0...largestBody).contains(size) else {
      throw RPCError(
        .invalidArgument, "cannot send \(size) bytes: 0 to \(largestBody) are possible")
    }
    return Payload(zeros: Int(size))
  }

  private static func check(_ expectation: BoolValue?, _ call: ServerCall) throws {
    guard let expectation, expectation.value != call.lastWasCompressed else { return }
    throw RPCError(
      .invalidArgument,
      "the message came \(call.lastWasCompressed ? "compressed" : "as it is"), against its own word"
    )
  }

  private static func end(_ wanted: EchoStatus?) throws {
    guard let wanted, wanted.code != 0 else { return }
    throw RPCError(StatusCode(rawValue: Int(wanted.code)) ?? .unknown, wanted.message)
  }
}
