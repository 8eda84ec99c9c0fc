internal import RPCCore
internal import RPCInProcess
internal import Testing

@Suite struct `An in-process transport` {
  @Test func `gives the answer of a unary call`() async throws {
    let answer = try await withServer { try await $0.call(Echo.unary, [1, 2, 3]) }
    #expect(answer == [1, 2, 3])
  }

  @Test func `passes trailers with the status`() async throws {
    let length = try await withServer { client in
      try await client.withCall(Echo.unary) { call in
        try call.sendOnly([7, 7])
        _ = try await call.receiveOnly()
        return call.trailers?[text: "x-length"]
      }
    }
    #expect(length == "2")
  }

  @Test func `passes a handler's error to the caller`() async throws {
    try await withServer { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.refuse, []) }
      #expect(error?.code == .failedPrecondition)
      #expect(error?.detail == "not now")
      #expect(error?.metadata[text: "x-why"] == "because")
    }
  }

  @Test func `passes headers before any message`() async throws {
    let begun = try await withServer { client in
      try await client.withCall(Echo.never) { call in
        defer { call.finishSending() }
        return await call.headers[text: "x-begun"]
      }
    }
    #expect(begun == "yes")
  }

  @Test func `does not implement a method that is not there`() async throws {
    try await withServer { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.missing, []) }
      #expect(error?.code == .unimplemented)
    }
  }

  @Test(arguments: [0, 2])
  func `fails a unary call whose answer is not one message`(count: Int) async throws {
    var router = Router()
    router.serverStreaming(Echo.unary) { request, responses, _ in
      for _ in 0..<count { try await responses.send(request) }
    }
    try await withServer(router) { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, []) }
      #expect(error?.code == .unimplemented)
    }
  }

  @Test func `passes messages both ways in order, more than fit at once`() async throws {
    let count = 500
    let received = try await withServer { client in
      try await client.withCall(Echo.both) { call in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for index in 0..<count {
              try await call.send([UInt8](repeating: UInt8(index % 251), count: 1000 + index))
            }
            call.finishSending()
          }
          var lengths: [Int] = []
          while let message = try await call.receive() { lengths.append(message.count) }
          try await group.waitForAll()
          return lengths
        }
      }
    }
    #expect(received == (0..<count).map { 1000 + $0 })
  }

  @Test func `passes compressed messages that both sides expand`() async throws {
    var router = Router()
    router.unary(Echo.unary) { request, call in
      call.compressAnswers()
      return request + [9]
    }
    let answer = try await withServer(router) { client in
      var options = CallOptions()
      options.compressor = Reversing()
      return try await client.call(Echo.unary, [1, 2, 3], options: options)
    }
    #expect(answer == [1, 2, 3, 9])
  }

  @Test func `tells a handler who calls and what goes with it`() async throws {
    var router = Router()
    router.unary(Echo.unary) { _, call in
      Array("\(call.peer.address), \(call.metadata[text: "x"] ?? ""), \(call.method)".utf8)
    }
    let answer = try await withServer(router) { client in
      try await client.call(Echo.unary, [], options: CallOptions(metadata: ["x": .text("y")]))
    }
    #expect(String(decoding: answer, as: UTF8.self) == "in process, y, dyad.test.Echo/Unary")
  }
}

private struct Reversing: MessageCompressor {
  var encoding: MessageEncoding { .deflate }

  func compress(_ message: [UInt8]) throws(RPCError) -> [UInt8] { message.reversed() }

  func expand(_ message: [UInt8], limit: Int) throws(RPCError) -> [UInt8] { message.reversed() }
}
