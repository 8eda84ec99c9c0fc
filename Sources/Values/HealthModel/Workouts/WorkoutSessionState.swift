/// Where a running workout stands; prepared and stopped came with later versions of iOS and watchOS.
package enum WorkoutSessionState: Int, Hashable, Sendable, CaseIterable {
  case notStarted = 1
  case running = 2
  case ended = 3
  case paused = 4
  /// The sensors are warming up.
  case prepared = 5
  /// Nothing is measured any more, but it is not saved yet.
  case stopped = 6
}

/// Where a running workout takes place.
package enum WorkoutSessionLocation: Int, Hashable, Sendable, CaseIterable {
  case unknown = 1
  case indoor = 2
  case outdoor = 3
}
