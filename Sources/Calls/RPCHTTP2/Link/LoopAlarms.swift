internal import RPCCore
internal import SystemCore

/// The timers of one resident of a loop, and what each is for.
final class LoopAlarms: CallTimers {
  /// What a timer is for.
  enum Purpose {
    /// Something that a call waits for.
    case call(CallAlarm)
    /// A look at a connection.
    case connection(UInt64)
    /// The end of a pause in taking callers.
    case listener(SocketID)
    /// The next try to connect.
    case retry
  }

  private unowned let resident: any LoopResident
  private var purposes: [TimerID: Purpose] = [:]

  /// Serves one resident, which owns it.
  init(for resident: any LoopResident) {
    self.resident = resident
  }

  func schedule(_ alarm: CallAlarm, after delay: Duration) -> TimerID {
    schedule(.call(alarm), at: resident.loop.now.advanced(by: delay))
  }

  /// Sets a timer.
  func schedule(_ purpose: Purpose, at instant: MonotonicInstant) -> TimerID {
    let timer = resident.loop.schedule(at: instant, for: resident)
    purposes[timer] = purpose
    return timer
  }

  func cancel(_ timer: TimerID) {
    guard purposes.removeValue(forKey: timer) != nil else { return }
    resident.loop.cancel(timer)
  }

  /// What a timer that has fired was for; `nil` if it was taken back.
  func fired(_ timer: TimerID) -> Purpose? {
    purposes.removeValue(forKey: timer)
  }
}
