internal import RPCCore
internal import Testing

@Suite struct `Metrics of a method` {
  @Test func `count begins, ends by status, and traffic`() {
    let metrics = MethodMetrics()
    var traffic = CallTraffic()
    traffic.messagesReceived = 1
    traffic.bytesReceived = 20
    traffic.messagesSent = 3
    traffic.bytesSent = 400
    for _ in 0..<5 { metrics.begin() }
    metrics.end(.ok, after: .milliseconds(1), traffic)
    metrics.end(.ok, after: .milliseconds(2), traffic)
    metrics.end(.unauthenticated, after: .milliseconds(3), CallTraffic())
    let snapshot = metrics.snapshot
    #expect(snapshot.started == 5)
    #expect(snapshot.open == 2)
    #expect(snapshot.statuses == [.ok: 2, .unauthenticated: 1])
    #expect(snapshot.traffic.messagesReceived == 2)
    #expect(snapshot.traffic.bytesReceived == 40)
    #expect(snapshot.traffic.messagesSent == 6)
    #expect(snapshot.traffic.bytesSent == 800)
    #expect(snapshot.latency.total == .milliseconds(6))
    #expect(snapshot.latency.counts.reduce(0, +) == 3)
  }

  @Test(arguments: StatusCode.allCases)
  func `have a place for every status`(code: StatusCode) {
    let metrics = MethodMetrics()
    metrics.begin()
    metrics.end(code, after: .zero, CallTraffic())
    #expect(metrics.snapshot.statuses == [code: 1])
    #expect(metrics.snapshot.open == 0)
  }
}
