package import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeLog
internal import NodeSync
internal import NodeTrust
internal import Pairing
internal import RPCCore
internal import TextFormats

// The sync with peers.
extension OperatorService {
  /// A hundred years, in seconds: a window that is longer reaches back to everything.
  private static let longestWindow: Double = 3_155_760_000

  func syncNow(_ request: SyncNowRequest) async throws -> SyncNowResponse {
    let ledger = await trust.ledger
    let isAll = request.peer.isEmpty && ledger.peers.count > 1
    let peers = isAll ? ledger.peers : [try ledger.find(request.peer)]
    var response = SyncNowResponse()
    if request.reconcile { response.findings = try await checkedStore().findings }
    do {
      try await engine.settle(
        with: isAll ? nil : Set(peers.map(\.id)), reconciling: request.reconcile)
    } catch let error as RPCError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      // The reason that its owner can do something about is told as such.
      for peer in peers {
        let status = await engine.status(of: peer.id)
        guard status.state == .braked else { continue }
        throw RPCError(
          .failedPrecondition,
          status.isUnsealed
            ? "cannot sync with \(peer): it shows settings that this phone did not decide, which wait for the "
              + "owner's word"
            : "cannot sync with \(peer): too many deletions wait for the owner's word")
      }
      throw error
    }
    // What came back is sound by now; what did not is damage that stays.
    if !response.findings.isEmpty {
      let left = try await checkedStore().findings
      guard left.isEmpty else {
        throw RPCError(
          .dataLoss,
          "cannot mend all that is damaged: the other device has not what is left: "
            + left.prefix(8).joined(separator: "; "))
      }
    }
    response.peers = await statuses(of: peers)
    return response
  }

  package func answerBrake(_ request: AnswerBrakeRequest) async throws -> AnswerBrakeResponse {
    let peer = try await trust.ledger.find(request.peer)
    let braked = await engine.status(of: peer.id)
    guard braked.state == .braked || !braked.braked.isEmpty || !braked.held.isEmpty else {
      throw RPCError(
        .failedPrecondition, "cannot answer the brake: it stopped nothing of \(peer)")
    }
    try await engine.answerBrake(of: peer.id, accepts: request.accept)
    let event = request.accept ? "sync.brake-accepted" : "sync.brake-refused"
    log.write(.info, event, .text("device", "\(peer.id)"))
    try await note(event, "\(peer.id)")
    return AnswerBrakeResponse()
  }

  func setCutoff(_ request: SetCutoffRequest) async throws -> SetCutoffResponse {
    let ledger = await trust.ledger
    guard ledger.role == .watch else {
      throw RPCError(
        .failedPrecondition, "cannot set the window: a phone keeps everything, a watch has one")
    }
    guard request.window > 0, request.window <= Self.longestWindow else {
      throw RPCError(
        .invalidArgument, "cannot set the window: it reaches from 1 second to 100 years back")
    }
    // What only it has must not be let go of.
    guard ledger.peers.contains(where: { !$0.isPending }) else {
      throw RPCError(
        .failedPrecondition, "cannot set the cutoff: this watch has no phone yet")
    }
    try await takePeers()
    var response = SetCutoffResponse()
    response.cutoff = try await engine.setWindow(request.window)
    log.write(.info, "window.set")
    try await note("window.set", "", SpanText.text(of: request.window))
    return response
  }

  /// Sees to it that the engine goes by the pairs there are: of one made a moment ago it may not know yet, and
  /// a watch that knows of no phone has no window.
  private func takePeers() async throws {
    var peers: Set<DeviceID>?
    while true {
      let paired = Set(await trust.ledger.peers.filter { !$0.isPending }.map(\.id))
      // Whoever is removed meanwhile must not stay taken in.
      guard paired != peers else { return }
      try await engine.setPeers(paired)
      peers = paired
    }
  }

  package func setScope(_ request: SetScopeRequest) async throws -> SetScopeResponse {
    try await checkIsPhone(to: "set what a watch gets")
    let types = try NamedTypes.read(request.types, cannot: "set what a watch gets")
    guard request.isExclusion || !types.isEmpty else {
      throw RPCError(.invalidArgument, "cannot set what a watch gets: no type is named")
    }
    let watch = try await trust.ledger.find(request.peer)
    guard !watch.isPending else {
      throw RPCError(
        .failedPrecondition,
        "cannot set what a watch gets: the pairing with \(watch) is not finished")
    }
    try await engine.setScope(
      TypeScope(isExclusion: request.isExclusion, listed: types), of: watch.id)
    log.write(.info, "scope.set", .text("device", "\(watch.id)"))
    let names = types.map(\.name).sorted().joined(separator: ", ")
    let detail = request.isExclusion ? "all" + (names.isEmpty ? "" : " but \(names)") : names
    try await note("scope.set", "\(watch.id)", detail)
    return SetScopeResponse()
  }

  func getScope(_ request: GetScopeRequest) async throws -> GetScopeResponse {
    let ledger = await trust.ledger
    let scope = try await engine.scope(
      of: ledger.role == .watch ? nil : try ledger.find(request.peer).id)
    var response = GetScopeResponse()
    response.isExclusion = scope.isExclusion
    response.types = scope.listed.subtracting([.association]).map(\.identifier).sorted()
    return response
  }
}
