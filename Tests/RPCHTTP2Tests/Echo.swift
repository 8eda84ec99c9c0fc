internal import RPCCore

/// A service of bytes, for tests of what carries it.
enum Echo {
  static let unary = method("Unary", .unary)
  static let collect = method("Collect", .clientStreaming)
  static let both = method("Both", .bidirectional)
  static let repeated = method("Repeat", .serverStreaming)
  static let refuse = method("Refuse", .unary)
  static let never = method("Never", .unary)
  static let compressed = method("Compressed", .unary)
  static let missing = method("Missing", .unary)

  private static func method(_ name: String, _ kind: CallKind) -> Method<[UInt8], [UInt8]> {
    Method(
      MethodPath(service: "dyad.test.Echo", method: name), kind, request: .bytes, response: .bytes)
  }

  /// Answers all of them but the last.
  static func router() -> Router {
    var router = Router()
    router.unary(unary) { request, call in
      if !call.metadata.isEmpty { call.addTrailers(call.metadata) }
      return request
    }
    router.unary(compressed) { request, call in
      call.compressAnswers()
      return request
    }
    router.clientStreaming(collect) { requests, _ in
      var all: [UInt8] = []
      for try await request in requests { all += request }
      return all
    }
    router.bidirectional(both) { requests, responses, call in
      try call.sendHeaders(["x-first": .text("yes")])
      for try await request in requests { try await responses.send(request) }
    }
    // Repeats for as long as anybody listens.
    router.serverStreaming(repeated) { request, responses, _ in
      while true { try await responses.send(request) }
    }
    router.unary(refuse) { _, _ in
      throw RPCError(
        .failedPrecondition, "not now ☺\n", metadata: ["x-why-bin": .binary([0, 255])])
    }
    router.unary(never) { _, _ in
      try await Task.sleep(for: .seconds(3600))
      return []
    }
    return router
  }
}
