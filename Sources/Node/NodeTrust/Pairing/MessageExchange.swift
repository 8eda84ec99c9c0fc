internal import Pairing
internal import RPCCore
internal import SystemCore

/// Waits for the steps of the other side, each for so long and no longer.
struct MessageExchange: Sendable {
  /// How long the other side may take for what only machines have to do.
  static let patience = Duration.seconds(10)
  /// How long its owner may take to say yes.
  static let approval = Duration.seconds(120)

  /// How long the first step may take, with the connection that it comes over.
  static let connecting = Duration.seconds(30)
  /// Longer than any code is shown and anybody may take to say yes.
  static let longest = Duration.seconds(900)

  let clock: WallClock
  let receive: @Sendable () async throws -> [UInt8]?

  /// The next step.
  ///
  /// - Parameters:
  ///   - deadline: until when it may come.
  ///   - end: tells that it is wanted no more.
  /// - Returns: its bytes.
  /// - Throws: `PairingError` where it does not come; what the call failed with.
  func next(
    until deadline: ContinuousClock.Instant, unless end: Notice<PairingError>? = nil
  ) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask {
        guard let step = try await receive() else {
          throw PairingError(.interrupted, "cannot pair: the other device broke it off")
        }
        return step
      }
      group.addTask {
        try await clock.sleep(until: deadline)
        throw PairingError(.expired, "cannot pair: the other device did not go on in time")
      }
      if let end {
        group.addTask {
          guard let error = await end.value() else { throw CancellationError() }
          throw error
        }
      }
      defer { group.cancelAll() }
      guard let step = try await group.next() else { throw CancellationError() }
      return step
    }
  }

  /// The next step, by default one that only machines have to do with.
  func next(
    within duration: Duration = patience, unless end: Notice<PairingError>? = nil
  ) async throws -> [UInt8] {
    try await next(until: clock.instant + duration, unless: end)
  }
}
