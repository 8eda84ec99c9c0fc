package import HealthStorage

// Who has to hear of every commit, whatever it touched.
extension LocalStore {
  /// Lets somebody follow the commits, for as long as anybody holds it and the store is open.
  ///
  /// One follower at most takes part in them: the sync rules, so that peers hear of a change as soon as it is durable.
  package func follow(by follower: any CommitFollower) {
    published.add(follower)
  }
}
