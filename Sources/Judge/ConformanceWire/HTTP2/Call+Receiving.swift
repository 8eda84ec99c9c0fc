extension Call {
  /// The next message, or the end of the call, as the saboteur leaves them.
  ///
  /// On a server, the end is that the client sends no more, with code 0.
  ///
  /// - Throws: `silence`; `closed` where the stream is reset or the connection lost; `malformed`.
  package func receive(by deadline: Deadline? = nil) throws(WireError) -> Arrival {
    let deadline = deadline ?? stream.link.scene.deadline
    while true {
      if let message = waiting.popFirst() { return .message(message) }
      if let end { return .end(end) }
      if try takeArrived() { continue }
      do throws(WireError) {
        try stream.pump(by: deadline)
      } catch {
        // What came before the end of the connection counts.
        if try takeArrived() { continue }
        throw error.waiting(for: "a message of \(method), or its end")
      }
    }
  }

  /// Waits for the first fields of the other side.
  package func receiveMetadata(by deadline: Deadline? = nil) throws(WireError) -> [HeaderField] {
    let deadline = deadline ?? stream.link.scene.deadline
    while stream.headers.isEmpty {
      do throws(WireError) {
        try stream.pump(by: deadline)
      } catch {
        throw error.waiting(for: "the first fields of \(method)")
      }
    }
    return metadata
  }

  /// Looks at what came on the stream; `false` if nothing did that counts.
  private func takeArrived() throws(WireError) -> Bool {
    guard let first = stream.headers.first, !isEndSwallowed else { return false }
    if !isServer, first.value(":status") != "200" { return try takeRefusal(first) }
    if !isServer { try Call.checkContentType(first) }
    partial.append(stream.takeData())
    if let message = try partial.next() {
      try take(message)
      return true
    }
    guard stream.isEnded else { return false }
    return try takeEnd()
  }

  private func take(_ message: MessageBuffer.Message) throws(WireError) {
    if message.isCompressed {
      guard let encoding = metadata.value("grpc-encoding"), encoding != "identity" else {
        throw .malformed("a compressed message needs grpc-encoding (gRPC over HTTP/2)")
      }
    }
    wasCompressed = message.isCompressed
    note(fromNode: true, "a message of \(message.bytes.count) bytes", message.bytes)
    waiting += stream.link.scene.interference.hears(method, message.bytes)
  }

  private func takeEnd() throws(WireError) -> Bool {
    guard partial.isEmpty else {
      throw .malformed("a stream ends in the middle of a message (gRPC over HTTP/2)")
    }
    if isServer {
      let trailers = stream.headers.count > 1 ? stream.headers[1] : []
      return finish(CallEnd(code: 0, trailers: trailers))
    }
    guard stream.state.endsWithFields, let last = stream.headers.last,
      stream.headers.count > 1 || stream.state.receivedCount == 0
    else { throw .malformed("a response ends with trailers (gRPC over HTTP/2)") }
    guard last.count(of: "grpc-status") == 1,
      let code = GRPCText.status(last.value("grpc-status") ?? "")
    else { throw .malformed("trailers have one grpc-status, a number (gRPC over HTTP/2)") }
    let message = GRPCText.decoded(last.value("grpc-message") ?? "")
    return finish(CallEnd(code: code, message: message, trailers: last))
  }

  /// A server that speaks HTTP but no gRPC, or wants to look like it.
  private func takeRefusal(_ first: [HeaderField]) throws(WireError) -> Bool {
    guard stream.isEnded else { return false }
    let status = first.value(":status") ?? ""
    let all = first + stream.headers.dropFirst().flatMap { $0 }
    let code = all.value("grpc-status").flatMap(GRPCText.status)
    return finish(
      CallEnd(
        code: code ?? GRPCText.status(ofHTTP: status), message: "HTTP status \(status)",
        trailers: all))
  }

  private func finish(_ end: CallEnd) -> Bool {
    note(fromNode: true, "\(end)")
    self.end = stream.link.scene.interference.ends(method, end)
    isEndSwallowed = self.end == nil
    return self.end != nil
  }
}
