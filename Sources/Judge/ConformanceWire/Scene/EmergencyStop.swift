internal import Synchronization

/// Ends a case from outside, by ending what it waits for.
///
/// Whoever starts a node for a case registers here how to end it from another thread.
package final class EmergencyStop: Sendable {
  private enum State {
    case armed([@Sendable () -> Void])
    case struck
  }

  private let state = Mutex(State.armed([]))

  /// Makes one that has not been used.
  package init() {}

  /// Whether the case's time is over.
  package var hasStruck: Bool {
    state.withLock { state in
      guard case .struck = state else { return false }
      return true
    }
  }

  /// Registers what ends something; it is called at most once, at once where it is too late already.
  package func onStrike(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      guard case .armed(let actions) = state else { return true }
      state = .armed(actions + [action])
      return false
    }
    if isLate { action() }
  }

  /// Ends all that was registered, the last first; the second time nothing happens.
  package func strike() {
    let actions = state.withLock { state -> [@Sendable () -> Void] in
      guard case .armed(let actions) = state else { return [] }
      state = .struck
      return actions
    }
    for action in actions.reversed() { action() }
  }
}
