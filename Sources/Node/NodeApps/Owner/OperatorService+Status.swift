package import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeLog
internal import NodeSync
internal import NodeTrust
package import Pairing
internal import RPCCore
internal import SystemCore

// How the node is.
extension OperatorService {
  /// A day: nobody who follows wants to hear less often.
  private static let longestPause: Double = 86_400

  func tellStatus(
    _ request: GetStatusRequest, _ responses: ResponseWriter<NodeStatusMessage>
  ) async throws {
    guard request.every >= 0, request.every <= Self.longestPause else {
      throw RPCError(
        .invalidArgument, "cannot follow the status: it is told every 0 to 86400 seconds")
    }
    guard request.every > 0 else { return try await responses.send(await status) }
    // Before the first is told, so that nothing in between is missed.
    let news = news()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for source in news.sources {
        group.addTask {
          for await _ in source { news.ring.yield() }
          // The node stops, and nothing more happens.
          news.ring.finish()
        }
      }
      var rings = news.rings.makeAsyncIterator()
      repeat {
        try await responses.send(await status)
        try await store.clock.sleep(for: .seconds(request.every))
      } while await rings.next() != nil
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// One stream of what may change a status, where much that comes at once is one.
  private func news() -> (
    rings: AsyncStream<Void>, ring: AsyncStream<Void>.Continuation, sources: [AsyncStream<Void>]
  ) {
    let (rings, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let types = Set(ObjectType.all).union(store.state.types.keys)
    return (rings, ring, [engine.statusChanges, store.wakeups(for: types)])
  }

  /// How the node is now.
  package var status: NodeStatusMessage {
    get async {
      let ledger = await trust.ledger
      var message = NodeStatusMessage()
      message.id = "\(ledger.device)"
      message.role = UInt32(ledger.role.rawValue)
      message.name = device.name
      message.version = version
      message.now = trust.clock.now
      message.startedAt = startedAt
      // A watch that was never paired keeps everything.
      let cutoff = store.earliestPermittedSampleDate
      if ledger.role == .watch, cutoff > Instant.permitted.lowerBound { message.cutoff = cutoff }
      message.samples = UInt64(clamping: store.sampleCount)
      message.damaged = UInt64(clamping: store.damagedPartCount)
      message.diskFull = store.isDiskFull
      message.keyIsAnother = await trust.isKeyAnother
      message.peers = await statuses(of: ledger.peers)
      message.openRequests = UInt32(clamping: requests.openRequests.count)
      message.mirrors = store.mirrors.map { mirror in
        var status = MirrorStatusMessage()
        status.name = mirror.name
        status.lag = mirror.lag
        status.heardAt = mirror.heard
        return status
      }
      return message
    }
  }

  /// How it is with some peers.
  package func statuses(of peers: [TrustedPeer]) async -> [PeerStatusMessage] {
    var messages: [PeerStatusMessage] = []
    var lately: [DeviceID: Int] = [:]
    do { lately = try await store.deletedByPeers() } catch {
      // The status lacks these counts alone; 'dyad undo --list' fails with the reason.
      log.writeOften(.error, "store.not-read", .text("reason", "\(error)"))
    }
    for peer in peers {
      var message = PeerStatusMessage(
        peer, await engine.status(of: peer.id), at: store.clock.now)
      message.deletedLately = UInt64(lately[peer.id] ?? 0)
      messages.append(message)
    }
    return messages
  }
}
