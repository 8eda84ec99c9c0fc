/// A session of a watch, as its phone heard of it last.
package struct WatchWorkout: Hashable, Sendable {
  /// What the watch is called.
  package var watch: String
  package var session: WorkoutSession

  package init(watch: String, session: WorkoutSession) {
    self.watch = watch
    self.session = session
  }
}
