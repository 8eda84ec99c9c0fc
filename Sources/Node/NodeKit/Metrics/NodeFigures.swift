internal import HealthModel
internal import LocalStore
internal import NodeApps
internal import NodeSync
internal import NodeTrust
internal import Pairing

/// How a node and its sync were at one moment, in numbers.
package struct NodeFigures: Hashable, Sendable {
  /// How the sync with a peer was.
  package struct Peer: Hashable, Sendable {
    /// The first eight characters of its id.
    package var id: String
    /// Whether there is a connection.
    package var isConnected = false
    /// How many seconds ago it was heard; `nil` where it never was.
    package var sinceHeard: Double?
    /// How many seconds ago both held the same; `nil` where that was not seen.
    package var sinceEqual: Double?
    /// How many samples it does not have yet, as far as that is known.
    package var lag: UInt64 = 0
    /// Bytes of messages to it since the start.
    package var bytesSent: UInt64 = 0
    /// Bytes of messages from it since the start.
    package var bytesReceived: UInt64 = 0

    /// States a peer that was never heard.
    package init(id: String) {
      self.id = id
    }
  }

  /// A database that is kept in step with the store.
  package struct Mirror: Hashable, Sendable {
    package var name: String
    /// How many changes it has not acknowledged.
    package var lag: UInt64
    /// How many seconds ago it acknowledged something.
    package var sinceHeard: Double
  }

  /// In the order in which they came.
  package var peers: [Peer] = []
  /// Samples in sight.
  package var samples = 0
  /// Segments that cannot be read.
  package var damagedSegments = 0
  /// Whether the disk has no room for what is saved.
  package var isDiskFull = false
  /// Requests of apps that wait for a decision.
  package var openRequests = 0
  /// In the order of their names.
  package var mirrors: [Mirror] = []

  /// States a node without peers that holds nothing.
  package init() {}
}

extension NodeFigures {
  /// Takes the figures of now.
  init(_ trust: StoredTrust, _ engine: SyncEngine, _ requests: AccessRequests) async {
    let now = trust.clock.now
    for peer in await trust.ledger.peers {
      peers.append(Peer(peer.id, await engine.status(of: peer.id), at: now))
    }
    samples = engine.store.sampleCount
    damagedSegments = engine.store.damagedSegmentCount
    isDiskFull = engine.store.isDiskFull
    openRequests = requests.openRequests.count
    mirrors = engine.store.mirrors.map {
      Mirror(name: $0.name, lag: $0.lag, sinceHeard: max(0, now - $0.heard))
    }
  }
}

extension NodeFigures.Peer {
  /// Two groups of an id, which are eight characters and a hyphen.
  private static let idLength = 9

  /// States how the sync with a peer is at `now`, in seconds since 2001-01-01 UTC.
  init(_ id: DeviceID, _ status: PeerSyncStatus, at now: Double) {
    self.init(id: String(id.description.prefix(Self.idLength)))
    isConnected = status.connectedSince != nil
    // A clock that was set back makes no time negative.
    sinceHeard = status.heardAt.map { max(0, now - $0) }
    sinceEqual = status.equalAt.map { max(0, now - $0) }
    lag = status.lag.values.reduce(0) { sum, count in
      let (total, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : total
    }
    bytesSent = status.bytesSent
    bytesReceived = status.bytesReceived
  }
}
