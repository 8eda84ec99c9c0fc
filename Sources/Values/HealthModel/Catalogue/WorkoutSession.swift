/// Where a running workout stands.
package enum WorkoutSessionState: Int, Hashable, Sendable, CaseIterable {
  case notStarted = 1
  case running = 2
  case ended = 3
  case paused = 4
}

/// Where a running workout takes place.
package enum WorkoutSessionLocation: Int, Hashable, Sendable, CaseIterable {
  case unknown = 1
  case indoor = 2
  case outdoor = 3
}
