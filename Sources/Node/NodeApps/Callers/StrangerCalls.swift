internal import DyadServices
internal import RPCCore
private import Synchronization

/// Counts the calls without a token: of health and reflection, which need none.
final class StrangerCalls: Sendable {
  /// The calls in progress, over all connections; more are refused.
  static let most = 64

  private static let services = Set([HealthMethods.name] + ReflectionService.names)
  private let count = Atomic(0)

  /// Whether anybody may make such a call.
  static func mayBe(_ call: ServerCall) -> Bool { services.contains(call.method.service) }

  /// Does something as the call of a stranger.
  ///
  /// - Returns: Why it was not done; RESOURCE_EXHAUSTED where there are too many.
  func call(_ body: () async -> Void) async -> RPCError? {
    let others = count.add(1, ordering: .relaxed).oldValue
    defer { count.subtract(1, ordering: .relaxed) }
    guard others < Self.most else {
      return RPCError(
        .resourceExhausted,
        "cannot begin the call: callers without a token have \(Self.most) in progress; show one, or try again"
      )
    }
    await body()
    return nil
  }
}
