internal import HealthModel
internal import RPCCore
internal import StoreAccess
private import SystemCore

extension StoreReader {
  /// How long to wait for a daemon that is gone, at first and at most.
  private static let patience = (first: Duration.milliseconds(250), longest: Duration.seconds(30))

  /// Calls `body` once, and then after whatever happens to samples of a type that match, until it is cancelled.
  ///
  /// It outlives the daemon: when that is there again, `body` is called for what may have been missed.
  func watch(
    _ type: ObjectType, where predicate: EnginePredicate,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    var pause = Self.patience.first
    while true {
      do {
        for try await _ in try await access.observe([type], where: predicate) {
          pause = Self.patience.first
          try await body()
        }
        return
      } catch let error as RPCError where error.code == .unavailable {
        try await WallClock.system.sleep(for: pause)
        pause = min(pause * 2, Self.patience.longest)
      }
    }
  }
}
