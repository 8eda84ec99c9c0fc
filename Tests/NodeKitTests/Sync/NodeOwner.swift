internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import RPCHTTP2
internal import TestSupport

/// Calls a node as its owner, and remembers what it was promised.
struct NodeOwner: Sendable {
  let configuration: ClientConfiguration

  /// Saves runs, one call each.
  ///
  /// - Returns: What was promised: nothing where the daemon is gone.
  func save(_ runs: [SampleRun]) async throws -> Promises {
    var promises = Promises()
    for run in runs {
      do {
        try await withClient(configuration) { try await $0.save([run], CallOptions()) }
        promises.noteSaved(run.uuids)
      } catch let error as RPCError where error.code == .unavailable || error.isDiskFull {
        // It may be saved or not; nobody was told.
      }
    }
    return promises
  }

  /// Deletes steps.
  ///
  /// - Returns: What was promised: doubts where the daemon is gone.
  func delete(_ uuids: [SampleUUID]) async throws -> Promises {
    var promises = Promises()
    var request = DeleteRequest()
    request.objects = ObjectsOfTypeMessage.messages(of: uuids, type: .stepCount)
    do {
      let response = try await withClient(configuration) { [request] in
        try await $0.call(StoreMethods.delete, request)
      }
      guard response.count == UInt64(uuids.count) else {
        throw TestSupportError("\(response.count) of \(uuids.count) were deleted")
      }
      promises.noteDeleted(uuids)
    } catch let error as RPCError where error.code == .unavailable || error.isDiskFull {
      promises.noteDoubt(about: uuids)
    }
    return promises
  }

  /// How the sync with the only peer stands.
  func peerStatus() async throws -> PeerStatusMessage {
    try await peerStatus { _ in true }
  }

  /// How the sync with the only peer stands, as soon as that is what is meant.
  func peerStatus(where isMeant: (PeerStatusMessage) -> Bool) async throws -> PeerStatusMessage {
    var request = GetStatusRequest()
    request.every = 0.05
    return try await withClient(configuration) { [request] client in
      try await client.withCall(OperatorMethods.getStatus) { call in
        try call.sendOnly(request)
        while let status = try await call.receive() {
          if let peer = status.peers.first, isMeant(peer) { return peer }
        }
        throw TestSupportError("the daemon tells no more of its peer")
      }
    }
  }

  /// Waits until the node and its peers hold the same.
  @discardableResult
  func syncNow(within time: Duration = .seconds(180)) async throws -> [PeerStatusMessage] {
    try await withClient(configuration) { client in
      try await client.call(
        OperatorMethods.syncNow, SyncNowRequest(), options: CallOptions(timeout: time)
      ).peers
    }
  }
}

extension Client {
  /// All that a node tells while it reads everything; the last is what it found.
  func verifyStore() async throws -> [VerifyStoreResponse] {
    try await withCall(OperatorMethods.verifyStore) { call in
      try call.sendOnly(VerifyStoreRequest())
      var told: [VerifyStoreResponse] = []
      while let response = try await call.receive() { told.append(response) }
      return told
    }
  }
}

extension RPCError {
  /// Whether a node had no room on its disk.
  fileprivate var isDiskFull: Bool { diskFullSentence != nil }
}
