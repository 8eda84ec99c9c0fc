// Handlers with types. The server's rules of cardinality are here: a side that sends one message sends
// exactly one.
extension Router {
  /// Answers a method with one message each way.
  package mutating func unary<Request, Response>(
    _ method: Method<Request, Response>,
    _ handle: @escaping @Sendable (Request, ServerCall) async throws -> Response
  ) {
    add(method.path) { call in
      let request = try method.request.decodeRequest(try await call.receiveOnly())
      try call.respond(method.response.encode(try await handle(request, call)))
    }
  }

  /// Answers a method with many messages from the client and one back.
  package mutating func clientStreaming<Request, Response>(
    _ method: Method<Request, Response>,
    _ handle: @escaping @Sendable (RequestStream<Request>, ServerCall) async throws -> Response
  ) {
    add(method.path) { call in
      let requests = RequestStream(call: call, coding: method.request)
      try call.respond(method.response.encode(try await handle(requests, call)))
    }
  }

  /// Answers a method with one message from the client and many back.
  package mutating func serverStreaming<Request, Response>(
    _ method: Method<Request, Response>,
    _ handle:
      @escaping @Sendable (Request, ResponseWriter<Response>, ServerCall) async throws -> Void
  ) {
    add(method.path) { call in
      let request = try method.request.decodeRequest(try await call.receiveOnly())
      try await handle(request, ResponseWriter(call: call, coding: method.response), call)
    }
  }

  /// Answers a method with many messages each way.
  package mutating func bidirectional<Request, Response>(
    _ method: Method<Request, Response>,
    _ handle:
      @escaping @Sendable (
        RequestStream<Request>, ResponseWriter<Response>, ServerCall
      ) async throws -> Void
  ) {
    add(method.path) { call in
      let requests = RequestStream(call: call, coding: method.request)
      try await handle(requests, ResponseWriter(call: call, coding: method.response), call)
    }
  }
}

extension ServerCall {
  fileprivate func receiveOnly() async throws(RPCError) -> [UInt8] {
    guard let message = try await receive() else {
      throw RPCError(.unimplemented, "cannot answer: the request has no message")
    }
    guard try await receive() == nil else {
      throw RPCError(.unimplemented, "cannot answer: the request has more than one message")
    }
    return message
  }
}

extension MessageCoding {
  func decodeRequest(_ bytes: [UInt8]) throws(RPCError) -> Message {
    do {
      return try decode(bytes)
    } catch let error as RPCError {
      throw error
    } catch {
      throw RPCError(.internal, "cannot decode the request: \(error)")
    }
  }
}
