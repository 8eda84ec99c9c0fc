internal import RPCCore
internal import SystemCore

/// Where the deadlines of calls wait; whoever owns a session looks after them.
protocol CallTimers: AnyObject {
  /// Has the session told of a call's deadline, that much later.
  func schedule(_ token: CallToken, after delay: Duration) -> TimerID

  /// Forgets a deadline, which may have passed.
  func cancel(_ timer: TimerID)
}
