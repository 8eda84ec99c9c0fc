/// Whether a service takes calls.
package enum ServingStatus: Int32, Sendable, CaseIterable {
  /// Not known yet.
  case unknown = 0
  /// It takes calls.
  case serving = 1
  /// It is there and takes no calls.
  case notServing = 2
  /// There is no such service; only watching says so.
  case serviceUnknown = 3
}
