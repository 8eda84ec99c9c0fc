internal import CommandLineCore
internal import DyadServices
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

/// What somebody does who means a daemon no good, or does not care.
struct Attack: Sendable {
  /// Whom it is done to.
  struct Victim: Sendable {
    /// The sockets of apps and of the owner.
    let apps: String
    let owner: String
    /// The port for other nodes.
    let node: UInt16
    /// The fields of a call of a known app, which lasts as long as the app wants.
    let call: [(String, String)]
    /// How that app calls otherwise; it may save documents.
    let app: (daemon: ClientConfiguration, options: CallOptions)
  }

  let name: String
  /// How many do it at once, each on a loop of its own.
  let attackers: Int
  /// Does it; what it returns stays open while others are served.
  let run: @Sendable (Victim, EventLoop) async throws -> [RawConnection]

  /// `DYAD_LONG=1` asks for more of everything.
  private static let isLong = CurrentProcess.environment("DYAD_LONG") == "1"

  /// All there are.
  static func all() throws -> [Attack] {
    let none: [RawConnection] = []
    // Longer than a certificate of a node ever is, ten times.
    let chain = try Identity.make(
      commonName: "stranger", hostNames: (0..<10).map { "a-name-of-many-\($0).example.com" },
      validity: #require(Validity(notBefore: 0)))
    let chained = try Identity(
      certificatePEM: Array(String(repeating: chain.certificatePEM(), count: 10).utf8),
      privateKeyPEM: chain.withPrivateKeyPEM { key in key.indices.map { key[$0] } })
    return StalledCall.allCases.map { call in
      Attack(name: "stalled calls: \(call.rawValue)", attackers: 1) { victim, _ in
        try call.begin(at: victim.owner, connections: isLong ? 100 : 32)
      }
    } + [
      Attack(name: "idle strangers", attackers: 2) { victim, _ in
        try (0..<(isLong ? 4_096 : 1_024)).map { _ in try RawConnection(path: victim.apps) }
      },
      Attack(name: "half-open TLS handshakes", attackers: 1) { victim, _ in
        try (0..<1_024).map { _ in
          let connection = try RawConnection(port: victim.node)
          try? connection.send(ClientHello().record)
          return connection
        }
      },
      Attack(name: "TLS handshakes", attackers: 4) { victim, loop in
        try await shakeHands(with: victim, as: chain, times: isLong ? 2_500 : 50, on: loop)
        return none
      },
      Attack(name: "long chains of certificates", attackers: 4) { victim, loop in
        try await shakeHands(with: victim, as: chained, times: isLong ? 250 : 50, on: loop)
        return none
      },
      Attack(name: "documents of many attributes", attackers: 2) { victim, loop in
        let bytes = HostileXML.attributes.bytes(byteCount: 3 << 20)
        let request = try SaveRequest(document: bytes)
        try await HTTP2Client.withClient(victim.app.daemon, on: loop) { client in
          for _ in 0..<(isLong ? 100 : 10) {
            let error = await #expect(throws: RPCError.self) {
              try await client.call(StoreMethods.save, request, options: victim.app.options)
            }
            #expect(error?.code == .invalidArgument)
          }
        }
        return none
      },
      Attack(name: "header bombs", attackers: 8) { victim, _ in
        for _ in 0..<(isLong ? 200 : 10) {
          try flood(victim) { writer in
            for number in 0..<20 as Range<UInt32> {
              writer.frame(
                .headers, flags: FrameFlags.endHeaders | FrameFlags.endStream,
                stream: 2 * number + 3,
                payload: FrameWriter.headerBomb(victim.call, references: 12_000))
            }
          }
        }
        return none
      },
    ]
      + (Flood.all + others).map { kind in
        Attack(name: kind.description, attackers: 4) { victim, _ in
          for _ in 0..<(isLong ? 200 : 5) {
            try flood(victim) { writer in
              for number in 0..<2_000 as Range<UInt32> { kind.write(&writer, number, victim.call) }
            }
          }
          return none
        }
      }
  }

  /// Floods beside those that servers have to end.
  private static let others: [Flood] = [
    Flood("CONTINUATION without end") { writer, number, call in
      if number == 0 {
        writer.frame(.headers, stream: 3, payload: FrameWriter.literals(call))
      } else {
        writer.frame(.continuation, stream: 3, payload: [0x82])
      }
    },
    Flood("calls without end") { writer, number, call in
      writer.headers(call, stream: 2 * number + 3)
    },
    // The next one comes at once.
    Flood("connections") { _, _, _ in },
  ]

  /// Begins a connection with a call on it, sends all of something, and goes when it was taken or the daemon has
  /// had enough.
  private static func flood(_ victim: Victim, _ write: (inout FrameWriter) -> Void) throws {
    var connection = try RawConnection(path: victim.apps)
    var writer = FrameWriter()
    writer.startClient()
    writer.headers(victim.call, stream: 1)
    write(&writer)
    writer.ping(UInt64(UInt32.max))
    // Whether all of it is taken is the daemon's choice.
    try? connection.send(writer)
    while let frame = try? connection.next() {
      if frame.kind == .ping, frame.number(at: 4) == UInt32.max { break }
    }
  }

  /// Connects as somebody whom no node believes.
  private static func shakeHands(
    with victim: Victim, as stranger: Identity, times: Int, on loop: EventLoop
  ) async throws {
    let configuration = ClientConfiguration(
      .address(.loopback(port: victim.node)),
      .tls(try .client(trusting: .insecure, identity: stranger), serverName: nil))
    for _ in 0..<times {
      _ = try? await HTTP2Client.withClient(configuration, on: loop) { client in
        try await client.call(HealthMethods.check, HealthCheckRequest(service: ""))
      }
    }
  }
}
