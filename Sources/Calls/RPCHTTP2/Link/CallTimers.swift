internal import RPCCore
internal import SystemCore

/// What a session is told of a call, when the time for it has come.
enum CallAlarm {
  /// The call's deadline has passed.
  case deadline(CallToken)
  /// The answer left some time ago, and the request has not ended.
  case answeredEarly(CallToken)
  /// It is time to look whether calls stand still, all those of the connection.
  case look(CallToken)

  /// Which call it is.
  var token: CallToken {
    switch self {
    case .deadline(let token), .answeredEarly(let token), .look(let token): token
    }
  }
}

/// The deadlines of the calls of a session, which the session checks.
protocol CallTimers: AnyObject {
  /// Has the session told of it, that much later.
  func schedule(_ alarm: CallAlarm, after delay: Duration) -> TimerID

  /// Forgets an alarm, which may have gone off.
  func cancel(_ timer: TimerID)
}
