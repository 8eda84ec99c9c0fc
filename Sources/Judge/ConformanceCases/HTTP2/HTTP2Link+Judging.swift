internal import ConformanceKit
internal import ConformanceWire

extension HTTP2Link {
  /// What a PING carries by which a case sees that the node goes on.
  static let mark = Array("go on???".utf8)

  /// Sees the node end the connection because of a mistake, after which a PING with the mark was sent.
  ///
  /// - Parameters:
  ///   - codes: What its GOAWAY may say.
  ///   - isWordless: Whether it may end the connection without GOAWAY.
  /// - Throws: ``Deviation``.
  func expectConnectionError(_ codes: Set<UInt32>, isWordless: Bool = false) throws {
    let expected = "GOAWAY of \(Self.names(codes)), and the end of the connection"
    do {
      while true {
        try pump()
        if answeredPings.contains(Self.mark) {
          throw Deviation(expected: expected, observed: "it goes on, and answers a PING")
        }
      }
    } catch WireError.closed {
      if goAway == nil, isWordless { return }
    } catch let error as WireError {
      throw Deviation(expected: expected, observed: "\(error)")
    }
    guard let goAway else {
      throw Deviation(expected: expected, observed: "the end of the connection without GOAWAY")
    }
    try Deviation.unless(
      codes.contains(goAway.code), expected, "GOAWAY of \(Frame.Fault.name(goAway.code))")
  }

  /// Sees the node end a stream, or the connection, because of a mistake.
  ///
  /// - Returns: Whether the connection goes on.
  /// - Throws: ``Deviation``.
  @discardableResult
  func expectStreamError(_ id: UInt32, _ codes: Set<UInt32>) throws -> Bool {
    let expected = "RST_STREAM of \(Self.names(codes)), or the connection to end with that"
    guard let stream = stream(id) else { preconditionFailure("the case has opened the stream") }
    do {
      while stream.resetCode == nil, !stream.isEnded { try pump() }
      // A reset may follow an answer.
      if stream.resetCode == nil { try ping() }
    } catch WireError.closed {
      guard let goAway, codes.contains(goAway.code) else {
        let code = goAway.map { "GOAWAY of \(Frame.Fault.name($0.code))" } ?? "no GOAWAY"
        throw Deviation(expected: expected, observed: "the end of the connection, \(code)")
      }
      return false
    } catch {
      throw Deviation(expected: expected, observed: "\(error)")
    }
    let code = try Deviation.unlessThere(
      stream.resetCode, expected, "an answer: \(Self.words(stream))")
    try Deviation.unless(codes.contains(code), expected, "RST_STREAM of \(Frame.Fault.name(code))")
    return true
  }

  /// Sees a request get an answer to its end.
  func expectAnswer(_ id: UInt32, http: String = "200", status: String? = "0") throws {
    let expected = status.map { "an answer with grpc-status \($0)" } ?? "the HTTP status \(http)"
    guard let stream = stream(id) else { preconditionFailure("the case has opened the stream") }
    do {
      while !stream.isEnded { try stream.pump(by: scene.deadline) }
    } catch {
      throw Deviation(expected: expected, observed: "\(error)")
    }
    let first = stream.headers.first?.value(":status")
    let last = stream.headers.last?.value("grpc-status")
    try Deviation.unless(
      first == http && (status == nil || last == status), expected, Self.words(stream))
    guard status == "0" else { return }
    var messages = MessageBuffer()
    messages.append(stream.takeData())
    try Deviation.unless(
      messages.next() != nil && messages.isEmpty, "an answer with one message", "other data")
  }

  /// Sees that the node goes on with the connection, and has said nothing to end it.
  func expectToGoOn() throws {
    let expected = "the connection to go on"
    answeredPings.remove(Self.mark)
    do {
      try write(.ping(Self.mark))
      while goAway == nil, answeredPings.remove(Self.mark) == nil { try pump() }
    } catch {
      throw Deviation(expected: expected, observed: "\(error)")
    }
    if let goAway {
      throw Deviation(expected: expected, observed: "GOAWAY of \(Frame.Fault.name(goAway.code))")
    }
  }

  static func names(_ codes: Set<UInt32>) -> String {
    codes.sorted().map(Frame.Fault.name).joined(separator: " or ")
  }

  private static func words(_ stream: HTTP2Stream) -> String {
    let http = stream.headers.first?.value(":status") ?? "none"
    let status = stream.headers.last?.value("grpc-status") ?? "none"
    return "HTTP status \(http), grpc-status \(status)"
  }
}
