internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore
internal import SystemCore

// The store as a whole.
extension OperatorService {
  func listTypes(_ request: ListTypesRequest) async throws -> ListTypesResponse {
    var response = ListTypesResponse()
    response.types = [TypeCountMessage](store.sampleCounts.mapValues { UInt64(clamping: $0) })
    return response
  }

  func verifyStore(_ request: VerifyStoreRequest) async throws -> VerifyStoreResponse {
    let report = try await checkedStore()
    var response = VerifyStoreResponse()
    response.segments = UInt64(clamping: report.segments)
    response.samples = UInt64(clamping: report.samples)
    response.findings = report.findings
    response.blocks = UInt64(clamping: report.blocks)
    response.tombstones = UInt64(clamping: report.tombstones)
    response.unlisted = UInt64(clamping: report.unlisted)
    return response
  }

  /// Reads everything; what is damaged is in the log by its number.
  func checkedStore() async throws -> VerificationReport {
    let report = try await store.verify()
    if !report.isSound {
      log.write(
        .error, "store.damaged", .number("findings", report.findings.count + report.unlisted))
    }
    return report
  }

  func maintainStore(_ request: MaintainStoreRequest) async throws -> MaintainStoreResponse {
    try await store.maintain()
    await memory.giveBack()
    return MaintainStoreResponse()
  }

  func backup(_ request: BackupRequest) async throws -> BackupResponse {
    guard request.path.hasPrefix("/"), !request.path.utf8.contains(0) else {
      throw RPCError(
        .invalidArgument, "cannot write the backup: its path does not start at the root")
    }
    var response = BackupResponse()
    response.bytes = UInt64(clamping: try await store.backup(to: request.path))
    log.write(.info, "store.backed-up", .number("bytes", Int(clamping: response.bytes)))
    try await note("store.backed-up", "", "\(response.bytes) bytes")
    return response
  }

  func advanceClock(_ request: AdvanceClockRequest) async throws -> AdvanceClockResponse {
    guard let shift = store.clock.shift else {
      throw RPCError(
        .failedPrecondition, "cannot set the clock ahead: the node runs without --test-clock")
    }
    guard shift.advance(by: request.seconds) else {
      throw RPCError(
        .invalidArgument,
        "cannot set the clock ahead: it goes forward, and by 100 years together at most")
    }
    log.write(.warning, "clock.set-ahead", .text("seconds", "\(request.seconds)"))
    var response = AdvanceClockResponse()
    response.now = store.clock.now
    return response
  }
}
