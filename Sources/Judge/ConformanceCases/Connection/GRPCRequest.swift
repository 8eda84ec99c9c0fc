internal import ConformanceKit
internal import ConformanceWire

/// A request as a case spells it, right or wrong.
struct GRPCRequest {
  /// What every request of gRPC has.
  var fields: [HeaderField]
  /// What follows, framed or not.
  var body: [UInt8]
  /// Whether it ends after that.
  var ends = true

  /// A request as it should be.
  ///
  /// - Parameters:
  ///   - method: Without the slash in front.
  ///   - body: As it is sent, prefixes too.
  init(method: String = Device.confirming, body: [UInt8] = []) {
    fields = [
      HeaderField(":method", "POST"), HeaderField(":scheme", "https"),
      HeaderField(":path", "/" + method), HeaderField(":authority", "localhost"),
      HeaderField("te", "trailers"), HeaderField("content-type", "application/grpc"),
    ]
    self.body = body
  }

  /// A message with its prefix.
  static func framed(_ message: [UInt8], flag: UInt8 = 0, count: Int? = nil) -> [UInt8] {
    let count = UInt32(truncatingIfNeeded: count ?? message.count)
    return [flag] + count.bigEndianBytes + message
  }

  /// The fields, with the scheme of a connection.
  func fields(on link: HTTP2Link) -> [HeaderField] {
    guard !(link.bytes is TLSLink) else { return fields }
    return fields.map { $0.name == ":scheme" ? HeaderField(":scheme", "http") : $0 }
  }

  /// With another value of a field, without it where there is none, or with one more.
  func with(_ name: String, _ value: String?) -> GRPCRequest {
    var changed = self
    guard let place = fields.firstIndex(where: { $0.name == name }) else {
      if let value { changed.fields.append(HeaderField(name, value)) }
      return changed
    }
    if let value {
      changed.fields[place].value = value
    } else {
      changed.fields.remove(at: place)
    }
    return changed
  }

  /// Sends it, and nothing waits for the answer.
  ///
  /// - Parameters:
  ///   - link: Where it is sent.
  ///   - valid: What a node gets instead that seems not to look.
  /// - Returns: The call.
  /// - Throws: `WireError`.
  func sent(on link: HTTP2Link, insteadOf valid: GRPCRequest? = nil) throws -> Call {
    if link.scene.interference.mends, let valid { return try valid.sent(on: link) }
    let stream = try link.open(fields(on: link), end: ends && body.isEmpty)
    do throws(any Error) {
      if !body.isEmpty { try stream.send(body, end: ends) }
    } catch WireError.closed {
      // It was answered before all was said; what came says how.
    }
    return Call.on(stream)
  }

  /// Sends it and takes the answer.
  func made(on link: HTTP2Link, insteadOf valid: GRPCRequest? = nil) throws -> GRPCAnswer {
    try GRPCAnswer(to: sent(on: link, insteadOf: valid))
  }
}

/// All that a node answers to a request.
struct GRPCAnswer {
  let messages: [[UInt8]]
  let end: CallEnd
  /// The first fields, and the last, which may be the same.
  let first: [HeaderField]
  let last: [HeaderField]
  /// Whether a message was compressed.
  let wasCompressed: Bool

  /// Waits for the end of the answer.
  init(to call: Call) throws {
    var messages: [[UInt8]] = []
    var wasCompressed = false
    var end: CallEnd?
    while end == nil {
      switch try call.receive() {
      case .message(let bytes):
        messages.append(bytes)
        wasCompressed = wasCompressed || call.wasCompressed
      case .end(let ending): end = ending
      }
    }
    self.messages = messages
    self.wasCompressed = wasCompressed
    self.end = end ?? CallEnd(code: 0)
    first = call.metadata
    last = call.stream.headers.last ?? []
  }

  /// The status of HTTP.
  var status: String { first.value(":status") ?? "none" }

  /// Sees the call end with one of the codes.
  func expect(_ codes: Int...) throws {
    guard !codes.contains(end.code) || status != "200" else { return }
    throw Deviation(
      expected: "a call that ends with \(CallEnd(code: codes[0]))",
      observed: "HTTP status \(status), \(messages.count) messages, \(end)")
  }

  /// Sees no call come of the request, but a status of HTTP.
  func expectStatus(_ wanted: String) throws {
    try Deviation.unless(
      status == wanted && messages.isEmpty, "the HTTP status \(wanted), and no call",
      "HTTP status \(status), \(messages.count) messages, \(end)")
  }
}
