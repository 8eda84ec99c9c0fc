package import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeLog
internal import RPCCore
internal import SystemCore

// The store as a whole.
extension OperatorService {
  func listTypes(_ request: ListTypesRequest) async throws -> ListTypesResponse {
    var response = ListTypesResponse()
    response.types = [TypeCountMessage](store.sampleCounts.mapValues { UInt64(clamping: $0) })
    return response
  }

  func verifyStore(_ responses: ResponseWriter<VerifyStoreResponse>) async throws {
    // Who reads slowly hears less often.
    let (counts, told) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    async let checked = checkedStore(telling: told)
    for await count in counts {
      var response = VerifyStoreResponse()
      response.checked = UInt64(clamping: count)
      try await responses.send(response)
    }
    let report = try await checked
    var response = VerifyStoreResponse()
    response.segments = UInt64(clamping: report.segments)
    response.samples = UInt64(clamping: report.samples)
    response.findings = report.findings
    response.blocks = UInt64(clamping: report.blocks)
    response.tombstones = UInt64(clamping: report.tombstones)
    response.unlisted = UInt64(clamping: report.unlisted)
    try await responses.send(response)
  }

  /// Reads everything; what is damaged is in the log by its number.
  ///
  /// - Parameter told: Hears how many samples were read so far, and the end of that.
  /// - Returns: What was found.
  /// - Throws: What keeps it from reading.
  func checkedStore(
    telling told: AsyncStream<Int>.Continuation? = nil
  ) async throws -> VerificationReport {
    defer { told?.finish() }
    let report = try await store.verify { told?.yield($0) }
    if !report.isSound {
      log.write(
        .error, "store.damaged", .number("findings", report.findings.count + report.unlisted))
    }
    return report
  }

  func maintainStore(_ request: MaintainStoreRequest) async throws -> MaintainStoreResponse {
    try await store.maintain(all: request.all)
    await giveBack()
    return MaintainStoreResponse()
  }

  package func backup(_ request: BackupRequest) async throws -> BackupResponse {
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
