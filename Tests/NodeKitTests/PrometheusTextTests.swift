internal import NodeKit
internal import NodeLog
internal import RPCCore
internal import Testing

@Suite struct PrometheusTextTests {
  private let method = MethodMetrics()
  private let unknown = MethodMetrics()

  private var text: PrometheusText {
    PrometheusText(
      version: "dyadd 1 \"\\\n", connections: .init(opened: 9, closed: 5, refused: 2, broken: 3),
      methods: [(MethodPath(service: "p.S", method: "M"), method.snapshot)],
      unknown: unknown.snapshot)
  }

  private func values(_ name: String) -> [Substring] {
    text.text.split(separator: "\n").filter { $0.hasPrefix(name) }
  }

  @Test func `calls are counted by method and status`() {
    for _ in 0..<3 { method.begin() }
    method.end(.ok, after: .milliseconds(1), CallTraffic())
    method.end(.notFound, after: .milliseconds(2), CallTraffic())
    unknown.begin()
    #expect(
      values("dyad_rpc_calls_") == [
        #"dyad_rpc_calls_started_total{service="p.S",method="M"} 3"#,
        #"dyad_rpc_calls_started_total{service="unknown",method="unknown"} 1"#,
        #"dyad_rpc_calls_ended_total{service="p.S",method="M",code="OK"} 1"#,
        #"dyad_rpc_calls_ended_total{service="p.S",method="M",code="NOT_FOUND"} 1"#,
        #"dyad_rpc_calls_open{service="p.S",method="M"} 1"#,
        #"dyad_rpc_calls_open{service="unknown",method="unknown"} 1"#,
      ])
  }

  @Test func `what went through calls is counted`() {
    var traffic = CallTraffic()
    traffic.messagesReceived = 1
    traffic.bytesReceived = 20
    traffic.messagesSent = 3
    traffic.bytesSent = 400
    method.begin()
    method.end(.ok, after: .zero, traffic)
    for (name, value) in [
      ("messages_received", 1), ("messages_sent", 3), ("received_bytes", 20), ("sent_bytes", 400),
    ] {
      #expect(
        values("dyad_rpc_\(name)_total{service=\"p").map(String.init)
          == ["dyad_rpc_\(name)_total{service=\"p.S\",method=\"M\"} \(value)"])
    }
  }

  @Test func `a histogram adds up and ends at infinity`() throws {
    for duration in [Duration.microseconds(50), .microseconds(100), .seconds(1_000)] {
      method.begin()
      method.end(.ok, after: duration, CallTraffic())
    }
    let labels = #"service="p.S",method="M""#
    let buckets = values("dyad_rpc_call_duration_seconds_bucket{\(labels)")
    let counts = try buckets.map { try #require(Int($0.split(separator: " ").last ?? "")) }
    #expect(counts == counts.sorted())
    #expect(counts.prefix(3) == [1, 2, 2])
    #expect(buckets.first?.contains(#"le="6.4e-05""#) == true)
    #expect(buckets.last == "dyad_rpc_call_duration_seconds_bucket{\(labels),le=\"+Inf\"} 3")
    #expect(
      values("dyad_rpc_call_duration_seconds_count{\(labels)").map(String.init)
        == ["dyad_rpc_call_duration_seconds_count{\(labels)} 3"])
    #expect(
      values("dyad_rpc_call_duration_seconds_sum{\(labels)").map(String.init)
        == ["dyad_rpc_call_duration_seconds_sum{\(labels)} 1000.00015"])
  }

  @Test func `every series has its help and type first, once`() {
    method.begin()
    var known: Set<Substring> = []
    for line in text.text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("# HELP ") {
        #expect(known.insert(words[2]).inserted)
      } else if !line.hasPrefix("#") {
        #expect(known.contains { line.hasPrefix($0) })
      }
    }
    #expect(known.count == 13)
  }

  @Test func `a label's value stays within its quotes`() {
    #expect(values("dyad_build_info") == [#"dyad_build_info{version="dyadd 1 \"\\\n"} 1"#])
    #expect(
      values("dyad_connections_") == [
        "dyad_connections_opened_total 9", "dyad_connections_open 4",
        "dyad_connections_refused_total 2", "dyad_connections_broken_total 3",
      ])
  }
}
