package import HealthModel
internal import NodeSync

/// Carries between a phone and its watches what they tell each other of workouts: what `WatchWorkouts` and
/// `OrderedWorkouts` need of `SyncEngine`.
package protocol WorkoutMessenger: Sendable {
  /// What the node is; a phone wants something, and a watch does it.
  var role: NodeRole { get }
  /// What each watch told last.
  var workoutReports: [DeviceID: WorkoutReport] { get }
  /// An element whenever one of them may have told something else.
  var statusChanges: AsyncStream<Void> { get }

  /// When something of a peer was heard last.
  func heardAt(_ peer: DeviceID) -> Double?
  /// Tells the phone, at once and again in each session.
  func tell(_ report: WorkoutReport) async throws
  /// Tells the watches what the store says by now of what is wanted of them.
  func shareDecisions() async throws
}

extension SyncEngine: WorkoutMessenger {}
