internal import HTTP2Core
internal import Testing

@Suite struct ExchangeTests {
  @Test func `a limit that HTTP 2 cannot state is refused`() {
    var limits = SessionLimits()
    limits.maxFrameSize = 100
    let error = #expect(throws: HTTP2Error.self) { try Session(role: .server, limits: limits) }
    #expect(error?.code == .misuse)
  }

  @Test func `a call goes there and back`() throws {
    var pair = try Pair()
    try pair.start()
    let stream = try pair.client.openStream(headers: Fields.request, endStream: false)
    pair.client.sendData(Array("question".utf8), on: stream)
    pair.client.endData(on: stream)
    let asked = try pair.toServer()
    try #require(asked.count == 2)
    guard case .headers(let call, let block, .request, endStream: false) = asked[0],
      case .data(call, let range, endStream: true) = asked[1]
    else {
      Issue.record("other events: \(asked)")
      return
    }
    #expect(range.count == 8)
    #expect(pair.server.headerList(of: block) == Fields.request)
    pair.server.sendHeaders(Fields.response, on: call, endStream: false)
    pair.server.sendData(Array("answer".utf8), on: call)
    pair.server.sendTrailers(Fields.trailers, on: call)
    let answered = try pair.toClient()
    #expect(answered.count == 4, "\(answered)")
    #expect(answered.last == .closed(stream, .noError))
    #expect(pair.server.events == [.closed(call, .noError)])
    #expect(pair.client.activeStreams == 0)
    #expect(pair.server.activeStreams == 0)
  }
}
