internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import StoreAccess
internal import Testing

@testable internal import NodeApps
@testable internal import NodeKit
@testable internal import NodeLog
@testable internal import NodeSync

/// The figures of sync and store.
struct NodeFiguresTests {
  private static func lines(_ figures: NodeFigures) -> [String] {
    PrometheusText(
      version: "1", connections: .init(), methods: [], unknown: MethodMetrics().snapshot,
      figures: figures
    ).text.split(separator: "\n").map(String.init)
  }

  @Test func `a peer is told by the beginning of its id`() throws {
    var status = PeerSyncStatus()
    status.connectedSince = 90
    status.heardAt = 95
    status.equalAt = 101
    status.lag = [.stepCount: 3, .heartRate: 4]
    status.bytesSent = 5
    status.bytesReceived = 6
    let id = try OperatorNode.id(1)
    let peer = NodeFigures.Peer(id, status, at: 100)
    #expect(peer.id == id.description.prefix(9))
    #expect(peer.isConnected)
    #expect(peer.sinceHeard == 5)
    // The clock was set back since.
    #expect(peer.sinceEqual == 0)
    #expect(peer.lag == 7)
    status.lag[.height] = .max
    #expect(NodeFigures.Peer(id, status, at: 100).lag == .max)
    var figures = NodeFigures()
    figures.peers = [peer, NodeFigures.Peer(id: "K7QM-2XWA")]
    let lines = Self.lines(figures).filter { $0.hasPrefix("dyad_peer_") }
    #expect(
      lines == [
        "dyad_peer_connected{peer=\"\(peer.id)\"} 1",
        "dyad_peer_connected{peer=\"K7QM-2XWA\"} 0",
        "dyad_peer_heard_age_seconds{peer=\"\(peer.id)\"} 5.0",
        "dyad_peer_equal_age_seconds{peer=\"\(peer.id)\"} 0.0",
        "dyad_peer_lag_samples{peer=\"\(peer.id)\"} 7",
        "dyad_peer_lag_samples{peer=\"K7QM-2XWA\"} 0",
        "dyad_peer_sent_bytes_total{peer=\"\(peer.id)\"} 5",
        "dyad_peer_sent_bytes_total{peer=\"K7QM-2XWA\"} 0",
        "dyad_peer_received_bytes_total{peer=\"\(peer.id)\"} 6",
        "dyad_peer_received_bytes_total{peer=\"K7QM-2XWA\"} 0",
      ])
  }

  @Test func `the store is told in three numbers`() {
    var figures = NodeFigures()
    figures.samples = 7
    figures.damagedSegments = 1
    figures.openRequests = 2
    let lines = Self.lines(figures)
    for line in ["dyad_samples 7", "dyad_damaged_segments 1", "dyad_open_requests 2"] {
      #expect(lines.contains(line))
    }
    for line in lines where line.hasPrefix("# HELP dyad_") {
      #expect(lines.filter { $0 == line }.count == 1)
    }
  }

  @Test func `a database that follows is told with what it lacks`() async throws {
    let node = try await OperatorNode.phone(watches: 0)
    let access = EmbeddedAccess(OwnerSession(node.store))
    try await node.store.commit(OperatorNode.steps(0..<3))
    var mirror = StoreSubscription("mirror of ada 1f2e3d4c", types: [.stepCount])
    mirror.anchor = try await access.changes(StoreChangeQuery([.stepCount])).anchor
    try await access.subscribe(mirror)
    try await access.subscribe(StoreSubscription("news", types: [.stepCount]))
    try await node.store.commit(OperatorNode.steps(3..<8))
    #expect(node.store.mirrors.map(\.lag) == [5])
    let engine = SyncEngine(node.store, role: .phone, log: Log(.error, to: DroppedLines()))
    let figures = await NodeFigures(node.trust, engine, AccessRequests(node.store, engine))
    let lines = Self.lines(figures)
    #expect(lines.contains("dyad_mirror_lag_changes{mirror=\"ada 1f2e3d4c\"} 5"))
    #expect(lines.contains { $0.hasPrefix("dyad_mirror_heard_age_seconds{mirror=\"ada") })
    let now = try await access.changes(StoreChangeQuery([.stepCount], since: mirror.anchor)).anchor
    try await access.acknowledge(mirror.name, of: mirror.types, upTo: now)
    #expect(node.store.mirrors.map(\.lag) == [0])
  }

  @Test func `the figures are those of the node`() async throws {
    let node = try await OperatorNode.phone(watches: 2)
    try await node.store.commit(OperatorNode.steps(0..<3))
    let engine = SyncEngine(node.store, role: .phone, log: Log(.error, to: DroppedLines()))
    let figures = await NodeFigures(node.trust, engine, AccessRequests(node.store, engine))
    #expect(figures.samples == 3)
    #expect(figures.damagedSegments == 0)
    #expect(figures.openRequests == 0)
    #expect(figures.peers.count == 2)
    #expect(figures.peers.allSatisfy { !$0.isConnected && $0.lag == 0 })
  }
}
