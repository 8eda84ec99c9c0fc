internal import DyadServices
internal import HealthModel
private import Synchronization
package import SystemCore

/// The one workout session of a node, whichever app it is of: one that begins ends the one before.
package final class WorkoutDesk: Sendable {
  /// A session, from its begin to its end.
  final class Session: Sendable {
    let activity: WorkoutActivityType
    let location: WorkoutSessionLocation
    /// Told when another session takes its place: the time of that.
    let replaced = Notice<Double>()

    fileprivate init(_ activity: WorkoutActivityType, _ location: WorkoutSessionLocation) {
      self.activity = activity
      self.location = location
    }
  }

  let clock: WallClock
  private let current = Mutex<Session?>(nil)

  package init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// The session under way, if there is one.
  var session: Session? { current.withLock { $0 } }

  /// Begins a session in the place of any other.
  func begin(_ activity: WorkoutActivityType, _ location: WorkoutSessionLocation) -> Session {
    let session = Session(activity, location)
    let former = current.withLock { current in
      defer { current = session }
      return current
    }
    former?.replaced.give(clock.now)
    return session
  }

  /// A session is over; one that was replaced is so already.
  func end(_ session: Session) {
    current.withLock { current in
      if current === session { current = nil }
    }
  }
}
