/// One gRPC call on a connection, as its client or its server.
package final class Call {
  package let stream: HTTP2Stream
  /// "dyad.v1.Sync/Session".
  package let method: String
  /// Whether the last message was compressed; it is then given as it came.
  package internal(set) var wasCompressed = false

  package let isServer: Bool
  /// What came of a message that is not complete.
  var partial = MessageBuffer()
  /// Messages that came and were not given yet.
  package var waiting: ArraySlice<[UInt8]> = []
  /// How the other side ended it.
  package var end: CallEnd?
  /// Whether the saboteur keeps the end to itself.
  var isEndSwallowed = false
  private var hasSentHeaders: Bool

  private init(_ stream: HTTP2Stream, isServer: Bool) {
    self.stream = stream
    self.isServer = isServer
    method = stream.method
    hasSentHeaders = !isServer
  }

  /// Starts a call.
  ///
  /// - Parameters:
  ///   - link: Started already.
  ///   - method: "/dyad.v1.Sync/Session", with or without the slash.
  ///   - metadata: Further fields.
  ///   - timeout: Told to the node as grpc-timeout.
  /// - Returns: The call, of which the headers are sent.
  /// - Throws: `silence`, `closed`.
  package static func start(
    _ link: HTTP2Link, _ method: String, metadata: [HeaderField] = [], timeout: Duration? = nil
  ) throws(WireError) -> Call {
    let path = method.hasPrefix("/") ? method : "/" + method
    var fields = [
      HeaderField(":method", "POST"),
      HeaderField(":scheme", link.bytes is TLSLink ? "https" : "http"),
      HeaderField(":path", path), HeaderField(":authority", link.authority),
      HeaderField("te", "trailers"), HeaderField("content-type", "application/grpc"),
      HeaderField("user-agent", "dyad-conformance"),
    ]
    if let timeout { fields.append(HeaderField("grpc-timeout", GRPCText.timeout(timeout))) }
    return Call(try link.open(fields + metadata), isServer: false)
  }

  /// A call on a stream that a case opened by itself.
  package static func on(_ stream: HTTP2Stream) -> Call {
    Call(stream, isServer: stream.link.isServer)
  }

  /// The next call of the node.
  ///
  /// - Throws: `malformed` where it is no call of gRPC.
  package static func accept(
    _ link: HTTP2Link, by deadline: Deadline? = nil
  ) throws(WireError) -> Call {
    let stream: HTTP2Stream
    do throws(WireError) {
      stream = try link.acceptStream(by: deadline)
    } catch {
      throw error.waiting(for: "a call of the node")
    }
    let fields = stream.headers.first ?? []
    guard fields.value(":method") == "POST" else {
      throw .malformed("a call of gRPC is a POST")
    }
    try checkContentType(fields)
    guard fields.value("te") == "trailers" else {
      throw .malformed("a call of gRPC has te: trailers")
    }
    if let timeout = fields.value("grpc-timeout"), GRPCText.duration(timeout) == nil {
      throw .malformed("grpc-timeout is at most 8 digits and a unit")
    }
    return Call(stream, isServer: true)
  }

  /// The first fields of the other side; empty until they came.
  package var metadata: [HeaderField] { stream.headers.first ?? [] }

  /// Until when the client of an accepted call waits, as it says.
  package var timeout: Duration? { metadata.value("grpc-timeout").flatMap(GRPCText.duration) }

  /// Sends a message as the saboteur leaves it.
  package func send(_ message: [UInt8]) throws(WireError) {
    let says = stream.link.scene.interference.says
    for message in says(method, message) {
      note(fromNode: false, "a message of \(message.count) bytes", message)
      try sendBytes(MessageBuffer.framed(message))
    }
  }

  /// Sends bytes as they are, right or wrong.
  package func sendBytes(_ bytes: [UInt8]) throws(WireError) {
    try sendHeaders()
    try stream.send(bytes)
  }

  /// As the server, sends the first fields, if they were not sent yet.
  package func sendHeaders(_ metadata: [HeaderField] = []) throws(WireError) {
    guard !hasSentHeaders else { return }
    hasSentHeaders = true
    try stream.sendHeaders(Call.response + metadata)
  }

  /// As the client, says that no more messages follow.
  package func finish() throws(WireError) {
    note(fromNode: false, "no more messages")
    try stream.send([], end: true)
  }

  /// As the server, ends the call.
  package func end(
    _ code: Int, _ message: String = "", trailers: [HeaderField] = []
  ) throws(WireError) {
    note(fromNode: false, "\(CallEnd(code: code, message: message))")
    var fields = hasSentHeaders ? [] : Call.response
    hasSentHeaders = true
    fields.append(HeaderField("grpc-status", "\(code)"))
    if !message.isEmpty { fields.append(HeaderField("grpc-message", GRPCText.encoded(message))) }
    try stream.sendHeaders(fields + trailers, end: true)
  }

  /// Gives the call up.
  package func cancel() throws(WireError) {
    note(fromNode: false, "cancels")
    try stream.reset(Frame.Fault.cancel)
  }

  package func note(fromNode: Bool, _ words: String, _ bytes: [UInt8] = []) {
    stream.link.scene.transcript.add(fromNode: fromNode, "grpc", "\(method): \(words)", bytes)
  }

  static func checkContentType(_ fields: [HeaderField]) throws(WireError) {
    let type = fields.value("content-type") ?? ""
    let rest = type.dropFirst("application/grpc".count)
    guard type.hasPrefix("application/grpc"),
      rest.isEmpty || rest.hasPrefix("+") || rest.hasPrefix(";")
    else { throw .malformed("the content-type of gRPC is application/grpc") }
  }

  private static let response = [
    HeaderField(":status", "200"), HeaderField("content-type", "application/grpc"),
  ]
}
