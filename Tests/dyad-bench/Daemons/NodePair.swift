internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore

/// A phone and a watch that are a pair, each with its daemon.
struct NodePair {
  let phone: BenchNode
  let watch: BenchNode
  /// Longer than the samples of any benchmark reach back.
  private static let window: Double = 30 * 365 * 86_400

  /// Makes the pair; the watch is to hold all there is, and what it works out by itself where that is wanted.
  init(measuringActivity measuresActivity: Bool = false) async throws {
    phone = try BenchNode("phone")
    watch = try BenchNode("watch", measuringActivity: measuresActivity)
    try await Pairings.pair(phone, watch)
    try await watch.owner.call { client in
      var request = SetCutoffRequest()
      request.window = Self.window
      _ = try await client.call(OperatorMethods.setCutoff, request)
    }
    try await settle()
  }

  /// Returns when both hold the same.
  func settle() async throws {
    try await watch.owner.call { client in
      _ = try await client.call(
        OperatorMethods.syncNow, SyncNowRequest(), options: CallOptions(timeout: .seconds(600)))
    }
  }

  /// Stops both and puts samples into the phone's store.
  func fillPhone(_ count: Int, _ numbering: HeartRates.Numbering, seed: UInt64) async throws {
    try watch.stop()
    try phone.stop()
    let store = try await LocalStore.open(phone.location)
    var samples = try HeartRates(numbering, seed: seed)
    var left = count
    while left > 0 {
      let run = try samples.next(min(left, BulkSaves.samplesPerSave))
      left -= run.count
      try await store.commit(.save(Change.Save([run])))
    }
    try await store.close()
  }

  /// What the watch knows of the phone.
  func phoneStatus() async throws -> PeerStatusMessage {
    try await watch.owner.call { client in
      try await client.withCall(OperatorMethods.getStatus) { call in
        try call.sendOnly(GetStatusRequest())
        guard let peer = try await call.receive()?.peers.first else {
          throw BenchError("the watch has no peer")
        }
        return peer
      }
    }
  }
}
