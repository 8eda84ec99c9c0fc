internal import ConformanceKit
internal import ConformanceWire
internal import Testing

@Suite struct RequestRuleTests {
  private static let request = [
    (":method", "POST"), (":scheme", "http"), (":path", "/a.B/C"), ("te", "trailers"),
    ("content-type", "application/grpc+proto"),
  ]

  /// A server that hears one client say a request.
  private static func accepted(
    _ fields: [(String, String)], stream: UInt32 = 1
  ) throws -> Call {
    let frames: [Frame] = [.settings([]), BrokenRule.headers(fields, flags: 5, stream: stream)]
    let script = ScriptedLink(Frame.preface + frames.flatMap(\.encoded))
    let link = HTTP2Link(script, isServer: true, Scene())
    try link.start()
    return try Call.accept(link)
  }

  private static func changed(_ name: String, to value: String?) -> [(String, String)] {
    request.compactMap { field in field.0 == name ? value.map { (name, $0) } : field }
  }

  @Test func `a call is accepted`() throws {
    let call = try Self.accepted(Self.request)
    #expect(call.method == "a.B/C")
    let end = try call.receive()
    #expect(end == .end(CallEnd(code: 0)))
  }

  @Test(arguments: [
    (":method", "GET"), (":method", nil), (":scheme", nil), (":path", nil), (":path", ""),
    ("te", nil), ("te", "gzip"), ("content-type", nil), ("content-type", "application/grpcx"),
  ]) func `a request that is no call is refused`(name: String, value: String?) {
    do throws(any Error) {
      _ = try Self.accepted(Self.changed(name, to: value))
      Issue.record("it was accepted")
    } catch {
      guard case WireError.malformed = error else {
        _ = Issue.record(error)
        return
      }
    }
  }

  @Test(arguments: ["", "S", "1", "-1S", "+1S", "123456789S", "1 S", "1x"])
  func `an illegal timeout is refused`(timeout: String) {
    #expect(throws: WireError.malformed("grpc-timeout is at most 8 digits and a unit")) {
      _ = try Self.accepted(Self.request + [("grpc-timeout", timeout)])
    }
  }

  @Test func `clients open odd streams`() {
    #expect(throws: WireError.self) { _ = try Self.accepted(Self.request, stream: 2) }
  }
}
