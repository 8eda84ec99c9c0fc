package import DyadServices
package import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore

extension WorkoutSessionState {
  /// What an action makes of a session; `nil` where it is not permitted.
  ///
  /// | | start | pause | resume | end |
  /// |---|---|---|---|---|
  /// | not started | running | – | – | – |
  /// | running | – | paused | running | ended |
  /// | paused | – | paused | running | ended |
  /// | ended | – | – | – | – |
  ///
  /// To pause what is paused, or resume what runs, changes nothing.
  package func after(_ action: WorkoutCommandMessage.Action) -> WorkoutSessionState? {
    switch (self, action) {
    case (.notStarted, .start), (.running, .resume), (.paused, .resume): .running
    case (.running, .pause), (.paused, .pause): .paused
    case (.running, .end), (.paused, .end): .ended
    default: nil
    }
  }

  /// As it is told; what was not started is not told.
  package var phase: WorkoutStateMessage.Phase {
    switch self {
    case .notStarted: .unspecified
    case .running: .running
    case .paused: .paused
    case .ended: .ended
    }
  }
}
