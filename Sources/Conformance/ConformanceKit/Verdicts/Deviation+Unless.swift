extension Deviation {
  /// Deviates unless something holds.
  package static func unless(
    _ holds: Bool, _ expected: @autoclosure () -> String, _ observed: @autoclosure () -> String
  ) throws {
    guard !holds else { return }
    throw Deviation(expected: expected(), observed: observed())
  }
}
