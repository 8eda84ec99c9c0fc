internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import RPCCore
internal import TextFormats

/// Asks for devices to hold the same, and tells how it went.
struct Comparison: Sendable {
  /// Long enough for devices that are equal already to say so.
  private static let moment = 2.0

  /// Which one; empty for all.
  let peer: String
  /// Whether everything is compared.
  let isComplete: Bool
  /// For how many seconds to wait until they are equal; `nil` where it is enough to begin.
  let patience: Double?
  /// Whether to wait at all for devices that are not connected.
  var awaitsConnection = true

  /// Does it.
  func run(_ context: OperatorContext) async throws -> ExitCode {
    var request = SyncNowRequest()
    request.peer = peer
    request.reconcile = isComplete
    let asked = request
    let options = CallOptions(timeout: .seconds(patience ?? Self.moment))
    let (peers, findings, isEqual, now) = try await context.withClient { client in
      do {
        let answer = try await Progress.show(
          isComplete ? "Comparing" : "Syncing", isShown: patience != nil
        ) { _ in try await ask(asked, options, client, context) }
        return (answer.peers, answer.findings, true, context.now)
      } catch let error as RPCError where error.code == .deadlineExceeded {
        let status = try await context.status(client)
        return (meant(status.peers), [], false, status.now)
      } catch let error as RPCError where error.code == .failedPrecondition {
        let status = try await context.status(client)
        let troubles = troubles(
          meant(status.peers).map { PeerReport(peer: $0, now: status.now) })
        guard let troubles else { throw error }
        let socket = try DaemonSocket(folder: context.folder).socket
        var failure = OperatorAdvice(task: context.task, socket: socket).failure(error)
        failure.advice = troubles
        throw failure
      }
    }
    return try finish(
      peers.map { PeerReport(peer: $0, now: now) }, findings, isEqual, context)
  }

  /// Asks the daemon, and gives up soon where no device is there to compare with.
  private func ask(
    _ request: SyncNowRequest, _ options: CallOptions, _ client: Client, _ context: OperatorContext
  ) async throws -> SyncNowResponse {
    guard !awaitsConnection else {
      return try await client.call(OperatorMethods.syncNow, request, options: options)
    }
    return try await withThrowingTaskGroup(of: SyncNowResponse?.self) { group in
      group.addTask { try await client.call(OperatorMethods.syncNow, request, options: options) }
      group.addTask {
        try await context.surroundings.sleep(.seconds(Self.moment))
        // Where the daemon does not say how it is, its answer is waited for.
        guard let status = try? await context.status(client) else { return nil }
        let reports = meant(status.peers).map { PeerReport(peer: $0, now: status.now) }
        guard !reports.isEmpty, !reports.contains(where: \.isUnderWay) else { return nil }
        throw ProgramFailure(
          .failure, "cannot \(context.task.operation): it is not connected",
          advice: troubles(reports))
      }
      defer { group.cancelAll() }
      while let answer = try await group.next() {
        if let answer { return answer }
      }
      throw CancellationError()
    }
  }

  private func meant(_ peers: [PeerStatusMessage]) -> [PeerStatusMessage] {
    PeerChoice.matches(peer.isEmpty ? nil : peer, among: peers, name: \.name, id: \.id)
  }

  // What keeps some of them from going on, if anything does.
  private func troubles(_ reports: [PeerReport]) -> String? {
    let troubles = reports.filter { !$0.isUnderWay }.map { $0.trouble ?? $0.standing }
    return troubles.isEmpty ? nil : troubles.joined(separator: " ")
  }

  private func finish(
    _ reports: [PeerReport], _ findings: [String], _ isEqual: Bool, _ context: OperatorContext
  ) throws -> ExitCode {
    guard !reports.isEmpty else {
      throw ProgramFailure(
        .notFound, "cannot \(context.task.operation): no device is paired",
        advice: "'dyad pair show' here and 'dyad pair join' on the other device do that.")
    }
    let lines = reports.map {
      isEqual ? "The \($0.title) and this device agree on all that both keep." : $0.standing
    }
    let damage =
      findings.isEmpty
      ? [] : ["This was damaged here; samples that the other device has came back:"] + findings
    try context.write(
      damage + lines + reports.compactMap(\.question),
      json: .object([
        .init("equal", .bool(isEqual)), .init("peers", .array(reports.map(\.json))),
        .init("findings", .array(findings.map(JSONValue.string))),
      ]))
    if isEqual { return .success }
    let advice = troubles(reports)
    if let patience {
      throw ProgramFailure(
        .failure,
        "cannot \(context.task.operation): not equal after \(SpanText.text(of: patience))",
        advice: advice ?? "It goes on by itself; 'dyad status --watch' shows how far it is.")
    }
    if let advice {
      throw ProgramFailure(
        .failure, "cannot \(context.task.operation): it cannot begin now", advice: advice)
    }
    return .success
  }
}
