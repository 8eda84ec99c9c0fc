internal import DyadServices
internal import HealthModel
internal import NodeSync
internal import Pairing

extension PeerStatusMessage {
  /// What the owner is told of the sync with a peer.
  init(_ peer: TrustedPeer, _ status: PeerSyncStatus, at now: Double) {
    self.init()
    id = "\(peer.id)"
    name = peer.name
    role = UInt32(peer.role.rawValue)
    state = State(status.state)
    connectedSince = status.connectedSince
    heardAt = status.heardAt
    equalAt = status.equalAt
    failure = status.failure
    nextTry = status.nextTry
    clockSkew = status.clockSkew
    lag = [TypeCountMessage](status.lag)
    isAlarmed = status.isAlarmed
    isTwice = status.copies.isPeerTwice(at: now)
    isThisTwice = status.copies.isThisTwice(at: now)
    braked = [TypeCountMessage](status.braked.mapValues { UInt64(clamping: $0) })
    held = [TypeCountMessage](status.held)
    hasUnsealedSettings = status.isUnsealed
    bytesSent = status.bytesSent
    bytesReceived = status.bytesReceived
    address = peer.address
  }
}

extension PeerStatusMessage.State {
  fileprivate init(_ state: PeerSyncStatus.State) {
    self =
      switch state {
      case .waiting: .waiting
      case .connecting: .connecting
      case .syncing: .syncing
      case .settled: .settled
      case .retrying: .retrying
      case .braked: .braked
      }
  }
}

extension [TypeCountMessage] {
  /// Numbers by the names of types, in their order.
  init(_ counts: [ObjectType: UInt64]) {
    self = counts.map { type, count in
      var message = TypeCountMessage()
      message.type = type.identifier
      message.count = count
      return message
    }.sorted { $0.type < $1.type }
  }
}
