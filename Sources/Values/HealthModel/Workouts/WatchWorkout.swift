/// A session and where it takes place: of a watch, as its phone heard of it last, or of this node.
package struct WatchWorkout: Hashable, Sendable {
  /// What the watch is called; empty for a session of this node.
  package var watch: String
  package var session: WorkoutSession

  package init(watch: String, session: WorkoutSession) {
    self.watch = watch
    self.session = session
  }
}
